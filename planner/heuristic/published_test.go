package heuristic

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/samples"
)

// published is greedy minimum fill with the ties of the paper's implementation. Fill
// counts faces as in GreedyMinFill, but a merge that a step causes is negative fill, too,
// and so is a preaccumulation that merges. Of faces with the same fill the first in the
// order of the file is taken, unless a later one has an absorber without Jacobian and is
// cheaper even with the absorber's preaccumulation, which then follows it.
type published struct{ s *model.State }

// try carries out preaccumulations and an elimination: what is left, and what was spent.
// It fails where an operation is not possible.
func (p published) try(
	f model.Face, accumulate []model.Z, mode model.Mode,
) (end *model.State, cost model.Cost, ok bool) {
	s := p.s
	take := func(o model.Op) bool {
		next, change, err := s.Apply(o)
		if err != nil {
			return false
		}
		for _, e := range change.Events {
			if e.Kind == model.Merged {
				f = model.Face{U: instead(f.U, e), V: instead(f.V, e)}
			}
		}
		s = next
		return true
	}
	for _, z := range accumulate {
		if !take(model.Accumulate(z, p.mode(z))) {
			return nil, 0, false
		}
	}
	if !take(model.Eliminate(f, mode)) {
		return nil, 0, false
	}
	return s, s.Spent() - p.s.Spent(), true
}

// accumulate is the state after a preaccumulation, and its price.
func (p published) accumulate(z model.Z) (*model.State, model.Cost) {
	s, change, err := p.s.Apply(model.Accumulate(z, p.mode(z)))
	if err != nil {
		panic(err) // z has no Jacobian, so it has a model
	}
	return s, change.Price
}

func instead(z model.Z, e model.Event) model.Z {
	if z == e.Other {
		return e.Z
	}
	return z
}

// mode is the cheaper mode of a preaccumulation, adjoint where both cost the same.
func (p published) mode(z model.Z) model.Mode {
	e, g := p.s.Elemental(z), p.s.Dag()
	tangent := model.Cost(g.Vertices[e.Source].Size).Times(e.Tangent)
	adjoint := model.Cost(g.Vertices[e.Target].Size).Times(e.Adjoint)
	if tangent < adjoint {
		return model.TAN
	}
	return model.ADJ
}

// cheapest is the cheapest way to eliminate a face, the first of those that cost the same.
func (p published) cheapest(f model.Face) (end *model.State, cost model.Cost) {
	cost = model.Saturated
	way := func(mode model.Mode, accumulate ...model.Z) {
		if s, c, ok := p.try(f, accumulate, mode); ok && c < cost {
			end, cost = s, c
		}
	}
	switch u, v := p.s.HasJacobian(f.U), p.s.HasJacobian(f.V); {
	case u && v:
		way(model.TAN)
		way(model.ADJ)
		way(model.MUL)
	case u:
		way(model.MUL, f.V)
		way(model.ADJ, f.V)
		way(model.TAN)
	case v:
		way(model.MUL, f.U)
		way(model.TAN, f.U)
		way(model.ADJ)
	default:
		way(model.MUL, f.U, f.V)
		way(model.TAN, f.U)
		way(model.ADJ, f.V)
	}
	return end, cost
}

// in and out are the neighbours of a vertex of the line dag, sources and sinks included.
func (p published) in(z model.Z) []model.Z {
	if i := p.s.Source(z); p.s.Dag().IsSource(i) {
		return []model.Z{-1 - model.Z(i)}
	}
	return p.s.Preds(z)
}

func (p published) out(z model.Z) []model.Z {
	if k := p.s.Target(z); p.s.Dag().IsSink(k) {
		return []model.Z{-1 - model.Z(k)}
	}
	return p.s.Succs(z)
}

// like finds a vertex with these neighbours, if possible one with a Jacobian.
func (p published) like(but model.Z, in, out []model.Z) model.Z {
	found := model.NoZ
	for _, z := range p.s.Vertices() {
		if z == but || !slices.Equal(p.in(z), in) || !slices.Equal(p.out(z), out) {
			continue
		}
		if p.s.HasJacobian(z) {
			return z
		}
		found = z
	}
	return found
}

