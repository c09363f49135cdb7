package planner

import (
	"facet/planner/search"
	"facet/planner/vertex"
)

// vertexElimination is exact vertex elimination as a method of its own.
func (t *task) vertexElimination() error {
	result, err := vertex.Search(t.root, t.board, vertex.Options{Memory: t.Memory})
	if result.Moves != nil || result.Cost == 0 {
		if err := t.announce(FromVertex, result.Moves, result.Cost); err != nil {
			return err
		}
	}
	if err != nil {
		return err
	}
	if result.Proven {
		return t.exhausted(search.Edges)
	}
	t.meet()
	return nil
}
