package dive

import (
	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/search/packed"
)

// outcome is what has become of a dive whose state was relaxed.
type outcome int

const (
	stuck         outcome = iota // the relaxation did not help
	moved                        // a move was carried out
	cutoffReached                // the limit is out of reach from here
)

// relaxed is how many of the moves that make the least more expensive are compared by
// the relaxation of what they lead to.
const relaxed = 12

// relax replaces the cover by one of the relaxation of the present state. Where
// that allows no move either, it carries out the one after which the relaxation
// is cheapest.
func (d *dive) relax() (outcome, error) {
	support, bound, ok, err := d.options.Relax(d.run.state, d.room(0))
	if err != nil || !ok {
		return stuck, err
	}
	if d.run.paid.Add(bound) >= d.options.Limit {
		return cutoffReached, nil
	}
	if err := d.cover(d.amounts(d.run.state, support)); err != nil {
		return stuck, err
	}
	if going, err := d.round(); going || err != nil {
		return moved, err
	}
	return d.compare()
}

// room is what the completion may cost once cost has been paid.
func (d *dive) room(price model.Cost) model.Cost {
	if d.options.Limit.IsSaturated() {
		return d.options.Limit
	}
	return max(0, d.options.Limit-d.run.paid.Add(price))
}

// compare carries out the best of some moves, by the relaxation.
func (d *dive) compare() (outcome, error) {
	moves, err := d.offers(relaxed)
	if err != nil {
		return stuck, err
	}
	best, low := -1, d.room(0)
	var bought []Primal
	state := packed.New(d.run.start.Problem)
	for k := range moves {
		state.CopyFrom(d.run.state)
		_, price, ok := moves[k].play(state)
		if !ok || price >= low {
			continue
		}
		support, bound, ok, err := d.options.Relax(state, low-price)
		if err != nil {
			return stuck, err
		}
		if total := price.Add(bound); ok && total < low {
			best, low, bought = k, total, support
		}
	}
	if best < 0 {
		return cutoffReached, nil
	}
	m := moves[best].move
	d.run.add(m.resources[:m.uses])
	uses, _ := d.run.have(&m)
	if d.run.carry(&m, uses[:m.uses], true) >= 0 {
		return stuck, nil
	}
	return moved, d.cover(d.amounts(d.run.state, bought))
}

// amounts translates the support of the relaxation of a state into resources of the
// start's vertices, and numbers them.
func (d *dive) amounts(s *packed.State, support []Primal) map[int32]float64 {
	slot := make([]int, 0, s.Count())
	for z := range packed.Bits(s.Live()) {
		slot = append(slot, z)
	}
	amount := make(map[int32]float64, len(support))
	for _, p := range support {
		if p.Resource.Kind != paths.Mul {
			p.Resource.Z = d.run.vertexOf[s.Vertex[slot[p.Resource.Z]].Edge]
		}
		p.Resource.Level = 0
		n := d.run.number(p.Resource)
		amount[n] = max(amount[n], p.Value)
	}
	return amount
}
