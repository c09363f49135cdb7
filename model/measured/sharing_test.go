package measured_test

import (
	"math"
	"strings"
	"testing"

	"facet/model"
	"facet/model/measured"
)

// A mark that does one thing twice is advised to share it twice, and not four times.
func TestTwiceIsSharedTwice(t *testing.T) {
	const seconds = 1e-3
	r := twoSteps()
	again := measured.Work{Name: "solve", Line: 3, Seconds: seconds, Several: 4 * seconds, Times: 1, Top: true,
		Keys: []string{"W"}}
	for _, argument := range []string{"u", "v"} {
		r.Habits = append(r.Habits, measured.Habit{Module: "a", Kind: "adjoint", Arguments: []string{argument}, Vertices: []int{1},
			Works: []measured.Work{again, again}})
	}
	for k := range r.Groups {
		for n := range r.Groups[k].Adjoint {
			r.Groups[k].Adjoint[n][1] += 2 * seconds
		}
	}
	second := r.Edges[0]
	second.Argument, second.Source = "v", len(r.Vertices)
	r.Vertices = append(r.Vertices, measured.Vertex{ID: "v", Size: 10})
	r.Edges = append(r.Edges, second)
	p, err := measured.New(r, measured.Origin{File: "f.py", Language: "python"})
	if err != nil {
		t.Fatal(err)
	}
	var calls []measured.Call
	for _, edge := range []int{0, 2} {
		calls = append(calls, measured.Call{Mode: model.ADJ, Edges: []int{edge}, Seeds: 1, Target: 1})
	}
	for _, advice := range p.Advise(calls, nil) {
		if strings.Contains(advice.Text, "joint=True") {
			if math.Abs(advice.Seconds-2*seconds) > seconds/100 {
				t.Errorf("it gains %g s, want %g: %s", advice.Seconds, 2*seconds, advice.Text)
			}
			return
		}
	}
	t.Error("no joint adjoint is advised")
}
