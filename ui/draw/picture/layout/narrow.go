package layout

import (
	"cmp"
	"context"
	"slices"
)

// narrow moves vertices that are not in the first state within their rows, so that those
// take over columns of others that are gone: no row needs much more room than it needs in
// some state.
func (p *Plan) narrow(ctx context.Context, all []*Skeleton, of [][]int, room int) {
	rows := make([]orderOfRow, len(p.union.Rows))
	least := 0 // what the widest row of any state needs
	for r := range rows {
		rows[r].rank = slices.Clone(p.union.Place)
	}
	for k, sk := range all {
		if ctx.Err() != nil {
			return
		}
		if sk == nil {
			continue
		}
		h := newSheet(ZoomLabels, sk)
		h.measure(nil)
		for r, row := range sk.Rows {
			var line []cellsOfItem
			for _, i := range row {
				line = append(line, cellsOfItem{of[k][i], h.Left[i], h.Right[i] + h.beside[i], sk.IsBend(i)})
			}
			rows[r].states = append(rows[r].states, line)
			one := orderOfRow{rank: p.union.Place, states: [][]cellsOfItem{line}}
			least = max(least, one.width())
		}
	}
	least += room
	fixed := make([]bool, len(p.union.Items))
	for _, i := range of[0] {
		fixed[i] = true
	}
	for r, row := range p.union.Rows {
		o := &rows[r]
		for round, better := 0, true; better && round < 4 && ctx.Err() == nil && o.width() > least; round++ {
			better = false
			for _, i := range slices.Clone(row) {
				if p.union.IsBend(i) || fixed[i] {
					continue
				}
				width, at := o.width(), slices.Index(row, i)
				best, now := width, at
				rest := slices.Delete(slices.Clone(row), at, at+1)
				for to := range len(row) {
					o.put(slices.Insert(slices.Clone(rest), to, i))
					if w := o.width(); max(w, least) < max(best, least) ||
						max(w, least) == max(best, least) && best < width && abs(to-at) < abs(now-at) {
						best, now = w, to
					}
				}
				row = slices.Insert(rest, now, i)
				o.put(row)
				better = better || best < width
			}
		}
		p.union.Rows[r] = row
	}
	p.union.Replace()
}

// higher is how many lines it may have for states that may come.
const higher = 3

// smallWidth and smallHeight are what the smallest usual window, of 80 columns and 24 rows,
// has for a picture with bare labels.
const smallWidth, smallHeight = 50, 20

// orderOfRow is a row of the union in some order, and what it holds in each state.
type orderOfRow struct {
	rank   []int // of the union's items
	states [][]cellsOfItem
}

// cellsOfItem is an item of the union, and the cells on both sides of its middle.
type cellsOfItem struct {
	of, left, right int
	bend            bool
}

func (o *orderOfRow) put(row []int) {
	for n, i := range row {
		o.rank[i] = n
	}
}

// width is the number of columns that the row needs where every vertex has one column in
// all states.
func (o *orderOfRow) width() int {
	at := make([]int, len(o.rank)) // vertices, from the left border
	width := 0
	for round, changed := 0, true; changed && round < 40; round++ {
		changed = false
		for _, line := range o.states {
			slices.SortFunc(line, func(a, b cellsOfItem) int {
				return cmp.Or(o.rank[a.of]-o.rank[b.of], a.of-b.of)
			})
			x := 0
			for n, c := range line {
				if n == 0 {
					x = (c.left + 1) / 2
				} else {
					x += (line[n-1].right + c.left + 3) / 2
				}
				if !c.bend {
					if x > at[c.of] {
						at[c.of], changed = x, true
					}
					x = at[c.of]
				}
			}
			if n := len(line); n > 0 {
				width = max(width, x+(line[n-1].right+1)/2)
			}
		}
	}
	return width
}
