package solver

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/ui/intent"
	"facet/ui/solver/page"
	"facet/ui/style"
)

func say(format string, args ...any) []intent.Intent {
	return []intent.Intent{intent.Say{Text: fmt.Sprintf(format, args...)}}
}

// launch begins a run on the remainder at the cursor and shows it. A run that
// still works is told to stop; what it found is kept.
func (m *Model) launch(o planner.Options) (tea.Cmd, []intent.Intent) {
	if m.session.State().Done() {
		return nil, say("The sequence is complete: nothing is left to solve. u goes back one step.")
	}
	if old := m.active(); old != nil {
		old.halt()
	}
	_, cmd := m.start(o)
	m.options = o
	m.options.Pace = 0 // slow motion is for the run that it was asked for
	m.shown, m.chosen, m.follow, m.view = len(m.runs)-1, 0, true, viewRun
	return cmd, nil
}

// start begins a run on the remainder at the cursor, in the background: on a
// large dag the planner has to read it in first.
func (m *Model) start(o planner.Options) (*run, tea.Cmd) {
	s := m.session
	if o.Workers <= 0 {
		o.Workers = DefaultWorkers()
	}
	o.History = s.Ops()
	ctx, cancel := context.WithCancel(m.ctx)
	m.serial++
	r := &run{id: m.serial, cancel: cancel, options: o, step: s.Cursor(), depth: s.Depth(), spent: s.State().Spent()}
	m.runs = append(m.runs, r)
	m.forgetOldRuns()
	begin, id, state := m.begin, r.id, s.State()
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
	at := slices.IndexFunc(m.runs, func(r *run) bool { return r.id == msg.id })
	if at < 0 {
		return nil, nil // its session was left, and its context has ended
	}
	r := m.runs[at]
	if msg.err != nil {
		r.cancel()
		m.runs = slices.Delete(m.runs, at, at+1)
		m.show(min(m.shown, len(m.runs)-1))
		return nil, say("The run cannot start: %s.", strings.TrimSuffix(style.Printable(msg.err.Error()), "."))
	}
	r.Handle = msg.handle
	r.SetPace(r.options.Pace) // it may have been changed meanwhile
	if r.held {
		r.Pause()
	}
	if r.stopping {
		r.Stop()
	}
	return tea.Batch(m.awaitEnd(r), m.observe(r), m.tick()), nil
}

// awaitEnd tells at once when a run has ended: many take less than the time
// between two looks.
func (m *Model) awaitEnd(r *run) tea.Cmd {
	done, id := r.Done(), r.id
	return func() tea.Msg {
		<-done
		return runEndedMsg{id}
	}
}

// pause holds the run, or lets it go on.
func (m *Model) pause() (tea.Cmd, []intent.Intent) {
	r := m.active()
	switch {
	case r == nil && len(m.runs) == 0:
		return nil, say("No run to pause: b starts branch and bound.")
	case r == nil:
		return nil, say("The run has ended: b starts another one.")
	case r.Handle == nil: // it will begin as it is wanted
		r.held = !r.held
		return nil, nil
	case r.snap.Phase == planner.Paused:
		r.Resume()
	default:
		r.Pause()
	}
	return tea.Batch(m.observe(r), m.tick()), nil
}

// stop ends the run and keeps what it found.
func (m *Model) stop() []intent.Intent {
	r := m.active()
	if r == nil {
		r = m.heuristic()
	}
	if r == nil {
		return say("No run to stop: b starts branch and bound.")
	}
	r.halt() // the end comes as a message
	if best, ok := r.best(); ok {
		return say("Stopped. The best so far is %s. A applies it.", style.Number(r.total(best.Cost)))
	}
	return say("Stopped. There is no sequence yet: the steps are as they were.")
}

// whatNext says how a run ended and what can be done with its result.
func (m *study) whatNext(r *run) []intent.Intent {
	best, ok := r.best()
	if !ok {
		return say("The run found no sequence: choose another method or limit with o.")
	}
	result := style.Number(r.total(best.Cost)) + " is " + m.standing(r) + "."
	if !r.proven() && !r.snap.Proven {
		result = "The best is " + style.Number(r.total(best.Cost)) + ", gap " + page.Percent(r.gap(best.Cost, r.snap.Bound)) + "."
	}
	switch {
	case len(best.Ops) == 0 || r.watched():
		return say("%s", result)
	case m.moved(r) > 0:
		return say("%s You are at another step now: press 4, then A to go back and apply it.", result)
	}
	return say("%s A applies it, u undoes it.", result)
}

