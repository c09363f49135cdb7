package packed

import (
	"fmt"

	"facet/model"
)

// MaxVertices is how many line dag vertices a problem may start with. Rows of
// bits grow with the square of it.
const MaxVertices = 8192

// Problem is what never changes while a dag is searched: sizes and costs of the
// elementals.
type Problem struct {
	Dag  *model.Dag
	Size []model.Cost // n_i by dag vertex
}

// NewProblem prepares a dag. It fails for a dag with more edges than
// MaxVertices.
func NewProblem(dag *model.Dag) (*Problem, error) {
	if len(dag.Edges) > MaxVertices {
		return nil, fmt.Errorf("the dag has %d edges, the planner takes at most %d: make the dag coarser",
			len(dag.Edges), MaxVertices)
	}
	p := &Problem{Dag: dag, Size: make([]model.Cost, len(dag.Vertices))}
	for i := range dag.Vertices {
		p.Size[i] = dag.Size(i)
	}
	return p, nil
}
