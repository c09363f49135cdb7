// Package linegraphtest has what tests of lower bounds need: dags of known
// optimum, random dags of every mixture of flags, random walks, and an
// exhaustive solver that uses no bound at all.
//
// # Files
//
//	cases.go               dags of the literature
//	gap.go, vcycles.go     dags on which bounds are hard
//	random.go              random dags and walks
//	shards.go              random tests in parallel parts
//	optimum.go, spaces.go  the exhaustive solver
//	stategraph.go          all states of a dag at once
package linegraphtest

import (
	"encoding/binary"
	"slices"

	"facet/model"
	"facet/model/pattern"
)

// Solver finds optima by trying everything. It remembers the optimum of every
// state that it has seen; use one Solver for one dag.
type Solver struct {
	Limit int   // how many states it may remember; 0 means no limit
	Space Space // what its sequences consist of

	known map[string]model.Cost
	texts texts
}

// texts are patterns as texts, which are written once: states share patterns.
type texts map[*pattern.Pattern]string

func (t texts) of(p *pattern.Pattern) string {
	text, ok := t[p]
	if !ok {
		text = p.Canonical()
		t[p] = text
	}
	return text
}

// Optimum is the least cost of completing s; ok is false if Limit was reached.
//
// It tries every face and every preaccumulation, each in its cheapest mode: the
// mode changes the cost and nothing else.
func (o *Solver) Optimum(s *model.State) (cost model.Cost, ok bool) {
	if o.known == nil {
		o.known, o.texts = make(map[string]model.Cost), make(texts)
	}
	return o.optimum(s, group{})
}

func (o *Solver) optimum(s *model.State, under group) (cost model.Cost, ok bool) {
	if s.Done() {
		return 0, true
	}
	if !under.goesOn(s) {
		under = group{}
	}
	key := stateKey(s, o.texts) + under.key()
	if cost, ok := o.known[key]; ok {
		return cost, true
	}
	if o.Limit > 0 && len(o.known) >= o.Limit {
		return 0, false
	}
	best := model.Saturated
	for _, c := range moves(s) {
		next, _, err := s.Apply(c.Op)
		if err != nil {
			panic(err)
		}
		for _, g := range o.Space.groups(s, under, c.Op) {
			rest, ok := o.optimum(next, g)
			if !ok {
				return 0, false
			}
			best = min(best, c.Price.Add(rest))
		}
	}
	o.known[key] = best
	return best, true
}

// moves lists the cheapest mode of every face that can be eliminated and of
// every preaccumulation.
func moves(s *model.State) []model.Choice {
	var moves []model.Choice
	for _, z := range s.Vertices() {
		if s.HasJacobian(z) {
			continue
		}
		if c, ok := model.Cheapest(s.Accumulations(z)); ok {
			moves = append(moves, c)
		}
	}
	for _, f := range s.AllFaces() {
		if c, ok := model.Cheapest(s.Choices(f)); ok {
			moves = append(moves, c)
		}
	}
	return moves
}

// stateKey is the same for two states only if they have the same structure, so
// that completing them costs the same. No path is held by two live vertices, so
// the smallest path of each names it.
func stateKey(s *model.State, written texts) string {
	vertices := s.Vertices()
	slices.SortFunc(vertices, func(a, b model.Z) int {
		return slices.Compare(s.Label(a).First(), s.Label(b).First())
	})
	at := make(map[model.Z]uint64, len(vertices))
	for n, z := range vertices {
		at[z] = uint64(n)
	}
	var key []byte
	for _, z := range vertices {
		path := s.Label(z).First()
		key = binary.AppendUvarint(key, uint64(len(path)))
		for _, i := range path {
			key = binary.AppendUvarint(key, uint64(i))
		}
		if p := s.Pattern(z); p != nil { // the same place may hold other sums
			key = append(key, written.of(p)...)
		}
		flags := uint64(0)
		if s.HasJacobian(z) {
			flags |= 1
		}
		if _, _, ok := s.Model(z); ok {
			flags |= 2
		}
		key = binary.AppendUvarint(key, flags)
		succs := make([]uint64, 0, len(s.Succs(z)))
		for _, n := range s.Succs(z) {
			succs = append(succs, at[n])
		}
		slices.Sort(succs)
		key = binary.AppendUvarint(key, uint64(len(succs)))
		for _, n := range succs {
			key = binary.AppendUvarint(key, n)
		}
	}
	return string(key)
}
