package dive

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/search/packed"
)

// Result is where a dive has ended.
type Result struct {
	Moves []packed.Move // complete the start for Cost
	Cost  model.Cost    // saturated if the dive gave up
}

// Options of a dive.
type Options struct {
	Limit model.Cost // a dive that cannot end below it gives up
	Noise float64    // of the order in which the cover is reduced; 0 is none
	Rand  *rand.Rand

	// Check is asked again and again; its error ends the dive.
	Check func() error
}

// stirring is the noise of every dive from a support but the first.
const stirring = 0.3

// Dives makes some dives from a support, until one ends at the bound. Each that ends below
// the limit is found, and is the limit of the next.
func (p *Problem) Dives(most int, support []paths.Primal, bound model.Cost, o Options,
	found func(Result) error) error {
	for n := range most {
		if n > 0 {
			o.Noise = stirring
		}
		r, err := p.Dive(support, o)
		if err != nil {
			return err
		}
		if r.Cost.IsSaturated() {
			continue
		}
		if err := found(r); err != nil || r.Cost <= bound {
			return err
		}
		o.Limit = r.Cost
	}
	return nil
}

// Dive completes the start by selecting the relaxation's support. It makes an
// integral cover of the support, and then eliminates faces with resources of the
// cover, in random order, as long as all paths stay derivable from what is left
// of it. Where no face can go it selects more: as little as it finds.
func (p *Problem) Dive(support []paths.Primal, o Options) (Result, error) {
	amount := make(map[int32]float64)
	for _, s := range support {
		s.Resource.Level = 0 // what selects a part of a higher level selects this, too
		n := p.number(s.Resource)
		amount[n] = max(amount[n], s.Value)
	}
	d := dive{run: p.run(o.Check), options: o}
	if err := d.cover(amount); err != nil {
		return Result{}, err
	}
	for {
		if err := o.Check(); err != nil {
			return Result{}, err
		}
		if d.run.paid >= o.Limit {
			return Result{Cost: model.Saturated}, nil
		}
		going, err := d.round()
		if err != nil {
			return Result{}, err
		}
		if going {
			continue
		}
		if d.run.state.Faces() == 0 {
			break
		}
		if d.addBlocked() {
			continue
		}
		if lost, err := d.beaten(); err != nil {
			return Result{}, err
		} else if lost {
			return Result{Cost: model.Saturated}, nil
		}
		if err := d.force(); err != nil {
			return Result{}, err
		}
	}
	for z := range packed.Bits(d.run.state.Live()) {
		if !d.run.state.Vertex[z].Jacobian {
			mode, cost := d.run.state.Accumulation(z)
			d.run.moves, d.run.paid = append(d.run.moves, packed.Accumulation(z, mode)), d.run.paid.Add(cost)
		}
	}
	if d.run.paid >= o.Limit && !o.Limit.IsSaturated() {
		return Result{Cost: model.Saturated}, nil
	}
	return Result{Moves: d.run.moves, Cost: d.run.paid}, nil
}

// add selects resources and forgets the failures that they may heal.
func (r *run) add(missing []paths.Resource) {
	for _, resource := range missing {
		n := r.number(resource)
		r.grow()
		r.x[n] = true
		for a, w := range r.failed {
			if r.resources[n].paths.has(int(w)) {
				delete(r.failed, a)
			}
		}
	}
}

type dive struct {
	run     *run
	options Options
	missing []paths.Resource
}

var modes = [...]model.Mode{model.TAN, model.ADJ, model.MUL}

