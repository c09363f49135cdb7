package class

import (
	"testing"
	"time"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner"
	"facet/ui/explore/solver"
)

// fresh is the fresh line dag of a sample.
func fresh(t *testing.T, name string) *model.State {
	t.Helper()
	return model.NewState(modeltest.Sample(t, name))
}

// Searches take turns in the order in which they were asked for, whatever they ask
// for; one that is stopped while it waits makes room in the queue.
func TestPool(t *testing.T) {
	p := NewPool(0, time.Minute, 32<<20) // the one place is taken
	short := fresh(t, "bat")
	var rest []solver.Handle
	for k := range 5 {
		h, err := p.Start(t.Context(), short, planner.Options{Workers: 64, Memory: 1 << 40, Time: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		if o := h.Options(); o.Workers != 1 || o.Memory != 32<<20 || o.Time != time.Minute {
			t.Errorf("it runs with %+v", o)
		}
		if c := h.Company(); !c.Waits || c.Before != k {
			t.Errorf("%d: %v, %d before it", k, c.Waits, c.Before)
		}
		if s := h.Snapshot(); s.HasIncumbent || s.Phase != planner.Running {
			t.Errorf("it works already: %+v", s)
		}
		rest = append(rest, h)
	}
	rest[1].Stop()
	if s, err := rest[1].Wait(); err != nil || s.Phase != planner.Stopped {
		t.Errorf("one that was stopped in the queue: %+v, %v", s, err)
	}
	if before := rest[4].Company().Before; before != 3 || p.Waiting() != 4 {
		t.Errorf("%d before the last, %d wait", before, p.Waiting())
	}
	rest[0].Pause() // holds up no other search
	p.leave()
	for k, h := range rest {
		if s, err := h.Wait(); k != 1 && (err != nil || !s.Proven || s.Incumbent.Cost != 32) {
			t.Errorf("%d: %+v, %v", k, s, err)
		}
	}
	if p.free != 1 || p.Waiting() != 0 {
		t.Errorf("%d are free, %d wait", p.free, p.Waiting())
	}
}
