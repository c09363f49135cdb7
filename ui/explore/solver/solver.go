package solver

import (
	"cmp"
	"context"
	"runtime"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver/page"
)

// Options say how the model begins.
type Options struct {
	Theme   *style.Theme
	Planner planner.Options // what b starts, and what the form begins with
	// Begin starts a run as soon as there is a session.
	Begin bool
	// Resume has it wait until what was kept of the dag is there, and go on from that.
	Resume bool
	// Poll is the time between two looks at a run; 0 is a fifth of a second.
	Poll time.Duration
	// Quiet judges operations only when h is pressed, not all the time.
	Quiet bool
	// Completed has the dags that are judged all the time, because the user has completed them
	// once; nil for all that Quiet does not exclude.
	Completed Completed
	// Start begins runs; nil for planner.Start. A server has them wait for their turn.
	Start func(context.Context, *model.State, planner.Options) (Handle, error)
	// Room is told before a run begins how much memory it may take, in bytes; nil for none.
	Room func(bytes int64)
	// Turns is what an analysis waits for, one place for each that may be under way;
	// nil where no other explorer analyses.
	Turns chan struct{}
	// Archive keeps what runs have found; nil for none.
	Archive Archive
}

// pollInterval is the default time between two looks at a run.
const pollInterval = 200 * time.Millisecond

// frame is the time between two looks at a run whose tree is in front.
const frame = time.Second / 30

// Model is the explorer's companion. It is used from one goroutine.
type Model struct {
	layer.Plain
	study   *study
	display *display
	keeper  *keeper

	ctx     context.Context
	cancel  context.CancelFunc
	jobs    *job.Runner
	begin   starter
	pending bool // a run is to be started with the first session,
	resume  bool // as soon as what was kept is there

	asked   planner.Options // when the program began
	options planner.Options // of the last run
	poll    time.Duration
	polling bool // a look is under way
}

// New makes a companion. Its work ends with Close, or with the context.
func New(ctx context.Context, o Options) *Model {
	m := &Model{options: o.Planner, poll: o.Poll, begin: startPlanner, pending: o.Begin, resume: o.Resume &&
		o.Archive != nil}
	if o.Start != nil {
		m.begin = o.Start
	}
	if o.Room != nil {
		begin := m.begin
		m.begin = func(ctx context.Context, s *model.State, p planner.Options) (Handle, error) {
			o.Room(cmp.Or(p.Memory, planner.DefaultMemory))
			return begin(ctx, s, p)
		}
	}
	if m.poll <= 0 {
		m.poll = pollInterval
	}
	if m.options.Workers <= 0 {
		m.options.Workers = DefaultWorkers()
	}
	m.asked = m.options
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.jobs = job.New(m.ctx)
	advisor := &advisor{ctx: m.ctx, jobs: m.jobs, turns: o.Turns, quiet: o.Quiet || o.Completed != nil,
		completed: o.Completed,
		gather:    min(gatherFindings, cmp.Or(o.Poll, gatherFindings)),
		reasons:   reasons{jobs: m.jobs, theme: o.Theme, turns: o.Turns}}
	m.study = &study{shown: -1, follow: true, advisor: advisor}
	m.display = &display{study: m.study, theme: o.Theme}
	m.study.cost = func(c model.Cost) string { return m.display.theme.Cost(c) }
	m.keeper = &keeper{archive: o.Archive, ctx: m.ctx, jobs: m.jobs}
	m.keeper.last, m.keeper.stop = context.WithCancel(context.WithoutCancel(ctx))
	return m
}

// DefaultWorkers leaves one processor to the screen where there is more than
// one.
func DefaultWorkers() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// SetTheme changes what everything is drawn with.
func (m *Model) SetTheme(t *style.Theme) {
	m.display.theme = t
	m.study.advisor.reasons.theme = t
}

// Fit shows what the leader of the search looks at, where there is one.
func (m *Model) Fit(v *layer.View, b layer.Box) {
	m.display.keymap, m.display.room = v.Keymap, b.Height
	m.display.lead()
}

// Draw draws the page where its keys are heard, and else the small panel.
func (m *Model) Draw(_ *layer.View, b layer.Box) layer.Drawn { return m.display.draw(b) }

// Version changes whenever the advice does.
func (m *Model) Version() uint64 { return m.study.advisor.version }

// Advice is what is known about the state after a step.
func (m *Model) Advice(step int) layer.Advice { return m.study.advisor.advice(step) }

// Hints reports whether operations and steps are judged unasked.
func (m *Model) Hints() bool { return !m.study.advisor.quiet }

// Losses are what the steps of the session's line lost.
func (m *Model) Losses() []analysis.Regret { return m.study.advisor.losses }

// Reasons are why steps of the session's line lost, as far as that is known.
func (m *Model) Reasons() map[int]layer.Reason { return m.study.advisor.stepReasons() }

// Found are what the runs have found, to be compared.
func (m *Model) Found() []layer.Complete { return m.study.found() }

// Watching reports whether a run is at work, or has ended where the user stands.
func (m *Model) Watching() bool { return m.study.watching() }