// round tries every move once that the cover allows. It reports whether one of
// them could be carried out.
func (d *dive) round() (bool, error) {
	moves := d.list(func(m *move) bool { _, ok := d.run.have(m); return ok })
	going := false
	for k := range moves {
		m := &moves[k]
		if k%64 == 63 {
			if err := d.options.Check(); err != nil {
				return false, err
			}
		}
		now, ok := d.run.mode(m.u, m.v, m.mode) // earlier moves may have changed it
		if !ok {
			continue
		}
		uses, ok := d.run.have(&now)
		if !ok {
			continue
		}
		name := now.attempt(d.run.state)
		if _, failed := d.run.failed[name]; failed {
			continue
		}
		var room [1]int32
		if harmed := d.run.harmed(&now, uses[:now.uses], 1, room[:0]); len(harmed) > 0 {
			d.run.failed[name] = harmed[0]
			continue
		}
		if w := d.run.carry(&now, uses[:now.uses]); w >= 0 {
			d.run.failed[name] = w
			continue
		}
		going = true
	}
	return going, nil
}

// list gives the moves that pass, in random order.
func (d *dive) list(pass func(m *move) bool) []move {
	var all []move
	for u := range packed.Bits(d.run.state.Live()) {
		for v := range packed.Bits(d.run.state.S(u)) {
			for _, mode := range modes {
				if m, ok := d.run.mode(int32(u), int32(v), mode); ok && pass(&m) {
					all = append(all, m)
				}
			}
		}
	}
	d.options.Rand.Shuffle(len(all), func(a, b int) { all[a], all[b] = all[b], all[a] })
	return all
}

// tried is how many moves are compared where none is possible at no further cost.
const tried = 60

// offer is a move with what has to be selected for it: what it lacks itself, and
// what its paths need then.
type offer struct {
	move
	cost    float64
	missing []paths.Resource
}

// cheapest is the move that makes the least more expensive; ok is false where there is none.
func (d *dive) cheapest() (best offer, ok bool, err error) {
	moves := d.list(func(m *move) bool { return true })
	// Those whose resources are there come first, then those that lack the least.
	for k := range moves {
		moves[k].lack = d.lack(&moves[k])
	}
	slices.SortStableFunc(moves, func(a, b move) int { return cmp.Compare(a.lack, b.lack) })
	best.cost = math.Inf(1)
	for k := range moves[:min(tried, len(moves))] {
		if err := d.options.Check(); err != nil {
			return best, false, err
		}
		if cost := d.consider(&moves[k], best.cost); cost < best.cost {
			best, ok = offer{moves[k], cost, slices.Clone(d.missing)}, true
		}
	}
	return best, ok, nil
}

// force carries out the cheapest move, if it can be carried out.
func (d *dive) force() error {
	o, ok, err := d.cheapest()
	if err != nil {
		return err
	}
	if ok {
		d.run.add(o.resources[:o.uses])
		d.run.add(o.missing)
		uses, _ := d.run.have(&o.move)
		harmed := d.run.harmed(&o.move, uses[:o.uses], math.MaxInt, nil)
		if d.run.carry(&o.move, uses[:o.uses]) < 0 {
			d.run.mend(harmed)
			return nil
		}
	}
	return d.multiply()
}

// multiply multiplies at the first face that there is: that needs no models.
func (d *dive) multiply() error {
	for u := range packed.Bits(d.run.state.Live()) {
		for v := range packed.Bits(d.run.state.S(u)) {
			m, _ := d.run.mode(int32(u), int32(v), model.MUL)
			d.run.add(m.resources[:m.uses])
			uses, _ := d.run.have(&m)
			harmed := d.run.harmed(&m, uses[:m.uses], math.MaxInt, nil)
			d.run.carry(&m, uses[:m.uses])
			d.run.mend(harmed)
			return nil
		}
	}
	return nil
}

