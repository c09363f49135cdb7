package solver

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"

	"facet/model"
	"facet/planner"
	"facet/ui/uitest"
)

// settle waits until the search is held, or over, and the page shows it.
func (d *driver) settle() {
	d.t.Helper()
	d.until("the end of the node", func() bool {
		r := d.solver.study.run()
		return !r.live() || r.handle != nil && r.snap.Phase == planner.Paused &&
			r.tree.Of != nil
	})
	d.solver.display.lookAtTree(d.solver.study.run())
}

// nodes takes so many nodes, one after the other.
func (d *driver) nodes(n int) {
	for range n {
		d.press(".")
		d.settle()
	}
}

// The page from the first node to the proof. The tree has goldens with colours, and in ASCII, in
// package page.
func TestTreeScreens(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, setting{g: sample(t, "lion"), solver: Options{Quiet: true}})
		d.quiet()
		var walk uitest.Walk
		see := func(what string) { walk.See(what, d.m.View()) }
		d.press("4", "t")
		see("nothing yet")
		d.nodes(1)
		see("the root")
		d.nodes(4)
		see("five nodes")
		d.press("up", "up")
		see("another node")
		d.nodes(15)
		see("twenty nodes")
		d.press("home", "enter", "enter")
		d.until("the proof", func() bool {
			if r := d.solver.study.run(); r.live() {
				r.handle.Resume()
			}
			return !d.solver.study.run().live() && d.sees("is optimal. A applies it")
		})
		d.solver.display.lookAtTree(d.solver.study.run())
		see("proved")
		d.press("c")
		d.until("the bounds", func() bool { return !d.solver.display.bounds.busy })
		see("each bound")
		walk.Golden(t, "tree-mono")
	})
}

// Each key takes one node, and the sentence says what happened to it.
func TestOneNode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := open(t, setting{g: sample(t, "bat"), solver: Options{Quiet: true}})
		d.quiet()
		d.press("4", "t")
		for n := range 9 {
			if n%2 == 0 {
				d.press(".")
			} else {
				d.press("pgdown") // a clicker's
			}
			d.settle()
			r := d.solver.study.run()
			if got := r.tree.Of.Turns; got != int64(n+1) {
				t.Fatalf("%d nodes after %d keys", got, n+1)
			}
			if !d.sees("Node ") || !d.sees("Its moves lead to") {
				t.Errorf("nothing is said:\n%s", d.m.View())
			}
		}
	})
}

// Who leads a search shows the tree, and those who watch it see it.
func TestLed(t *testing.T) {
	search := &ledRun{canned: canned{done: make(chan struct{})}}
	search.Pause()
	d := open(t, setting{g: sample(t, "lion"), solver: Options{Quiet: true},
		starter: func(context.Context, *model.State, planner.Options) (Handle, error) {
			return search, nil
		}})
	defer search.end(planner.Stopped, nil)
	d.press("b", "4")
	d.until("the run", func() bool { return d.solver.study.run().handle != nil })
	run, err := planner.Start(t.Context(), sampleState(t, "lion"), planner.Options{Bound: planner.BoundSimple,
		WarmStart: planner.WarmNothing, Workers: 1, Tree: true})
	if err != nil {
		t.Fatal(err)
	}
	<-run.Done()
	search.tree, search.look = run.Tree(), Look{Tree: true, Node: 1}
	d.until("the leader's page", func() bool { return d.sees("171 nodes") })
	if !d.sees("TAN F'(0,1), TAN (0,1)→(1,2): 6 + at least 5") {
		t.Errorf("the leader's node is another:\n%s", d.m.View())
	}
	d.press("t") // one who watches may look elsewhere
	if d.sees("search tree") {
		t.Error("t leaves the tree in front")
	}
	search.look = Look{Node: -1}
	d.press("t")
	d.until("the leader's page", func() bool { return !strings.Contains(d.m.View(), "search tree") })
}

func sampleState(t *testing.T, name string) *model.State { return model.NewState(sample(t, name)) }

// ledRun is a run that another user leads.
type ledRun struct {
	canned
	tree *planner.Tree
	look Look
}

func (r *ledRun) Company() Company    { return Company{Led: true, Watched: true, Look: r.look} }
func (r *ledRun) Tree() *planner.Tree { return r.tree }

// BenchmarkTreeFrame is a look at a full tree and the whole screen with it, at 120x40.
func BenchmarkTreeFrame(b *testing.B) {
	d := open(b, setting{g: sample(b, "bat"), w: 120, h: 40, solver: Options{Quiet: true,
		Planner: planner.Options{Bound: planner.BoundPacking, WarmStart: planner.WarmNothing, Workers: 1}}})
	d.press("b", "4", "t")
	d.until("the proof", func() bool { return !d.solver.study.run().live() })
	for b.Loop() {
		d.solver.display.lookAtTree(d.solver.study.run())
		d.press("up")
	}
}
