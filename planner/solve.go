package planner

import (
	"facet/model"
	"facet/planner/compact"
	"facet/planner/heuristic"
	"facet/planner/letters"
	"facet/planner/packing"
	"facet/planner/search"
)

// solve runs the method of the options.
func (t *task) solve() error {
	switch t.Method {
	case BranchAndBound:
		return t.branchAndBound(search.Faces)
	case EdgeElimination:
		return t.branchAndBound(search.Edges)
	}
	t.raise(packingBound(t.root), FromPacking)
	switch t.Method {
	case VertexElimination:
		return t.vertexElimination()
	case ChainDP:
		return t.chain()
	case Beam:
		return t.beam()
	case MultiStart:
		return t.multiStart()
	case DenseTangent:
		t.log(FromHeuristic, heuristic.DenseTangent(t.root), nil)
		return nil
	case DenseAdjoint:
		t.log(FromHeuristic, heuristic.DenseAdjoint(t.root), nil)
		return nil
	}
	return t.simple(t.Method)
}

// fits tells whether the method can work on the state at all.
func (t *task) fits() error {
	if t.Method == ChainDP {
		return heuristic.Separate(t.root)
	}
	return nil
}

// plan runs a method that makes one sequence.
func (t *task) plan(m Method) heuristic.Plan {
	stop := func() bool { return t.board.Check() != nil }
	switch m {
	case SparseTangent:
		return heuristic.SparseTangent(t.root, stop)
	case SparseAdjoint:
		return heuristic.SparseAdjoint(t.root, stop)
	case LocalSparseTangent:
		return heuristic.LocalSparseTangent(t.root, stop)
	case LocalSparseAdjoint:
		return heuristic.LocalSparseAdjoint(t.root, stop)
	case GreedyMinFill:
		return heuristic.GreedyMinFill(t.root, stop)
	}
	return heuristic.GreedyLocalCost(t.root, stop)
}

// simple runs a method that makes one sequence, as a method of its own.
func (t *task) simple(m Method) error {
	plan := t.plan(m)
	if err := t.board.Check(); err != nil && plan.Moves == nil {
		return err
	}
	if err := t.announce(FromHeuristic, plan.Moves, plan.Cost); err != nil {
		return err
	}
	t.meet()
	return nil
}

// packingBound is the path-packing bound of a state.
func packingBound(s *compact.State) model.Cost {
	var in letters.Graph
	s.Fill(&in, make([]int32, s.Slots()))
	var b packing.Bounder
	return b.Bound(&in)
}
