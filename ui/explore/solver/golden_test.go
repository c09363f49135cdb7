package solver

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/modeltest/extent"
	"facet/model/session"
	"facet/planner"
	"facet/ui/uitest"
)

// canned is a run that is exactly where a screen needs it.
type canned struct {
	snap       planner.Snapshot
	incumbents []planner.Incumbent
	options    planner.Options
	done       chan struct{}
	err        error
}

func (c *canned) Pause()                          { c.snap.Phase = planner.Paused }
func (c *canned) Resume()                         { c.snap.Phase = planner.Running }
func (c *canned) Step()                           {}
func (c *canned) Tree() *planner.Tree             { return nil }
func (c *canned) Company() Company                { return Company{} }
func (c *canned) Show(Look)                       {}
func (c *canned) Stop()                           { c.end(planner.Stopped, nil) }
func (c *canned) SetPace(float64)                 {}
func (c *canned) Done() <-chan struct{}           { return c.done }
func (c *canned) Wait() (planner.Snapshot, error) { return c.snap, c.err }
func (c *canned) Snapshot() planner.Snapshot      { return c.snap }
func (c *canned) Options() planner.Options        { return c.options }
func (c *canned) Incumbents(from int) []planner.Incumbent {
	return c.incumbents[min(from, len(c.incumbents)):]
}

func (c *canned) end(p planner.Phase, err error) {
	select {
	case <-c.done:
	default:
		c.snap.Phase, c.err = p, err
		close(c.done)
	}
}

// find is a sequence that was found.
func (c *canned) find(at time.Duration, cost model.Cost, from planner.Source, ops []model.Op) {
	i := planner.Incumbent{Time: at, Cost: cost, Source: from, Ops: ops}
	c.incumbents = append(c.incumbents, i)
	c.snap.Incumbent, c.snap.HasIncumbent, c.snap.Incumbents, c.snap.Elapsed = i, true, len(c.incumbents), at
}

// bound raises the bound.
func (c *canned) bound(at time.Duration, bound model.Cost) {
	c.snap.Elapsed, c.snap.Bound, c.snap.BoundSource = at, bound, planner.FromSimple
}

// scene is the solver's page on newton10 after two steps, with a run in which
// everything is known.
func scene(t *testing.T) (*driver, *canned) {
	run := &canned{done: make(chan struct{}), snap: planner.Snapshot{Method: planner.BranchAndBound}}
	d := open(t, setting{
		g: sample(t, "newton2"),
		solver: Options{Quiet: true, Planner: planner.Options{Workers: 2, Bound: planner.BoundSimple,
			Time: 2 * time.Minute}},
		starter: func(_ context.Context, s *model.State, o planner.Options) (Handle, error) {
			run.options = o
			run.options.Memory = 1 << 30
			return run, nil
		},
	})
	for range 2 {
		d.quiet() // a step that is left early has a weaker bound, and so has the next one
		d.press("enter")
	}
	d.quiet()
	ops := restOf(t, d.m.Session())
	d.press("b", "4")
	r := d.solver.study.run()
	d.until("the beginning", func() bool { return r.handle != nil })
	for _, step := range []func(){
		func() { run.bound(2*time.Millisecond, 61000) },
		func() { run.find(3*time.Millisecond, 182000, "SparseTangent", ops) },
		func() { run.bound(900*time.Millisecond, 74000) },
		func() { run.find(4*time.Second, 160000, planner.FromSearch, ops) },
		func() { run.bound(15*time.Second, 91000) },
		func() { run.find(31*time.Second, 146000, planner.FromSearch, ops) },
		func() { run.bound(67*time.Second, 118500) },
	} {
		step()
		d.solver.observe(r)
	}
	s := &run.snap
	s.Discovered, s.Explored, s.Bounded, s.Duplicates, s.Open = 9_400_000, 2_345_678, 812_000, 95_400,
		1_260_000
	s.NodesPerSecond, s.TableBytes, s.MemoryBytes = 34_800, 300<<20, 412<<20
	s.TreeLog10, s.ShareLog10 = 36, -29.6
	s.Workers = []planner.Worker{{Junction: 1, Depth: 14, Nodes: 1}, {Junction: -1}}
	s.Elapsed += time.Second
	d.solver.observe(r)
	d.quiet()
	return d, run
}