// apply gives the chosen incumbent back as steps, one for each operation, after
// a return to the step that the run started from. The session keeps the branch
// that is left that way.
func (m *study) apply(r *run, k int) []intent.Intent {
	if m.session == nil || k < 0 || k >= len(r.incumbents) {
		return say("There is no sequence to apply yet.")
	}
	inc := r.incumbents[k]
	if len(inc.Ops) == 0 {
		return say("%s gives only a cost, no sequence: there is nothing to apply.", r.options.Method)
	}
	back := m.moved(r) > 0
	intents := m.carry(r, inc)
	text := fmt.Sprintf("Applied %s, cost %s: total %s.", style.Plural(len(inc.Ops), "operation", "operations"),
		style.Number(inc.Cost), style.Number(r.total(inc.Cost)))
	if back {
		text += " The old branch is kept: history, left and right."
	} else {
		text += " u undoes them one by one."
	}
	return append(intents, intent.Say{Text: text})
}

// applyFromAfar takes the best of a run whose page is not in front, unless that
// would go back to another step: then the user should have a look first.
func (m *study) applyFromAfar(r *run) []intent.Intent {
	if m.moved(r) > 0 {
		return say("The run started from another step: press 4, then A to go back and apply it.")
	}
	return m.apply(r, len(r.incumbents)-1)
}

// carry is the intents that carry out an incumbent: back to where the run
// started, and then one step for each operation.
func (m *study) carry(r *run, inc planner.Incumbent) []intent.Intent {
	var intents []intent.Intent
	if m.session.Cursor() != r.step {
		intents = append(intents, intent.GoTo{Step: r.step})
	}
	for _, o := range inc.Ops {
		intents = append(intents, intent.Carry{Ops: []model.Op{o}})
	}
	return intents
}

// greedy lets the heuristic complete the sequence.
func (m *Model) greedy() (tea.Cmd, []intent.Intent) {
	if m.session == nil {
		return nil, nil
	}
	if m.session.State().Done() {
		return nil, say("The sequence is complete: there is nothing left to do.")
	}
	if r := m.heuristic(); r != nil {
		return nil, say("%s", r.greedySoFar())
	}
	r, cmd := m.start(planner.Options{Method: planner.GreedyMinFill, Workers: 1})
	r.apply = true
	return cmd, nil
}

// heuristic is the greedy run at work whose result is to be carried out; nil for none.
func (m *study) heuristic() *run {
	for _, r := range m.runs {
		if r.live() && r.apply && !r.stopping && m.moved(r) == 0 {
			return r
		}
	}
	return nil
}

// greedySoFar says that the heuristic works, how long, and how it is stopped.
func (r *run) greedySoFar() string {
	return fmt.Sprintf("Greedy minimum fill is completing the sequence, %s so far: x stops it.", page.Clock(r.snap.Elapsed))
}

// progress tells once a second how long the heuristic works.
func (m *study) progress() []intent.Intent {
	r := m.heuristic()
	if r == nil {
		return nil
	}
	r.observe()
	if r.snap.Elapsed < r.told+time.Second {
		return nil
	}
	r.told = r.snap.Elapsed
	return say("%s", r.greedySoFar())
}

// applyGreedy carries out what the heuristic found.
func (m *study) applyGreedy(r *run) []intent.Intent {
	best, ok := r.best()
	if !ok {
		return say("The heuristic found no sequence. %s", r.fault())
	}
	return append(m.carry(r, best), say("Greedy minimum fill completed the sequence: cost %s, total %s. u undoes it step by step.",
		style.Number(best.Cost), style.Number(r.total(best.Cost)))...)
}

// preview shows the chosen incumbent without taking it.
func (m *study) preview(r *run, k int) []intent.Intent {
	if k < 0 || k >= len(r.incumbents) {
		return say("There is no sequence to show yet.")
	}
	inc := r.incumbents[k]
	if len(inc.Ops) == 0 {
		return say("%s gives only a cost, no sequence: there is nothing to show.", r.options.Method)
	}
	return []intent.Intent{intent.Preview{
		From: r.step, Ops: inc.Ops, Title: fmt.Sprintf("%s, %s", style.Number(r.total(inc.Cost)), inc.Source),
	}}
}
