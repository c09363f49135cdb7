package solver

import (
	"cmp"
	"context"
	"runtime"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/planner"
	"facet/ui/intent"
	"facet/ui/job"
	"facet/ui/layer"
	"facet/ui/style"
)

// Options say how the model begins.
type Options struct {
	Theme   *style.Theme
	Planner planner.Options // what b starts, and what the form begins with
	// Begin starts a run as soon as there is a session.
	Begin bool
	// Poll is the time between two looks at a run; 0 is a fifth of a second.
	Poll time.Duration
	// Quiet judges operations only when h is pressed, not all the time.
	Quiet bool
	// Start begins runs; nil for planner.Start. A server has them wait for their turn.
	Start func(context.Context, *model.State, planner.Options) (Handle, error)
	// Turns is what an analysis waits for, one place for each that may be under way;
	// nil where nobody else analyses.
	Turns chan struct{}
	// Archive keeps what runs have found; nil for none.
	Archive Archive
}

// pollInterval is the default time between two looks at a run.
const pollInterval = 200 * time.Millisecond

// Model is the explorer's companion. It is used from one goroutine.
type Model struct {
	display
	ctx     context.Context
	cancel  context.CancelFunc
	begin   starter
	turns   chan struct{}
	jobs    *job.Runner
	pending bool // a run is to be started with the first session

	asked   planner.Options // when the program began
	options planner.Options // of the last run
	poll    time.Duration
	polling bool // a look is under way

	selected   intent.Selection
	hintWanted bool          // h waits for an answer
	gather     time.Duration // between two messages of an analysis
	archive    Archive
	saving     saving
}

// New makes a companion. Its work ends with Close, or with the context.
func New(ctx context.Context, o Options) *Model {
	m := &Model{
		display: display{study: study{shown: -1, follow: true}, theme: o.Theme},
		options: o.Planner, poll: o.Poll, begin: startPlanner, pending: o.Begin, archive: o.Archive,
	}
	if o.Start != nil {
		m.begin = o.Start
	}
	m.turns = o.Turns
	m.ctx, m.cancel = context.WithCancel(ctx)
	m.jobs = job.New(m.ctx)
	m.saving.ctx, m.saving.stop = context.WithCancel(context.WithoutCancel(ctx))
	m.advisor.quiet, m.gather = o.Quiet, min(gatherFindings, cmp.Or(o.Poll, gatherFindings))
	if m.poll <= 0 {
		m.poll = pollInterval
	}
	if m.options.Workers <= 0 {
		m.options.Workers = DefaultWorkers()
	}
	m.asked = m.options
	return m
}

// DefaultWorkers leaves one processor to the screen where there is more than
// one.
func DefaultWorkers() int { return max(1, runtime.GOMAXPROCS(0)-1) }

// SetTheme changes what everything is drawn with.
func (m *display) SetTheme(t *style.Theme) {
	m.theme = t
	m.drawn, m.sketch = chartCache{}, chartCache{}
}

// Moved tells that the session stands on another step, or is another one.
func (m *Model) Moved(s layer.Steps) tea.Cmd {
	var cmds []tea.Cmd
	if m.session != s {
		cmds = append(cmds, m.leave())
		m.session = s
		m.advisor.forget()
		cmds = append(cmds, m.restore())
	}
	m.version++
	m.hintWanted = false
	cmds = append(cmds, m.examine())
	if m.pending {
		m.pending = false
		cmd, _ := m.launch(m.asked)
		cmds = append(cmds, cmd)
	}
	return tea.Batch(cmds...)
}

// leave stops the runs of a session that is left, without waiting for them.
func (m *Model) leave() tea.Cmd {
	cmd := m.save()
	for _, r := range m.runs {
		if r.live() {
			r.cancel()
			r.halt()
		}
	}
	m.runs, m.shown, m.chosen, m.kept, m.follow, m.view = nil, -1, 0, 0, true, viewRun
	m.classical = nil
	return cmd
}

// Selected tells that something else is selected.
func (m *Model) Selected(x intent.Selection) tea.Cmd {
	m.selected = x
	m.advisor.prefer(x)
	return nil
}

// closingTime is how long the end of the program may wait for work that does not
// stop at once. It harms nobody: the process ends.
const closingTime = 200 * time.Millisecond

// Close stops all work and waits for its end, but not for long.
func (m *Model) Close() {
	m.cancel()
	for _, r := range m.runs {
		r.halt()
	}
	select {
	case <-m.jobs.Close():
	case <-time.After(closingTime):
	}
	m.saving.stop()
	for _, r := range m.runs {
		r.observe()
	}
	m.saveNow()
}

// message types: what the model sends to itself.
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
		return m.look(), m.progress()
	case startedMsg:
		return m.started(msg)
	case runEndedMsg:
		return m.ended(msg.id)
	case savedMsg:
		return m.saved(msg), nil
	case restoredMsg:
		m.restored(msg)
		return nil, nil
	case foundMsg:
		return m.found(msg)
	}
	return nil, nil
}

// look polls the running run and arranges for the next look.
func (m *Model) look() tea.Cmd {
	r := m.active()
	if r == nil {
		return m.tick()
	}
	return tea.Batch(m.observe(r), m.tick())
}

// observe looks at a run and keeps the log's row and the archive up to date.
func (m *Model) observe(r *run) tea.Cmd {
	n := len(r.incumbents)
	if !r.observe() {
		return nil
	}
	m.learn(r)
	if len(r.incumbents) == n && !r.ended {
		return nil
	}
	if m.follow && m.run() == r {
		m.chosen = max(0, len(r.incumbents)-1)
	}
	return m.save()
}

// tick arranges for the next look. Nothing is sent to a paused run's watcher.
func (m *Model) tick() tea.Cmd {
	r := m.active()
	if r == nil {
		r = m.heuristic()
	}
	if m.polling || r == nil || r.snap.Phase == planner.Paused && !r.shared() {
		return nil
	}
	m.polling = true
	return tea.Tick(m.poll, func(time.Time) tea.Msg { return polledMsg{} })
}

// ended closes the books of a run. The heuristic's result is carried out if the
// user is still where it was asked for.
func (m *Model) ended(id int) (tea.Cmd, []intent.Intent) {
	for _, r := range m.runs {
		if r.id != id || r.reported {
			continue
		}
		r.reported = true
		cmd := m.observe(r)
		switch {
		case r.apply && m.moved(r) == 0 && !r.stopping:
			return cmd, m.applyGreedy(r)
		case r.apply || r.stopping || r.err != nil:
			return cmd, nil
		}
		return cmd, m.whatNext(r)
	}
	return nil, nil
}