// Running is the clock of the run that works, and its gap.
func (m *Model) Running() string {
	r := m.study.run()
	if r == nil || !r.live() || r.err != nil {
		return ""
	}
	sign := m.display.theme.Text("▶ ")
	if r.snap.Phase == planner.Paused {
		sign = m.display.theme.Text("‖ ")
	}
	text := sign + page.Clock(r.slow.Elapsed)
	if best, ok := r.best(); ok {
		text += " gap " + page.Percent(r.gap(best.Cost, r.slow.Bound))
	}
	return text
}

// Moved takes note that the session stands on another step, or is another one.
func (m *Model) Moved(s layer.Steps) tea.Cmd {
	var cmds []tea.Cmd
	if m.study.session != s {
		cmds = append(cmds, m.leave())
		m.study.session = s
		cmds = append(cmds, m.keeper.restore(s))
	}
	cmds = append(cmds, m.study.advisor.visit(s), m.study.advisor.explain())
	if !m.resume {
		cmd, _ := m.beginPending()
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// beginPending starts the run with which the program was to begin, once.
func (m *Model) beginPending() (tea.Cmd, []intent.Intent) {
	if !m.pending {
		return nil, nil
	}
	m.pending = false
	return m.launch(m.asked)
}

// leave stops the runs of a session that is left, without waiting for them.
func (m *Model) leave() tea.Cmd {
	cmd := m.keeper.save(m.study)
	for _, r := range m.study.runs {
		if r.live() {
			r.cancel()
			r.halt()
		}
	}
	m.study.drop()
	m.display.view, m.display.bounds = viewRun, bounds{}
	return cmd
}

// Selected takes note that something else is selected.
func (m *Model) Selected(x intent.Selection) tea.Cmd {
	m.study.advisor.prefer(x)
	return m.study.advisor.explain()
}

// closingTime is how long the end of the program may wait for work that does not
// stop at once. Nothing is lost by it: the process ends.
const closingTime = 200 * time.Millisecond

// Close stops all work and waits for its end, but not for long.
func (m *Model) Close() {
	m.cancel()
	for _, r := range m.study.runs {
		r.halt()
	}
	select {
	case <-m.jobs.Close():
	case <-time.After(closingTime):
	}
	for _, r := range m.study.runs {
		r.observe()
	}
	m.keeper.close(m.study)
}

// Messages that the model sends to itself.
type (
	polledMsg  struct{}
	startedMsg struct {
		id     int
		handle Handle
		err    error
	}
	runEndedMsg struct{ id int }
)

// Update takes a message.
func (m *Model) Update(_ *layer.View, msg tea.Msg) (tea.Cmd, []intent.Intent) {
	switch msg := msg.(type) {
	case polledMsg:
		m.polling = false
		var looked tea.Cmd
		if r := m.study.active(); r != nil {
			looked = m.observe(r)
		}
		return tea.Batch(looked, m.tick()), m.study.progress()
	case startedMsg:
		return m.started(msg)
	case runEndedMsg:
		return m.ended(msg.id)
	case savedMsg:
		return m.keeper.saved(msg)
	case againMsg:
		return m.keeper.again(), nil
	case restoredMsg:
		m.study.restored(msg)
		return m.beginPending()
	case boundsMsg:
		m.display.bounds.take(msg)
	case foundMsg:
		cmd, more := m.study.advisor.found(msg, m.display.theme)
		return tea.Batch(cmd, m.study.advisor.explain()), more
	}
	if brought, ok := m.jobs.Open(msg); ok {
		reason, ok := brought.(reasonMsg)
		if !ok { // it failed, and is not asked again
			reason = reasonMsg{of: m.study.advisor.reasons.asked}
		}
		return m.study.advisor.explained(reason, m.display.theme)
	}
	return nil, nil
}

// observe looks at a run and keeps the log's row and the archive up to date.
func (m *Model) observe(r *run) tea.Cmd {
	n := len(r.incumbents)
	defer m.display.lookAtTree(r)
	if !m.study.observe(r) {
		return m.keeper.save(m.study) // what was found since the last time
	}
	if len(r.incumbents) == n && r.live() {
		return m.keeper.save(m.study) // what was found since the last time
	}
	if m.study.follow && m.study.run() == r {
		m.study.chosen = max(0, len(r.incumbents)-1)
	}
	return m.keeper.save(m.study)
}

// tick arranges for the next look. Nothing is sent to a paused run's watcher.
func (m *Model) tick() tea.Cmd {
	r := m.study.active()
	if r == nil {
		r = m.study.heuristic()
	}
	if m.polling || r == nil || r.snap.Phase == planner.Paused && !r.company().Led {
		return nil
	}
	m.polling = true
	every := m.poll
	if m.display.view == viewTree && r.snap.Phase != planner.Paused {
		every = min(every, frame)
	}
	return tea.Tick(every, func(time.Time) tea.Msg { return polledMsg{} })
}

// ended closes the books of a run. The heuristic's result is carried out if the
// user is still where it was asked for.
func (m *Model) ended(id int) (tea.Cmd, []intent.Intent) {
	for _, r := range m.study.runs {
		if r.id != id {
			continue
		}
		cmd := m.observe(r)
		if r.phase != ended {
			return cmd, nil
		}
		r.phase = closed
		switch {
		case r.purpose != toCompare && m.study.moved(r) == 0:
			return cmd, m.study.applyGreedy(r)
		case r.purpose != toCompare || r.err != nil:
			return cmd, nil
		}
		return cmd, m.study.whatNext(r)
	}
	return nil, nil
}
