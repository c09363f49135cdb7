package linegraphtest

import (
	"fmt"

	"facet/model"
)

// MatrixFree makes a dag from its sizes and edges {source, target, T, A}.
func MatrixFree(sizes []int64, edges [][4]int) *model.Dag {
	vertices := make([]model.Vertex, len(sizes))
	for i, n := range sizes {
		vertices[i] = model.Vertex{ID: fmt.Sprint(i), Size: n}
	}
	all := make([]model.Edge, len(edges))
	for k, e := range edges {
		all[k] = model.Edge{Source: e[0], Target: e[1], Tangent: model.Cost(e[2]), Adjoint: model.Cost(e[3]),
			HasModel: true}
	}
	g, err := model.NewDag("matrix-free", vertices, all)
	if err != nil {
		panic(err)
	}
	return g
}

// Gap is a dag on which paths alone stay below the optimum, which is 1096: the
// relaxation has an integer solution of 1052 that no sequence carries out.
func Gap() *model.Dag {
	return MatrixFree([]int64{8, 2, 3, 7, 17, 20, 15, 19}, [][4]int{
		{0, 1, 8, 9}, {0, 3, 15, 16}, {0, 5, 10, 20}, {0, 6, 0, 2}, {0, 7, 11, 51}, {1, 2, 17, 46},
		{1, 4, 8, 15},
		{2, 4, 0, 7}, {2, 7, 42, 69}, {3, 5, 10, 11}, {3, 7, 13, 33}, {4, 5, 9, 15}, {4, 6, 5, 57},
		{4, 7, 31, 36},
	})
}

// VCycle is a V-cycle of multigrid on the given number of levels with eight grid
// points on the coarsest and smoothing by sparse matrices: its restrictions and
// residuals share beginnings and ends of paths, so that valid inequalities matter.
func VCycle(levels int) *model.Dag {
	var b cycle
	n := int64(8) << levels
	b.vertex("f0", n)
	b.vertex("u0", n)
	guess := "u0"
	for k := range levels {
		f, s, r, next := fmt.Sprint("f", k), fmt.Sprint("s", k), fmt.Sprint("r", k), fmt.Sprint("f", k+1)
		b.vertex(s, n>>k)
		b.vertex(r, n>>k)
		b.vertex(next, n>>(k+1))
		if k == 0 {
			b.edge(guess, s, 5*n)
		}
		b.edge(f, s, 2*n>>k)
		b.edge(s, r, 5*n>>k)
		b.edge(f, r, 0)
		b.edge(r, next, n>>k)
	}
	last := fmt.Sprint("f", levels)
	below := "e"
	b.vertex(below, n>>levels)
	b.edge(last, below, 8*n>>levels)
	for k := levels - 1; k >= 0; k-- {
		f, s, c, e := fmt.Sprint("f", k), fmt.Sprint("s", k), fmt.Sprint("c", k), fmt.Sprint("e", k)
		b.vertex(c, n>>k)
		b.vertex(e, n>>k)
		b.edge(below, c, n>>k)
		b.edge(s, c, 0)
		b.edge(c, e, 5*n>>k)
		b.edge(f, e, 2*n>>k)
		below = e
	}
	g, err := model.NewDag("v-cycle", b.vertices, b.edges)
	if err != nil {
		panic(err)
	}
	return g
}

type cycle struct {
	vertices []model.Vertex
	edges    []model.Edge
	at       map[string]int
}

func (c *cycle) vertex(id string, size int64) {
	if c.at == nil {
		c.at = make(map[string]int)
	}
	c.at[id] = len(c.vertices)
	c.vertices = append(c.vertices, model.Vertex{ID: id, Size: size})
}

func (c *cycle) edge(from, to string, cost int64) {
	c.edges = append(c.edges, model.Edge{
		Source: c.at[from], Target: c.at[to], Tangent: model.Cost(cost), Adjoint: model.Cost(cost),
		HasModel: true,
	})
}
