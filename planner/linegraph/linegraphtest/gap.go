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