// full reports whether a vertex is there and has a Jacobian.
func (p published) full(z model.Z) bool { return z != model.NoZ && p.s.HasJacobian(z) }

func without(all []model.Z, z model.Z) []model.Z {
	return slices.DeleteFunc(slices.Clone(all), func(other model.Z) bool { return other == z })
}

// step is the state after the best step; nil where no face is left.
func (p published) step(first func(a, b model.Z) int) (next *model.State) {
	s, g := p.s, p.s.Dag()
	least, price := 1<<30, model.Saturated
	all := slices.SortedFunc(slices.Values(s.Vertices()), first)
	for _, z := range all { // a preaccumulation that merges, and saves columns or rows
		in, out := p.in(z), p.out(z)
		if s.HasJacobian(z) || !p.full(p.like(z, in, out)) {
			continue
		}
		saved, ends := int64(0), int64(0)
		if p.mode(z) == model.TAN {
			ends = g.Vertices[s.Source(z)].Size
			for _, u := range s.Preds(z) {
				saved += g.Vertices[s.Source(u)].Size
			}
		} else {
			ends = g.Vertices[s.Target(z)].Size
			for _, v := range s.Succs(z) {
				saved += g.Vertices[s.Target(v)].Size
			}
		}
		if ends < saved {
			next, price = p.accumulate(z)
			least = -len(in) - len(out)
		}
	}
	for _, u := range all {
		for _, v := range slices.SortedFunc(slices.Values(s.Succs(u)), first) {
			in, out, through, into := p.in(u), p.out(v), p.out(u), p.in(v)
			fill := 0
			absorber := p.like(model.NoZ, in, out)
			if !p.full(absorber) {
				fill += len(in) + len(out)
			}
			if len(through) == 1 || s.HasJacobian(u) && p.full(p.like(u, in, without(through, v))) {
				fill -= len(in) + len(through) - 1
			}
			if len(into) == 1 || s.HasJacobian(v) && p.full(p.like(v, without(into, u), out)) {
				fill -= len(out) + len(into) - 1
			}
			end, cost := p.cheapest(model.Face{U: u, V: v})
			if fill < least {
				next, price, least = end, cost, fill
			} else if fill == least && absorber != model.NoZ && !p.full(absorber) {
				if with, more := (published{end}).accumulate(absorber); cost+more < price {
					next, price, least = with, cost+more, fill-len(in)-len(out)
				}
			}
		}
	}
	return next
}

// newtonStep gives the edges of a Newton step the places that they have in the paper's
// file: the residual stands before its Jacobian there, and the identity last.
var newtonStep = []int{2, 3, 0, 1, 6, 5, 4}

// With these ties minimum fill has the totals that the paper prints. Of ten Newton steps
// it has another one where the file has the edges in another order.
func TestTiesOfThePaper(t *testing.T) {
	for _, c := range []struct {
		dag  string
		ours bool // the order of our file
		want model.Cost
	}{
		{"lion", false, 20}, {"bat", false, 36}, {"newton1", false, 80000}, {"newton2", false, 162000},
		{"newton10", false, 828000}, {"newton10", true, 818000}, {"openfoam", false, 109332394347850},
	} {
		text, err := samples.Open(c.dag)
		if err != nil {
			t.Fatal(err)
		}
		g, err := format.Read(c.dag, bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		place := func(z model.Z) int {
			if int(z) < len(g.Edges) && strings.HasPrefix(c.dag, "newton") && !c.ours {
				return int(z) - int(z)%len(newtonStep) + newtonStep[int(z)%len(newtonStep)]
			}
			return int(z)
		}
		first := func(a, b model.Z) int { return place(a) - place(b) }
		s := model.NewState(g)
		for next := s; next != nil; next = (published{s}).step(first) {
			s = next
		}
		for _, z := range s.Vertices() {
			if !s.HasJacobian(z) {
				s, _ = published{s}.accumulate(z)
			}
		}
		if !s.Done() || s.Spent() != c.want {
			t.Errorf("%s: %s, the paper has %s", c.dag, s.Spent(), c.want)
		}
	}
}
