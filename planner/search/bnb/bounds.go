package bnb

import (
	"facet/model"
	"facet/planner/bound/packing"
	"facet/planner/linegraph"
	"facet/planner/search/packed"
)

// Bounds gives lower bounds of what is left. Its workspace belongs to one
// worker.
type Bounds interface {
	// Expand bounds the state of a node that is about to be explored, and gets
	// ready for its children. There is no use for more than room. It may start
	// to follow paths in s.
	Expand(s *packed.State, room model.Cost) model.Cost

	// Child bounds a state that one step has led to from that of the last
	// Expand. There is no use for more than room.
	Child(s *packed.State, room model.Cost) model.Cost
}

// Nothing is no bound at all.
type Nothing struct{}

// Expand is 0.
func (Nothing) Expand(*packed.State, model.Cost) model.Cost { return 0 }

// Child is 0.
func (Nothing) Child(*packed.State, model.Cost) model.Cost { return 0 }

// Simple is the bound of the published reference: the sum over vertices without
// Jacobian of the least of n_i*T, n_j*A, T times the smallest size before, and A
// times the smallest size behind. Each such vertex is accumulated, or its
// tangent or its adjoint is used at least once.
type Simple struct {
	before, behind []model.Cost // least size of a vertex with a path from or to here, itself included
}

// NewSimple prepares the bound for a dag.
func NewSimple(p *packed.Problem) *Simple {
	b := &Simple{before: append([]model.Cost(nil), p.Size...), behind: append([]model.Cost(nil), p.Size...)}
	order := p.Dag.Topological()
	for _, i := range order {
		for _, k := range p.Dag.Out(i) {
			to := p.Dag.Edges[k].Target
			b.before[to] = min(b.before[to], b.before[i])
		}
	}
	for k := len(order) - 1; k >= 0; k-- {
		for _, e := range p.Dag.In(order[k]) {
			from := p.Dag.Edges[e].Source
			b.behind[from] = min(b.behind[from], b.behind[order[k]])
		}
	}
	return b
}

// Expand is 0: the state was bounded when it was made.
func (b *Simple) Expand(*packed.State, model.Cost) model.Cost { return 0 }

// Child is the bound.
func (b *Simple) Child(s *packed.State, _ model.Cost) model.Cost {
	var sum model.Cost
	for z := range packed.Bits(s.Live()) {
		v := &s.Vertex[z]
		if v.Jacobian {
			continue
		}
		e := &s.Problem.Dag.Edges[v.Edge]
		if s.Problem.Dag.HasPatterns() { // one column or row can be all there is
			sum = sum.Add(min(s.Problem.Dag.LeastAccumulation(e), e.Tangents(1), e.Adjoints(1)))
			continue
		}
		sum = sum.Add(min(s.Problem.Dag.LeastAccumulation(e), e.Tangents(b.before[v.From]),
			e.Adjoints(b.behind[v.To])))
	}
	return sum
}

// Packing is the path-packing bound.
type Packing struct {
	in   linegraph.Graph
	at   []int32
	work packing.Bounder
}

// Expand is 0: the state was bounded when it was made.
func (b *Packing) Expand(*packed.State, model.Cost) model.Cost { return 0 }

// Child is the bound.
func (b *Packing) Child(s *packed.State, _ model.Cost) model.Cost {
	b.fill(s)
	return b.work.Bound(&b.in)
}

func (b *Packing) fill(s *packed.State) {
	for len(b.at) < s.Slots() {
		b.at = append(b.at, 0)
	}
	s.Fill(&b.in, b.at)
}
