package generate

import (
	"fmt"
	"strconv"

	"facet/model"
)

// Newton gives the dag of Newton's method after some steps, for n states and m
// parameters: the paper's Figure 2, chained. Vertex -1 is the first state, 0
// the parameters; each step adds its approximate Jacobian R' of n*n entries,
// its residual R of n entries, and its state. Costs are 2n^3 for a tangent of
// R', 2n^2 of R, n^3 and 4n^3/5 for the two ways into the new state, 0 for the
// identity between states; adjoints cost twice as much.
func Newton(steps, n, m int) (*model.Dag, error) {
	switch {
	case steps < 1 || steps > 10_000:
		return nil, fmt.Errorf("%d Newton steps: choose a number from 1 to 10000", steps)
	case n < 1 || n > 100_000:
		return nil, fmt.Errorf("%d states: choose a number from 1 to 100000", n)
	case m < 1 || m > 1_000_000_000:
		return nil, fmt.Errorf("%d parameters: choose a number from 1 to 10^9", m)
	}
	size := int64(n)
	square, cube := model.Cost(size*size), model.Cost(size*size*size)
	var b builder
	state, parameters := b.vertex("-1", size), b.vertex("0", int64(m))
	for step := range steps {
		jacobian := b.vertex(strconv.Itoa(3*step+1), size*size)
		residual := b.vertex(strconv.Itoa(3*step+2), size)
		next := b.vertex(strconv.Itoa(3*step+3), size)
		b.edge(state, jacobian, 2*cube, 4*cube)
		b.edge(parameters, jacobian, 2*cube, 4*cube)
		b.edge(state, residual, 2*square, 4*square)
		b.edge(parameters, residual, 2*square, 4*square)
		b.edge(state, next, 0, 0)
		b.edge(jacobian, next, cube, 2*cube)
		b.edge(residual, next, 4*cube/5, 2*(4*cube/5))
		state = next
	}
	return b.dag("newton" + strconv.Itoa(steps))
}

// builder collects vertices and edges.
type builder struct {
	vertices []model.Vertex
	edges    []model.Edge
}

func (b *builder) vertex(id string, size int64) int {
	b.vertices = append(b.vertices, model.Vertex{ID: id, Size: size})
	return len(b.vertices) - 1
}

func (b *builder) edge(source, target int, tangent, adjoint model.Cost) *model.Edge {
	b.edges = append(b.edges, model.Edge{
		ID: strconv.Itoa(len(b.edges)), Source: source, Target: target,
		Tangent: tangent, Adjoint: adjoint, HasModel: true,
	})
	return &b.edges[len(b.edges)-1]
}

func (b *builder) dag(name string) (*model.Dag, error) {
	return model.NewDag(name, b.vertices, b.edges)
}
