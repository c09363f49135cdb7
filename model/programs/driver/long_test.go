package driver_test

import (
	"fmt"
	"runtime"
	"testing"

	"facet/model"
	"facet/model/programs/driver"
	"facet/planner"
)

// stepping is a program of so many steps with a parameter, whose calls have setups.
func stepping(t *testing.T, steps int) *model.Dag {
	t.Helper()
	vertices := []model.Vertex{{ID: "p", Size: 12}, {ID: "u", Size: 8}}
	var edges []model.Edge
	for n := range steps {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprintf("u%d", n), Size: 8})
		for _, from := range []int{0, n + 1} {
			e := model.Edge{Source: from, Target: n + 2, HasModel: true, Tangent: 3, Adjoint: 3}
			e.TangentCurve.Setup, e.AdjointCurve.Setup = 1000, 1000
			edges = append(edges, e)
		}
	}
	g, err := model.NewDag("steps", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Memory is asked for in proportion to a driver's lines: four times as many steps have about four
// times as much, and not sixteen times.
func TestFusingIsLinear(t *testing.T) {
	asked := func(steps int) float64 {
		g := stepping(t, steps)
		r, err := planner.Solve(t.Context(), model.NewState(g), planner.Options{Method: planner.SparseTangent})
		if err != nil {
			t.Fatal(err)
		}
		d, err := driver.New(g, r.Incumbent.Ops)
		if err != nil {
			t.Fatal(err)
		}
		before := len(d.Operations())
		var from, to runtime.MemStats
		runtime.ReadMemStats(&from)
		d.Fuse(1<<40, nil)
		runtime.ReadMemStats(&to)
		if after := len(d.Operations()); after > before*3/4 {
			t.Errorf("%d operations are %d calls", before, after)
		}
		return float64(to.TotalAlloc - from.TotalAlloc)
	}
	asked(50) // whatever is made once
	if few, many := asked(250), asked(1000); many > 6*few {
		t.Errorf("%.0f bytes for 250 steps, and %.0f for 1000", few, many)
	}
}
