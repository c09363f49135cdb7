package solver

import (
	"context"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// launch begins a run on the remainder at the cursor and shows it: behind a complete sequence
// on that from which a run led there. A run that still works is told to stop; what it found is
// kept.
func (m *Model) launch(o planner.Options) (tea.Cmd, []intent.Intent) {
	step, ok := m.study.unsolved()
	if !ok {
		return nil, say("The sequence is complete: nothing is left to solve. {u:undo} goes back one step.")
	}
	if old := m.study.active(); old != nil {
		old.halt()
	}
	_, cmd := m.start(o, step)
	if !o.Held { // slow motion is for the run that it was asked for
		m.options = o
		m.options.Pace = 0
	}
	m.study.shown, m.study.chosen, m.study.follow = len(m.study.runs)-1, 0, true
	if m.display.view != viewTree {
		m.display.view = viewRun
	}
	return cmd, nil
}

// start begins a run on the remainder after a step, in the background: on a
// large dag the planner has to read it in first.
func (m *Model) start(o planner.Options, step int) (*run, tea.Cmd) {
	state, _ := m.study.session.StateAt(step)
	if o.Workers <= 0 {
		o.Workers = DefaultWorkers()
	}
	o.History, o.Tree = m.study.opsTo(step), true
	if o.Method == planner.BranchAndBound {
		o.Sequence, o.Lower = m.study.keptAt(step)
	}
	ctx, cancel := context.WithCancel(m.ctx)
	m.study.serial++
	r := &run{id: m.study.serial, cancel: cancel, options: o, step: step,
		depth: len(m.study.session.Path(step)), spent: state.Spent()}
	m.study.runs = append(m.study.runs, r)
	m.study.forgetOldRuns()
	begin, id := m.begin, r.id
	return r, m.jobs.Run(func() tea.Msg {
		h, err := begin(ctx, state, o)
		if err != nil {
			return startedMsg{id: id, err: err}
		}
		m.jobs.Go(func() { <-h.Done() }) // the run is a job until it has ended
		return startedMsg{id: id, handle: h}
	})
}

// started takes over the handle of a run, and from now on looks at it.
func (m *Model) started(msg startedMsg) (tea.Cmd, []intent.Intent) {
	at := slices.IndexFunc(m.study.runs, func(r *run) bool { return r.id == msg.id })
	if at < 0 {
		return nil, nil // its session was left, and its context has ended
	}
	r := m.study.runs[at]
	if msg.err != nil {
		r.cancel()
		m.study.runs = slices.Delete(m.study.runs, at, at+1)
		m.study.show(min(m.study.shown, len(m.study.runs)-1))
		return nil, say("The run cannot start: %s.", strings.TrimSuffix(style.Printable(msg.err.Error()),
			"."))
	}
	r.handle = msg.handle
	if r.handle.Company().Watched {
		r.options = r.handle.Options() // those of who leads it
	}
	r.handle.SetPace(r.options.Pace) // it may have been changed meanwhile
	for _, do := range r.wishes {
		do(r.handle)
	}
	r.wishes = nil
	return tea.Batch(m.awaitEnd(r), m.observe(r), m.tick()), nil
}

// awaitEnd sends a message as soon as a run has ended: many take less than the time
// between two looks.
func (m *Model) awaitEnd(r *run) tea.Cmd {
	done, id := r.handle.Done(), r.id
	return func() tea.Msg {
		<-done
		return runEndedMsg{id}
	}
}

// pause holds the run, or lets it go on.
func (m *Model) pause() (tea.Cmd, []intent.Intent) {
	r := m.study.active()
	switch {
	case r == nil && len(m.study.runs) == 0:
		return nil, say("No run to pause: b starts branch and bound.")
	case r == nil:
		return nil, say("The run has ended: b starts another one.")
	}
	do, then := Handle.Pause, planner.Paused
	if r.snap.Phase == then {
		do, then = Handle.Resume, planner.Running
	}
	if r.steer(do); r.handle == nil { // it will begin as it is wanted
		r.snap.Phase = then
		return nil, nil
	}
	return tea.Batch(m.observe(r), m.tick()), nil
}

// stop ends the run and keeps what it found.
func (m *Model) stop() []intent.Intent {
	r := m.study.active()
	if r == nil {
		r = m.study.heuristic()
	}
	if r == nil {
		return say("No run to stop: b starts branch and bound.")
	}
	r.halt() // the end comes as a message
	if best, ok := r.best(); ok {
		return say("Stopped. The best so far is %s. {A:solver.apply} applies it.",
			m.study.cost(r.total(best.Cost)))
	}
	return say("Stopped. There is no sequence yet: the steps are as they were.")
}

// greedy lets the heuristic complete the sequence: as a preview, or at once where lines are typed.
func (m *Model) greedy(v *layer.View) (tea.Cmd, []intent.Intent) {
	if m.study.session == nil {
		return nil, nil
	}
	if m.study.session.State().Done() {
		return nil, say("The sequence is complete: there is nothing left to do.")
	}
	if r := m.study.heuristic(); r != nil {
		return nil, say("%s", r.greedySoFar())
	}
	r, cmd := m.start(planner.Options{Method: planner.GreedyMinFill, Workers: 1}, m.study.session.Cursor())
	if r.purpose = toPropose; v.Words {
		r.purpose = toCarryOut
	}
	return cmd, say("Greedy minimum fill completes the sequence: x stops it.")
}

// act is an intent that the solver carries out, once it has a session.
func (m *Model) act(of intent.Effect, do func(*layer.View) (tea.Cmd, []intent.Intent)) layer.Act {
	return layer.Act{Of: of, By: layer.Solving, Do: func(v *layer.View) (tea.Cmd, []intent.Intent) {
		if m.study.session == nil {
			return nil, nil
		}
		return do(v)
	}}
}