// restOf completes a sequence, for runs that only claim to have done so.
func restOf(t *testing.T, s *session.Session) []model.Op {
	snap, err := planner.Solve(t.Context(), s.State(), planner.Options{Method: planner.SparseTangent,
		Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	return snap.Incumbent.Ops
}

// quiet waits until nothing is analysed any more and the pictures on the screen are those
// of the step: until then the ones before stay.
func (d *driver) quiet() {
	d.t.Helper()
	d.until("the end of the analysis", func() bool {
		return d.solver.study.advisor.analysis == nil && !d.solver.jobs.Busy(reasonJob)
	})
	d.drawn()
}

// drawn waits until the pictures on the screen are those of the step.
func (d *driver) drawn() {
	d.t.Helper()
	d.m.View() // says which pictures are on the screen
	for _, p := range d.m.Pictures() {
		d.until("the picture", func() bool { return p.Of.Ready(d.m.Session().Cursor()) })
	}
}

// states are what the page can show, each of a run of its own.
var states = []struct {
	name  string
	reach func(d *driver, run *canned)
}{
	{"running", func(*driver, *canned) {}},
	{"running-log", func(d *driver, _ *canned) { d.press("l") }},
	{"paused", func(d *driver, _ *canned) { d.press("p") }},
	{"proved", func(d *driver, run *canned) {
		run.find(80*time.Second, 143000, planner.FromSearch, run.incumbents[0].Ops)
		run.snap.Bound, run.snap.BoundSource, run.snap.Proven = 143000, planner.FromCompletion, true
		run.end(planner.Finished, nil)
	}},
	{"stopped", func(d *driver, _ *canned) { d.press("x") }},
	{"failed", func(d *driver, run *canned) {
		run.end(planner.Failed, errors.New("the planner failed: index out of range"))
	}},
	{"stale", func(d *driver, _ *canned) { d.press("1", "tab", "tab", "enter", "enter", "4") }},
	{"form", func(d *driver, _ *canned) { d.press("o", "down") }},
}

// The page in every state. Its parts have goldens with colours in package page.
func TestScreens(t *testing.T) {
	extent.NoRace(t)
	var walk uitest.Walk
	for _, k := range states {
		synctest.Test(t, func(t *testing.T) { walk.See(k.name, after(t, k.reach)) })
	}
	walk.Golden(t, "page-80x24-mono")
}

// after is the page of a new run, after the steps that lead to a state.
func after(t *testing.T, reach func(*driver, *canned)) string {
	t.Helper()
	d, run := scene(t)
	defer run.end(planner.Stopped, nil)
	reach(d, run)
	r := d.solver.study.run()
	select {
	case <-run.done:
		d.until("the end", func() bool { return !r.live() })
	default:
		d.until("a look", func() bool { return r.snap.Phase == run.snap.Phase })
	}
	d.quiet()
	if !d.sees("preview:") {
		d.send(tea.KeyMsg{Type: tea.KeyF12}) // any key takes the message away
	}
	return d.m.View()
}

// belowPictures is a screen without its pictures, which have goldens elsewhere.
func belowPictures(screen string) string {
	rows := strings.Split(screen, "\n")
	list := slices.IndexFunc(rows, func(row string) bool { return strings.Contains(row, "next:") })
	if list < 0 || !strings.HasPrefix(strings.TrimLeft(rows[list], "╭┏━─ "), "next:") {
		return screen // the list stands beside them
	}
	return strings.Join(append(rows[:2:2], rows[list:]...), "\n")
}

// The explorer beside a run, the page before the first one; and that its sequence is previewed.
func TestScreensAround(t *testing.T) {
	extent.NoRace(t)
	synctest.Test(t, screensAround)
}

func screensAround(t *testing.T) {
	d, run := scene(t)
	d.press("1")
	d.drawn()
	uitest.Golden(t, "beside-80x24-mono", belowPictures(d.m.View()))
	d.press("4", "enter", "pgdown")
	if !d.sees("preview") {
		t.Errorf("no preview:\n%s", d.m.View())
	}
	run.end(planner.Stopped, nil)
	d.close()

	d = open(t, setting{g: sample(t, "bat"), solver: Options{Quiet: true}})
	d.press("enter", "4")
	d.quiet()
	uitest.Golden(t, "idle-80x24-mono", d.m.View())
}
