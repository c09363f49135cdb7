package class

import (
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/explore/solver"
)

// The server looks each second whether there is anything new: that formats nothing, however
// long the sequence is.
func TestLookingForWhatWasFoundCostsNothing(t *testing.T) {
	c := New()
	state := fresh(t, "newton10")
	run, err := c.Share("Ada")(t.Context(), state, planner.Options{Method: planner.VertexElimination,
		Workers: 1, Time: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Wait(); err != nil {
		t.Fatal(err)
	}
	found, ok := c.Searching().Found()
	if !ok || len(found.Ops) < 20 {
		t.Fatalf("it found %d operations", len(found.Ops))
	}
	if n := testing.AllocsPerRun(10, func() { _, _ = c.Searching().Found() }); n > float64(len(found.Ops)) {
		t.Errorf("a look makes %v objects, for %d operations", n, len(found.Ops))
	}
	text, err := found.Sequence()
	if err != nil {
		t.Fatal(err)
	}
	ops, end, err := model.ReadSequence(state, strings.NewReader(text))
	if err != nil || len(ops) != len(found.Ops) || end.Spent() != found.Total {
		t.Errorf("%d operations, total %s: %v", len(ops), end.Spent(), err)
	}
}

// Those who watch a search have its tree, and see what its leader looks at; they take no node.
func TestTreeIsShared(t *testing.T) {
	c := New()
	state := fresh(t, "lion")
	led, err := c.Share("Ada")(t.Context(), state, planner.Options{Bound: planner.BoundSimple,
		WarmStart: planner.WarmNothing, Workers: 1, Tree: true, Held: true})
	if err != nil {
		t.Fatal(err)
	}
	defer led.Stop()
	watch, err := c.View(false)(t.Context(), state, planner.Options{})
	if err != nil {
		t.Fatal(err)
	}
	watch.Step()
	led.Show(solver.Look{Tree: true, Node: 3})
	want := solver.Company{Led: true, Watched: true, Look: solver.Look{Tree: true, Node: 3}}
	if got := watch.Company(); got != want {
		t.Errorf("%+v, and %+v is looked at", got, want.Look)
	}
	watch.Show(solver.Look{}) // where others look is theirs
	if got := watch.Company().Look; got != want.Look {
		t.Errorf("after a look of another, %+v is looked at", got)
	}
	led.Resume()
	if _, err := led.Wait(); err != nil {
		t.Fatal(err)
	}
	if a, b := led.Tree(), watch.Tree(); a.Look != b.Look || a.Counts.All() != 171 {
		t.Errorf("%v and %v", a.Counts, b.Counts)
	}
}
