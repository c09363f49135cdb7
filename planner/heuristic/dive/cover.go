package dive

import (
	"cmp"
	"math"
	"slices"

	"facet/planner/search/packed"
)

// cover chooses resources from which every known path is derivable: those of the
// support (by number, with the amount that the relaxation selects), what they lack,
// and then none that can be done without. Expensive resources of which the relaxation selects
// little go first.
func (d *dive) cover(amount map[int32]float64) error {
	d.run.grow()
	copy(d.run.x, d.run.Problem.free)
	for n := range amount {
		d.run.x[n] = true
	}
	clear(d.run.failed)
	for w := range d.run.paths {
		if w%256 == 0 {
			if err := d.options.Check(); err != nil {
				return err
			}
		}
		d.run.mend([]int32{int32(w)})
	}
	return d.reduce(amount)
}

// reduce takes out of the cover what can be done without.
func (d *dive) reduce(amount map[int32]float64) error {
	type candidate struct {
		resource int32
		rank     float64
	}
	var order []candidate
	for n := range d.run.resources {
		if d.run.x[n] && !d.run.Problem.free[n] {
			c := candidate{int32(n), d.run.resources[n].price * (1.01 - amount[int32(n)])}
			if d.options.Noise > 0 {
				c.rank *= math.Exp(d.options.Noise * d.options.Rand.NormFloat64())
			}
			order = append(order, c)
		}
	}
	slices.SortFunc(order, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.rank, a.rank), cmp.Compare(a.resource, b.resource))
	})
	for _, c := range order {
		if err := d.options.Check(); err != nil {
			return err
		}
		d.run.x[c.resource] = false
		for w := range packed.Bits(d.run.resources[c.resource].paths) {
			if !d.run.derivable(int32(w), -1) {
				d.run.x[c.resource] = true
				break
			}
		}
	}
	return nil
}

// left is the cost of what has been selected and not used.
func (d *dive) left() float64 {
	sum := 0.0
	for n, selected := range d.run.x {
		if selected {
			sum += d.run.resources[n].price
		}
	}
	return sum
}

// beaten reports whether the dive will not end below its limit, as far as the cover
// can tell.
func (d *dive) beaten() (bool, error) {
	if d.options.Limit.IsSaturated() || float64(d.run.paid)+d.left() < float64(d.options.Limit) {
		return false, nil
	}
	if err := d.reduce(nil); err != nil {
		return false, err
	}
	return float64(d.run.paid)+d.left() >= float64(d.options.Limit), nil
}
