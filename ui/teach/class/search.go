package class

import (
	"context"
	"slices"
	"sync/atomic"

	"facet/model"
	"facet/planner"
	"facet/ui/explore/solver"
)

// Search is one that all may watch.
type Search struct {
	Leader  string // whose it is
	State   *model.State
	History []model.Op // that led to the state
	run     solver.Handle
	look    *atomic.Pointer[solver.Look] // what its leader looks at
}

// shown is a run as its leader has it: those who watch it see what they look at.
type shown struct {
	solver.Handle
	look *atomic.Pointer[solver.Look]
}

// Show takes note of what the leader looks at.
func (s shown) Show(look solver.Look) {
	if old := s.look.Load(); old == nil || *old != look {
		s.look.Store(&look)
	}
}

// Found is what a search has come to.
type Found struct {
	Leader   string // whose search it is
	Dag      *model.Dag
	Ops      []model.Op // with the steps that led to where the search began
	Total    model.Cost
	Bound    model.Cost // that no sequence from where it began is below
	Ended    bool
	Fresh    bool             // it began at the fresh line dag
	Snapshot planner.Snapshot // of the run
}

// Found is the best sequence so far; false without one.
func (s *Search) Found() (Found, bool) {
	snap := s.run.Snapshot()
	if !snap.HasIncumbent || len(snap.Incumbent.Ops) == 0 {
		return Found{}, false
	}
	f := Found{Leader: s.Leader, Dag: s.State.Dag(), Ops: slices.Concat(s.History, snap.Incumbent.Ops),
		Total: s.State.Spent().Add(snap.Incumbent.Cost),
		Bound: s.State.Spent().Add(snap.Bound), Fresh: len(s.History) == 0, Snapshot: snap}
	select {
	case <-s.run.Done():
		f.Ended = true
	default:
	}
	return f, true
}

// Sequence is what was found, one operation a line.
func (f Found) Sequence() (string, error) { return model.FormatSequence(model.NewState(f.Dag), f.Ops) }

// view is how one person sees a search: it ends when they leave it, and goes on for
// all others.
type view struct {
	solver.Handle
	look   *atomic.Pointer[solver.Look]
	steers bool
	paced  bool
	done   chan struct{}
	leave  context.CancelFunc
}

func (v *view) Pause() {
	if v.steers {
		v.Handle.Pause()
	}
}

func (v *view) Resume() {
	if v.steers {
		v.Handle.Resume()
	}
}

func (v *view) SetPace(nodes float64) {
	if v.steers && v.paced { // the pace that a view begins with is not the user's
		v.Handle.SetPace(nodes)
	}
	v.paced = true
}

// Step takes one node.
func (v *view) Step() {
	if v.steers {
		v.Handle.Step()
	}
}

// Company says what the leader of the search looks at, and who may steer it.
func (v *view) Company() solver.Company {
	c := v.Handle.Company()
	c.Led, c.Watched = true, !v.steers
	if now := v.look.Load(); now != nil {
		c.Look = *now
	}
	return c
}

// Show tells nobody: only the leader's look is the class's.
func (v *view) Show(solver.Look) {}

// Stop leaves the search to the others.
func (v *view) Stop() { v.leave() }

func (v *view) Done() <-chan struct{} { return v.done }

func (v *view) Wait() (planner.Snapshot, error) {
	<-v.done
	select {
	case <-v.Handle.Done():
		return v.Handle.Wait()
	default:
		return v.Snapshot(), nil
	}
}

// running reports whether it is there to be watched; nil is none.
func (s *Search) running() bool {
	if s == nil {
		return false
	}
	select {
	case <-s.run.Done():
		return false
	default:
		return true
	}
}
