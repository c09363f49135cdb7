package analysis

import (
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner"
)

// The paper's figures on Bat in classic mode: the best sequences over vertex,
// edge and face eliminations cost 24, 23 and 22. What they lose is what they lie
// above 22, and every loss has a step.
func TestBatByTheHierarchy(t *testing.T) {
	start := model.NewState(modeltest.Sample(t, "bat").Classic())
	for method, want := range map[planner.Method]model.Cost{planner.VertexElimination: 24,
		planner.EdgeElimination: 23, planner.BranchAndBound: 22} {
		snap, err := planner.Solve(t.Context(), start, planner.Options{Method: method, Workers: 1})
		if err != nil || snap.Incumbent.Cost != want {
			t.Fatalf("%s: %d, %v", method, snap.Incumbent.Cost, err)
		}
		line := lineOf(t, start, snap.Incumbent.Ops)
		checkRegrets(t, find(t, New(line, nil, LineOnly, patient)), line, 22)
	}
}

// The paper's face elimination sequence of Bat in 22, on whose every state the
// next step is among those that lose nothing.
func TestBatIn22(t *testing.T) {
	start := model.NewState(modeltest.Sample(t, "bat").Classic())
	lines := "ELI (1 3)(3 4)\nELI (2 3)(3 6)\nELI (-1 1)(1 3 4)\nELI (-1 1)(1 3)\nELI (-1 1 3)(3 5)\n" +
		"ELI (-1 1 3)(3 6)\nELI (0 2)(2 3 6)\nELI (0 2)(2 3)\nELI (0 2 3)(3 4)\nELI (0 2 3)(3 5)\n"
	ops, end := read(t, start, lines)
	if !end.Done() || end.Spent() != 22 {
		t.Fatalf("spent %d", end.Spent())
	}
	line := lineOf(t, start, ops)
	for n := range ops {
		line.Here = n
		k := find(t, New(line, nil, Everything, patient))
		s, err := line.state(n)
		if err != nil {
			t.Fatal(err)
		}
		if v, ok := k.Verdict(line.ID(n), s.Spent(), ops[n]); !ok || !v.HasRegret || v.Regret != 0 {
			t.Errorf("step %d: %+v", n+1, v)
		}
		h, ok := k.Hint(line.ID(n), s)
		if !ok || !h.Optimal || h.Total != 22 || h.AtLeast != 22 || h.Unknown != 0 ||
			h.Equal+h.Worse != len(s.Operations()) {
			t.Errorf("step %d: hint %+v of %d operations", n+1, h, len(s.Operations()))
		}
	}
	// The first wrong turn on Bat: with (2,3)(3,6) left for later but (2,3) used up
	// at the other two, nothing better than 23 is left.
	wrong, _ := read(t, start, "ELI (0 2)(2 3)\n")
	line = lineOf(t, start, wrong)
	if l := find(t, New(line, nil, LineOnly, patient)).Regrets(line)[0]; !l.Exact() || l.Most == 0 {
		t.Errorf("the first step of the edge eliminations lost %d to %d", l.Least, l.Most)
	}
}
