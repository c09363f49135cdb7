package presolve

import (
	"slices"

	"facet/model"
)

// net is a dag under reduction: the vertices of the dag and the live vertices of
// its line dag as edges between them. An edge without Jacobian may run beside
// one with a Jacobian.
type net struct {
	size    []model.Cost
	in, out [][]*edge
	models  int     // how many edges have one
	born    model.Z // the name of the next fill
}

type edge struct {
	from, to           int32
	z                  model.Z
	jacobian, modelled bool
	tangent, adjoint   model.Cost
}

// bare reports whether products are the only way to use the edge.
func (e *edge) bare() bool { return e.jacobian && !e.modelled }

// newNet reads a state. It fails for states in which some pair of edges that
// meet is no face any more: they are line dags of no dag.
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
		e := &edge{from: int32(s.Source(z)), to: int32(s.Target(z)), z: z, jacobian: s.HasJacobian(z)}
		if e.tangent, e.adjoint, e.modelled = s.Model(z); e.modelled {
			n.models++
		}
		n.insert(e)
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
	if e.modelled {
		n.models--
	}
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
// an edge with a Jacobian absorbs, else a fill is born.
func (n *net) product(from, to int32) {
	for _, e := range n.out[from] {
		if e.to == to && e.jacobian {
			if e.modelled {
				e.modelled = false
				n.models--
			}
			return
		}
	}
	n.insert(&edge{from: from, to: to, z: n.born, jacobian: true})
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

// costs are T and A of an edge as this direction sees them.
func (v view) costs(e *edge) (tangent, adjoint model.Cost) {
	if v.mirrored {
		return e.adjoint, e.tangent
	}
	return e.tangent, e.adjoint
}

func (v view) source(i int32) bool { return len(v.before(i)) == 0 }
