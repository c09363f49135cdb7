package planner

import (
	"facet/model"
	"facet/planner/compact"
	"facet/planner/search"
	"facet/planner/vertex"
)

// openingNodes limits the vertex elimination that only has to deliver a good
// incumbent: on dags where it does not end by then, the search goes on from its
// best guess.
const openingNodes = 2000

// branchAndBound is the exact search over faces or over edge eliminations: an
// incumbent and a bound at the root, which is often all that is needed, then
// branch and bound.
func (t *task) branchAndBound(space search.Space) error {
	if err := t.open(space); err != nil {
		return err
	}
	root, prefix, paid := t.normalized()
	if space == search.Faces && t.Bound <= BoundPacking && t.raise(paid.Add(packingBound(root)), FromPacking) {
		return nil
	}
	if root.Faces() == 0 {
		if err := t.announce(FromHeuristic, prefix, paid); err != nil {
			return err
		}
		t.finish(true)
		return nil
	}
	source := FromSearch
	if space == search.Edges {
		source = FromEdge
	}
	err := search.Run(search.Config{
		Start: root, Board: t.board, Space: space, Memory: t.Memory,
		Bounds: t.bounds, Paid: paid,
		Found: func(moves []compact.Move, cost model.Cost) error {
			return t.announce(source, append(prefix[:len(prefix):len(prefix)], moves...), cost)
		},
		Lower: func(bound model.Cost) {
			if space == search.Faces {
				t.raise(bound, t.boundSource())
			}
		},
	})
	if err != nil {
		return err
	}
	t.finish(space == search.Faces)
	return nil
}

// normalized accumulates what stands alone between a source and a sink: its
// price has to be paid in any case, and nothing is lost by paying it first.
func (t *task) normalized() (root *compact.State, prefix []compact.Move, paid model.Cost) {
	root = t.root.Clone()
	for z := 0; z < root.Slots(); z++ {
		if !root.IsLive(z) || root.Vertex[z].Jacobian || root.Touches(z) {
			continue
		}
		mode, _ := root.Accumulation(z)
		move := compact.Accumulation(z, mode)
		prefix = append(prefix, move)
		paid = paid.Add(root.Play(move))
	}
	return root, prefix, paid
}

// open finds the first incumbents. Greedy sequences are no edge eliminations.
func (t *task) open(space search.Space) error {
	if t.Opening == OpenWithNothing {
		return nil
	}
	opening := []Method{SparseTangent, SparseAdjoint, LocalSparseTangent, LocalSparseAdjoint}
	if space == search.Faces {
		opening = append(opening, GreedyMinFill)
	}
	for _, m := range opening {
		plan := simpleMethods[m](t.root)
		if err := t.announce(FromHeuristic, plan.Moves, plan.Cost); err != nil {
			return err
		}
		if err := t.board.Check(); err != nil {
			return err
		}
	}
	if t.Opening != OpenWithVertex {
		return nil
	}
	result, err := vertex.Search(t.root, t.board, vertex.Options{Limit: t.board.Best(), Nodes: openingNodes, Memory: t.Memory / 4})
	if result.Moves != nil {
		if err := t.announce(FromVertex, result.Moves, result.Cost); err != nil {
			return err
		}
	}
	return err
}

// bounds gives one worker's bound.
func (t *task) bounds() search.Bounds {
	switch t.Bound {
	case BoundNone:
		return search.Nothing{}
	case BoundSimple:
		return search.NewSimple(t.problem)
	case BoundPacking:
		return &search.Packing{}
	}
	return search.NewCover(t.ctx)
}

// boundSource is where the bounds of the search come from.
func (t *task) boundSource() Source {
	return [...]Source{BoundCover: FromCover, BoundPacking: FromPacking, BoundSimple: FromSimple, BoundNone: FromSearch}[t.Bound]
}