// addBlocked looks for a path through the line dag on which no face can go with the
// resources of the cover. No derivation of it is left, so it is a path that was not
// known: it is taken in and its resources are selected. It reports whether there was one.
func (d *dive) addBlocked() bool {
	if d.run.complete {
		return false
	}
	path := d.blocked()
	if path == nil || len(path) > sampledVertices {
		return false
	}
	var vertices, at []int32
	for _, z := range path {
		for k, l := range d.run.expansion[z] {
			vertices = append(vertices, l)
			if k == 0 {
				at = append(at, z)
			} else {
				at = append(at, -1)
			}
		}
	}
	before := len(d.run.paths)
	d.run.Add(vertices)
	d.run.grow()
	if len(d.run.paths) == before {
		return false
	}
	d.run.enter(at)
	d.run.mend([]int32{int32(before)})
	return true
}

// blocked finds a path of slots from a source to a sink without a face that the
// cover can eliminate, or nil.
func (d *dive) blocked() []int32 {
	const fresh, open = 0, 1 // open: visited, and no way on was found or is known yet
	seen := make([]uint8, d.run.state.Slots())
	var path []int32
	var walk func(z int) bool
	walk = func(z int) bool {
		seen[z] = open
		path = append(path, int32(z))
		end := true
		for v := range packed.Bits(d.run.state.S(z)) {
			end = false
			if seen[v] == fresh && !d.fusable(int32(z), int32(v)) && walk(v) {
				return true
			}
		}
		if end && len(path) > 1 {
			return true
		}
		path = path[:len(path)-1]
		return false
	}
	for z := range packed.Bits(d.run.state.Live()) {
		first := true
		for range packed.Bits(d.run.state.P(z)) {
			first = false
			break
		}
		if first && seen[z] == fresh && walk(z) {
			return path
		}
	}
	return nil
}

func (d *dive) fusable(u, v int32) bool {
	for _, mode := range modes {
		if m, ok := d.run.mode(u, v, mode); ok {
			if _, ok := d.run.have(&m); ok {
				return true
			}
		}
	}
	return false
}

// lack is the cost of the resources that the move needs and that are not there.
func (d *dive) lack(m *move) float64 {
	sum := 0.0
	for _, resource := range m.resources[:m.uses] {
		if n := d.run.lookup(resource); n < 0 || !d.run.x[n] {
			sum += float64(resource.Cost(&d.run.graph))
		}
	}
	return sum
}

// consider gives the cost of what has to be selected for a move, and leaves in
// missing what its paths need then.
func (d *dive) consider(m *move, limit float64) float64 {
	cost := d.lack(m)
	d.missing = d.missing[:0]
	if cost >= limit || math.IsInf(cost, 1) || saturated(cost) {
		return math.Inf(1)
	}
	var lacking []int32
	var uses [3]int32
	for k, resource := range m.resources[:m.uses] {
		n := d.run.number(resource)
		d.run.grow()
		uses[k] = n
		if !d.run.x[n] {
			lacking = append(lacking, n)
			d.run.x[n] = true
		}
	}
	harmed := d.run.harmed(m, uses[:m.uses], math.MaxInt, nil)
	d.run.spend(uses[:m.uses], false)
	if m.accU {
		d.run.given[0] = m.u
	}
	if m.accV {
		d.run.given[1] = m.v
	}
	j := d.run.state.Vertex[m.u].To
	var added []int32
	for _, w := range harmed {
		skip := int32(-1)
		if d.run.isFused(m, int(w)) {
			skip = j
		}
		if d.run.derivable(w, skip) {
			continue
		}
		if d.options.Check() != nil {
			cost = math.Inf(1)
			break
		}
		before := len(d.missing)
		var more float64
		d.missing, more = d.run.repair(w, skip, d.missing)
		if cost += more; cost >= limit {
			break
		}
		for _, resource := range d.missing[before:] {
			n := d.run.number(resource)
			d.run.grow()
			if !d.run.x[n] {
				d.run.x[n] = true
				added = append(added, n)
			}
		}
	}
	d.run.given = [2]int32{-1, -1}
	for _, n := range added {
		d.run.x[n] = false
	}
	d.run.spend(uses[:m.uses], true)
	for _, n := range lacking {
		d.run.x[n] = false
	}
	return cost
}
