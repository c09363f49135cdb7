package class

import (
	"strings"
	"testing"
	"time"

	"facet/model"
	"facet/planner"
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
