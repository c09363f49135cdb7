package modeltest

import (
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"facet/model"
)

// Walk is a random complete sequence from the fresh line dag.
func Walk(rng *rand.Rand, g *model.Dag) []model.Op {
	var ops []model.Op
	for s := model.NewState(g); ; {
		all := s.Operations()
		if len(all) == 0 {
			return ops
		}
		o := all[rng.IntN(len(all))].Op
		ops = append(ops, o)
		s, _, _ = s.Apply(o)
	}
}

// Dag has vertices 0, 1, ... of these sizes; each edge's tangent costs 1 and its adjoint 2.
func Dag(t testing.TB, sizes []int64, edges [][2]int) *model.Dag {
	t.Helper()
	vertices := make([]model.Vertex, len(sizes))
	for k, n := range sizes {
		vertices[k] = model.Vertex{ID: strconv.Itoa(k), Size: n}
	}
	var all []model.Edge
	for _, e := range edges {
		all = append(all, model.Edge{Source: e[0], Target: e[1], Tangent: 1, Adjoint: 2, HasModel: true})
	}
	g, err := model.NewDag("test", vertices, all)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Sequence reads operations from the fresh line dag.
func Sequence(t testing.TB, g *model.Dag, text string) []model.Op {
	t.Helper()
	ops, _, err := model.ReadSequence(model.NewState(g), strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return ops
}
