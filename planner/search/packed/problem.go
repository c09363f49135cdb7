package packed

import (
	"fmt"

	"facet/model"
	"facet/model/field"
)

// MaxVertices is how many line dag vertices a problem may start with. Rows of
// bits grow with the square of it.
const MaxVertices = 8192

// Problem is what never changes while a dag is searched: sizes, costs of the
// elementals, and the random points behind the values.
type Problem struct {
	Dag    *model.Dag
	Size   []model.Cost // n_i by dag vertex
	Source []bool
	Sink   []bool
	Point  []uint64 // value of the elemental Jacobian by edge
}

// NewProblem prepares a dag. It fails for a dag with more edges than
// MaxVertices.
func NewProblem(dag *model.Dag) (*Problem, error) {
	if len(dag.Edges) > MaxVertices {
		return nil, fmt.Errorf("the dag has %d edges, the planner takes at most %d: make the dag coarser",
			len(dag.Edges), MaxVertices)
	}
	p := &Problem{
		Dag:    dag,
		Size:   make([]model.Cost, len(dag.Vertices)),
		Source: make([]bool, len(dag.Vertices)),
		Sink:   make([]bool, len(dag.Vertices)),
		Point:  make([]uint64, len(dag.Edges)),
	}
	for i := range dag.Vertices {
		p.Size[i], p.Source[i], p.Sink[i] = dag.Size(i), dag.IsSource(i), dag.IsSink(i)
	}
	for k := range dag.Edges {
		p.Point[k] = field.Point(uint64(k))
	}
	return p, nil
}
