package generate

import (
	"fmt"
	"slices"
	"strconv"

	"facet/model"
	"facet/model/pattern"
)

// The limits of a program that steps in time: a file lists the columns of each row.
const (
	maxSteps   = 10_000
	maxEntries = 1_000_000
	maxRows    = 10_000_000 // of all steps together
)

// Banded gives a program of so many steps in time on a vector of a size, each with the
// pattern band lower upper: an explicit scheme in one dimension. A tangent costs one
// unit for each entry of a full band, (lower+upper+1)·size, an adjoint twice as much.
func Banded(size, steps, lower, upper int) (*model.Dag, error) {
	if err := checkSteps(size, steps); err != nil {
		return nil, err
	}
	for _, reach := range []int{lower, upper} {
		if reach < 0 || reach >= size {
			return nil, fmt.Errorf("a band that reaches %d: choose numbers from 0 to %d", reach, size-1)
		}
	}
	p, err := pattern.Parse(fmt.Sprintf("band %d %d", lower, upper), int64(size), int64(size))
	if err != nil {
		return nil, fmt.Errorf("the step %w", err)
	}
	var b builder
	b.inTime(steps, p, lower+upper+1)
	return b.dag("banded" + strconv.Itoa(steps))
}

// Stencil gives a program of so many steps of an explicit scheme on a grid with so many
// points along each of its axes, numbered with the last axis fastest and without
// periodic ends. Differences of order 2 reach one point in each direction, those of
// order 4 two. A tangent costs one unit for each entry of a row in the interior, an
// adjoint twice as much. With sensors above 0 the result is a selection of so many
// entries of the last state, evenly spread, which costs nothing.
func Stencil(points []int, steps, order, sensors int) (*model.Dag, error) {
	n := 1
	for _, p := range points {
		if p < 1 || p > maxEntries {
			return nil, fmt.Errorf("%d points along an axis: choose a number from 1 to %d", p, maxEntries)
		}
		if n *= p; n > maxEntries {
			return nil, fmt.Errorf("a grid of more than %d points: choose a smaller one", maxEntries)
		}
	}
	switch {
	case len(points) == 0 || len(points) > 3:
		return nil, fmt.Errorf("a grid of %d dimensions: give the points along 1 to 3 axes, such as 24x24",
			len(points))
	case order != 2 && order != 4:
		return nil, fmt.Errorf("differences of order %d: choose 2 or 4", order)
	case sensors < 0 || sensors > n:
		return nil, fmt.Errorf("%d sensors on %d points: choose a number from 0 to %d", sensors, n, n)
	}
	if err := checkSteps(n, steps); err != nil {
		return nil, err
	}
	var b builder
	p := pattern.FromRows(int64(n), neighbours(points, n, order/2))
	if !p.IsKnown() {
		return nil, fmt.Errorf("a step's pattern takes more than %d MiB: choose fewer points",
			pattern.MostBytes>>20)
	}
	last := b.inTime(steps, p, 2*len(points)*(order/2)+1)
	if sensors > 0 {
		rows := make([][]int64, sensors)
		text := "select"
		for k := range rows {
			text += " " + strconv.Itoa((2*k+1)*n/(2*sensors))
		}
		selection, err := pattern.Parse(text, int64(sensors), int64(n))
		if err != nil {
			return nil, fmt.Errorf("the selection %w", err)
		}
		b.edge(last, b.vertex("y", int64(sensors)), 0, 0).Pattern = selection
	}
	return b.dag("stencil" + strconv.Itoa(steps))
}

func checkSteps(size, steps int) error {
	switch {
	case size < 1 || size > maxEntries:
		return fmt.Errorf("%d entries: choose a number from 1 to %d", size, maxEntries)
	case steps < 1 || steps > maxSteps:
		return fmt.Errorf("%d steps: choose a number from 1 to %d", steps, maxSteps)
	case steps > maxRows/size:
		return fmt.Errorf("%d steps of %d entries: at most %d rows are written, choose fewer steps", steps,
			size, maxRows)
	}
	return nil
}

// inTime adds a chain of states that are a step with pattern p apart; each entry of the
// result depends on so many of the state before.
func (b *builder) inTime(steps int, p *pattern.Pattern, points int) (last int) {
	n := p.Columns()
	tangent := model.Cost(n * int64(points))
	last = b.vertex("0", n)
	for step := range steps {
		next := b.vertex(strconv.Itoa(step+1), n)
		b.edge(last, next, tangent, 2*tangent).Pattern = p
		last = next
	}
	return last
}

// neighbours are for each point of a grid the points on which a difference there depends.
func neighbours(points []int, n, reach int) [][]int64 {
	rows := make([][]int64, n)
	for r := range rows {
		row := []int64{int64(r)}
		stride := 1
		for _, along := range slices.Backward(points) {
			at := r / stride % along
			for d := max(-reach, -at); d <= min(reach, along-1-at); d++ {
				if d != 0 {
					row = append(row, int64(r+d*stride))
				}
			}
			stride *= along
		}
		rows[r] = row
	}
	return rows
}
