package planner

import (
	"fmt"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/heuristic"
	"facet/planner/instance"
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
		_, err := heuristic.Chain(t.root)
		return err
	}
	return nil
}

var simpleMethods = map[Method]func(*compact.State) heuristic.Plan{
	SparseTangent:      heuristic.SparseTangent,
	SparseAdjoint:      heuristic.SparseAdjoint,
	LocalSparseTangent: heuristic.LocalSparseTangent,
	LocalSparseAdjoint: heuristic.LocalSparseAdjoint,
	GreedyMinFill:      heuristic.GreedyMinFill,
	GreedyLocalCost:    heuristic.GreedyLocalCost,
}

// simple runs a method that makes one sequence.
func (t *task) simple(m Method) error {
	run, ok := simpleMethods[m]
	if !ok {
		return fmt.Errorf("%s is not a heuristic", m)
	}
	plan := run(t.root)
	if err := t.announce(FromHeuristic, plan.Moves, plan.Cost); err != nil {
		return err
	}
	t.meet()
	return nil
}

// packingBound is the path-packing bound of a state.
func packingBound(s *compact.State) model.Cost {
	var in instance.Instance
	s.Fill(&in, make([]int32, s.Slots()))
	var b packing.Bounder
	return b.Bound(&in)
}
