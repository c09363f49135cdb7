package model

import (
	"math/rand/v2"
	"strconv"
	"testing"

	"facet/model/field"
)

// TestProjectionSeesEveryBlock: a single wrong entry of any block, or a block too
// many or too few, is seen on a random direction.
func TestProjectionSeesEveryBlock(t *testing.T) {
	var vertices []Vertex
	for i, size := range []int64{2, 1, 3, 2, 1, 2, 3} {
		vertices = append(vertices, Vertex{ID: strconv.Itoa(i), Size: size})
	}
	var edges []Edge
	for _, e := range [][2]int{{0, 2}, {1, 2}, {2, 3}, {2, 4}, {3, 5}, {4, 5}, {3, 6}} {
		edges = append(edges, Edge{Source: e[0], Target: e[1], HasJacobian: true})
	}
	g, err := NewDag("two by two", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	elementals := make([]matrix, len(edges))
	for k, e := range g.Edges {
		elementals[k] = newMatrix(proofRows(g, e.Target), proofRows(g, e.Source))
		for n := range elementals[k].a {
			elementals[k].a[n] = rng.Uint64N(field.Prime)
		}
	}
	var ops []Op
	s := NewState(g)
	for s.Faces() > 0 {
		o := Eliminate(s.AllFaces()[0], MUL)
		ops = append(ops, o)
		s, _, _ = s.Apply(o)
	}
	end, held, err := carry(t.Context(), g, ops, elementals, func(*State, int) {})
	if err != nil || !sameProjection(rng, g, end, held, elementals) ||
		compareBlocks(g, end, held, elementals) != nil {
		t.Fatalf("a right sequence is refused (%v)", err)
	}
	seen := 0
	for _, z := range end.Vertices() {
		for n := range held[z].a {
			was := held[z].a[n]
			held[z].a[n] = field.Add(was, 1)
			if sameProjection(rng, g, end, held, elementals) ||
				compareBlocks(g, end, held, elementals) == nil {
				t.Errorf("entry %d of %s is wrong, and is not seen", n, end.Name(z))
			}
			held[z].a[n] = was
			seen++
		}
	}
	if seen < 15 {
		t.Errorf("%d entries were changed", seen)
	}
}
