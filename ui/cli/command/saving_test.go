package command

import (
	"testing"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/files/store"
	"facet/ui/uitest"
)

// A run whose sequence takes long to write is not written at each improvement: it is again
// once twenty times as long has gone by.
func TestSavingLeavesTheRunItsTime(t *testing.T) {
	g := uitest.Sample(t, "lion")
	run, err := planner.Start(t.Context(), model.NewState(g), planner.Options{Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run.Result(); err != nil {
		t.Fatal(err)
	}
	now := run.Snapshot()
	d := store.At(t.TempDir())
	s := saving{directory: d, dag: g, run: run, name: "run", always: true, keepAt: now.Elapsed + time.Second}
	if s.look(now); s.kept != 0 || len(d.BestRuns(g)) > 0 {
		t.Error("saved too early")
	}
	s.keepAt = now.Elapsed
	if s.look(now); s.kept != now.Incumbents || len(d.BestRuns(g)) != 1 || s.err != nil {
		t.Error("not saved:", s.err)
	}
	if s.keepAt <= now.Elapsed {
		t.Error("it may be saved again at once")
	}
}
