package measured_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// Ten inputs, three steps, and one output: where tangents alone are marked, an adjoint is advised, at the
// tangent's price for one seed; not where it is marked, or made of a Jacobian, or would be of ten outputs.
func TestMarksOfTheOtherKindAreAdvised(t *testing.T) {
	const advice = "a, sum: marked by tangents alone: mark adjoints, too: if these take as long, 1 in place of 10 go through a"
	for _, c := range []struct {
		name    string
		change  func(*measured.Group)
		outputs int64
		want    float64
	}{
		{"tangents alone", func(*measured.Group) {}, 1, 4 * 9e-6},
		{"both", func(g *measured.Group) { g.AdjointMark = g.TangentMark }, 1, 0},
		{"Jacobians", func(g *measured.Group) { g.TangentMark = nil }, 1, 0},
		{"a Jacobian beside", func(g *measured.Group) { g.Whole = true }, 1, 0},
		{"as many outputs", func(*measured.Group) {}, 10, 0},
	} {
		r := twoSteps()
		step, edge := r.Groups[0], r.Edges[0]
		step.TangentMark = []string{"u"}
		c.change(&step)
		sum := step
		sum.Module, sum.Rows = "sum", c.outputs
		r.Vertices, r.Edges, r.Groups = r.Vertices[:1], nil, []measured.Group{step, sum}
		var calls []measured.Call
		for n := range 4 {
			edge.Source, edge.Target, edge.Group = n, n+1, n/3
			r.Edges = append(r.Edges, edge)
			v := measured.Vertex{ID: []string{"a.1", "a.2", "a.3", "y"}[n], Size: 10, Module: "a"}
			if n == 3 {
				v.Size, v.Module, v.Output = c.outputs, "sum", "y"
			}
			r.Vertices = append(r.Vertices, v)
			calls = append(calls, measured.Call{Mode: model.TAN, Edges: []int{n}, Seeds: 10, Target: n + 1})
		}
		p, err := measured.New(r, measured.Origin{File: "f.cpp", Language: "c++"})
		if err != nil {
			t.Fatal(err)
		}
		found := p.Advise(calls, nil, 0.05)
		at := slices.IndexFunc(found, func(a measured.Advice) bool { return strings.Contains(a.Text, "mark adjoints") })
		switch {
		case (at >= 0) != (c.want > 0):
			t.Errorf("%s: %v", c.name, found)
		case at >= 0 && (found[at].Text != advice || math.Abs(found[at].Seconds-c.want) > c.want/100):
			t.Errorf("%s: %v; %g s are wanted", c.name, found[at], c.want)
		}
	}
}
