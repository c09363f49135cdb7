package diagram

import (
	"strconv"
	"testing"

	"facet/model"
)

// A label for many paths never looks like a loss: "+3" is no part of it, however short the
// path is.
func TestLabelsAreNoLosses(t *testing.T) {
	vertices := []model.Vertex{{ID: "0", Size: 1}}
	var edges []model.Edge
	const between = 5
	for k := 1; k <= between; k++ {
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(k), Size: 1})
		edges = append(edges, model.Edge{Source: 0, Target: k, HasJacobian: true},
			model.Edge{Source: k, Target: between + 1, HasJacobian: true})
	}
	g, err := model.NewDag("", append(vertices, model.Vertex{ID: "6", Size: 1}), edges)
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(g)
	for _, want := range []string{"(0,1,6)", "0⇝6", "0⇝6", "0⇝6", "0⇝6"} {
		if s, _, err = s.Apply(s.Operations()[0].Op); err != nil {
			t.Fatal(err)
		}
		found := ""
		for _, z := range s.Vertices() {
			if s.Source(z) == 0 && s.Target(z) == between+1 {
				found = ElementLabel(s, z)
			}
		}
		if found != want {
			t.Errorf("it is called %s, want %s", found, want)
		}
	}
}
