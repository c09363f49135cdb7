package presolve

import (
	"slices"

	"facet/model"
)

// net is a dag under reduction: the vertices of the dag and the live vertices of
// its line dag as edges between them, each with a Jacobian and no model.
type net struct {
	size    []model.Cost
	in, out [][]*edge
	born    model.Z // the name of the next fill
}

type edge struct {
	from, to int32
	z        model.Z
}

// newNet reads a state. It fails for states with models, and for those in which some pair of
// edges that meet is no face any more: they are line dags of no dag. Else no two edges have the
// same ends: they would have merged.
func newNet(s *model.State) (*net, bool) {
	g := s.Dag()
	n := &net{
		size: make([]model.Cost, len(g.Vertices)), in: make([][]*edge, len(g.Vertices)),
		out:  make([][]*edge, len(g.Vertices)),
		born: model.Z(s.Born()),
	}
	for i := range n.size {
		n.size[i] = g.Size(i)
	}
	all := s.Vertices()
	for _, z := range all {
		if s.Elemental(z) != nil {
			return nil, false
		}
		n.insert(&edge{from: int32(s.Source(z)), to: int32(s.Target(z)), z: z})
	}
	for _, z := range all {
		if len(s.Succs(z)) != len(n.out[s.Target(z)]) || len(s.Preds(z)) != len(n.in[s.Source(z)]) {
			return nil, false
		}
	}
	return n, true
}

func (n *net) insert(e *edge) {
	n.out[e.from] = append(n.out[e.from], e)
	n.in[e.to] = append(n.in[e.to], e)
}

func (n *net) remove(e *edge) {
	same := func(x *edge) bool { return x == e }
	n.out[e.from] = slices.DeleteFunc(n.out[e.from], same)
	n.in[e.to] = slices.DeleteFunc(n.in[e.to], same)
}

// junctions counts the vertices at which there are faces.
func (n *net) junctions() int {
	sum := 0
	for i := range n.size {
		if len(n.in[i]) > 0 && len(n.out[i]) > 0 {
			sum++
		}
	}
	return sum
}

// product is Rule 2.1 between two vertices all of whose neighbours are faces:
// an edge between them absorbs, else a fill is born.
func (n *net) product(from, to int32) {
	if slices.ContainsFunc(n.out[from], func(e *edge) bool { return e.to == to }) {
		return
	}
	n.insert(&edge{from: from, to: to, z: n.born})
	n.born++
}

// view is a net in one of its two directions: what a rule says of the edges
// before a junction, its mirror image says of those behind it.
type view struct {
	*net
	mirrored bool
}

func (v view) mirror() view { return view{v.net, !v.mirrored} }

// before lists the edges that lead to i, behind those that lead on.
func (v view) before(i int32) []*edge {
	if v.mirrored {
		return v.out[i]
	}
	return v.in[i]
}

func (v view) behind(i int32) []*edge { return v.mirror().before(i) }

// near and far are the ends of an edge.
func (v view) near(e *edge) int32 {
	if v.mirrored {
		return e.to
	}
	return e.from
}

func (v view) far(e *edge) int32 { return v.mirror().near(e) }

func (v view) source(i int32) bool { return len(v.before(i)) == 0 }
