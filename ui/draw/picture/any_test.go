package picture

import (
	"context"
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// anyGraph draws a graph with arbitrary layers, some of them empty.
func anyGraph(t *rapid.T) Graph {
	var g Graph
	n := rapid.IntRange(1, 14).Draw(t, "vertices")
	for key := range n {
		v := Vertex{
			Key: key,
			Label: fmt.Sprintf("n%d%s", key, []string{"", "x", "longer"}[rapid.IntRange(0, 2).
				Draw(t, "length")]),
			Layer: rapid.IntRange(-1, 6).Draw(t, "layer"),
			Shape: shape(rapid.IntRange(0, 1).Draw(t, "shape")),
			Mark:  Mark(rapid.IntRange(0, 2).Draw(t, "mark")),
		}
		if rapid.Bool().Draw(t, "detailed") {
			v.Detail = []string{"n = 3"}
		}
		g.Vertices = append(g.Vertices, v)
	}
	for from := range n {
		for to := range n {
			if g.Vertices[from].Layer < g.Vertices[to].Layer && rapid.IntRange(0, 2).Draw(t, "edge") == 0 {
				g.Edges = append(g.Edges,
					Edge{From: from, To: to, Label: []string{"", "1/2", "10/200"}[rapid.IntRange(0, 2).
						Draw(t, "cost")]})
			}
		}
	}
	return g
}

// TestAnythingCanBeTraced steps between graphs that have nothing to do with each
// other but the keys, and traces every picture.
func TestAnythingCanBeTraced(t *testing.T) {
	alone(t)
	t.Parallel()
	rapid.Check(t, func(r *rapid.T) {
		l := must(place(anyGraph(r)))
		verify(t, l, "any graph")
		for step := range 3 {
			l = must(l.Step(context.Background(), anyGraph(r)))
			verify(t, l, fmt.Sprint("any graph, step ", step+1))
		}
	})
}
