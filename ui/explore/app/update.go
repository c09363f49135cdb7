package app

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/job"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
)

// Messages from outside.
type (
	// Intents is a message that has intents carried out: of a lecturer who is followed, or
	// of a test.
	Intents []intent.Intent
	// Line is a message that has a line carried out, as the palette takes it.
	Line string
	// Stop is the message that the program shall be stopped.
	Stop struct{}
)

// New makes an explorer of the options' session. It asks the terminal nothing.
func New(o Options) *Model {
	o = o.complete()
	m := unbegun(o) // Init tells the solver where the session stands
	var wrong []error
	m.keymap, wrong = layer.NewKeymap(catalog(m), o.Keys)
	m.options.Problems = append(slices.Clone(o.Problems), wrong...)
	m.table = m.keymap.Bind(commands(m))
	if o.Unsaved != nil {
		m.table.Unsaved()
	}
	m.dialogs.table = m.table
	if o.Leader != nil && o.Welcome {
		m.leading.unasked = "Finished. :open opens a dag, :lesson a lesson, :puzzle a puzzle, {q:quit} quits."
	}
	s := o.session()
	m.screen.open(s, false)
	m.screen.record.Begun = cmp.Or(o.Resumed, m.screen.name(s.Dag()))
	m.sessions.own(s, s.Revision(), o.Resumed)
	return m
}

// Init offers what was left unfinished and starts the solver.
func (m *Model) Init() tea.Cmd {
	unsaved := layer.Warn(m.options.Unsaved)
	if m.options.Leader != nil && m.options.Leader.Home().Kind == "" {
		unsaved = layer.Report(m.options.Unsaved) // a follower may press no key, and would never see the foot
	}
	if len(unsaved) == 0 {
		unsaved = troubled(m.options.Problems)
	}
	cmds := []tea.Cmd{m.leading.tell(), m.settings.wake(),
		m.screen.proof.wantIfDone(), m.perform(nil, unsaved...)}
	for _, news := range m.options.News {
		cmds = append(cmds, awaitNews(news))
	}
	switch {
	case m.options.Leader != nil:
		cmd, intents := m.leading.begin(m.options.Leader)
		cmds = append(cmds, cmd, m.perform(nil, intents...))
	case m.options.Welcome:
		m.screen.where.push(overlay.NewPalette(m.table, "open ", ""))
	default:
		cmds = append(cmds, m.sessions.wantUnfinished())
	}
	return tea.Batch(append(cmds, m.settle())...)
}

// troubled warns of the first thing that is wrong with the user's settings.
func troubled(problems []error) []intent.Intent {
	if len(problems) == 0 {
		return nil
	}
	text := "settings, " + problems[0].Error()
	if more := len(problems) - 1; more > 0 {
		text += ". " + style.Plural(more, "more mistake", "more mistakes") + ": see facet config"
	}
	return layer.Warn(errors.New(text))
}

// Update takes one message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	shown := &m.screen.shown
	cmd := m.take(msg)
	before := shown.sel
	if shown.selectBest(); shown.sel != before && m.judged() {
		cmd = tea.Batch(cmd, m.solver.Selected(shown.sel))
	}
	if m.options.Shown != nil {
		m.options.Shown(m.snapshot())
	}
	return m, tea.Batch(cmd, m.settle(), m.settings.report(m.leading.leader().Clicks()))
}

func (m *Model) take(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		w := &m.screen.where.window
		if w.Width != msg.Width || w.Height != msg.Height {
			m.screen.pictures.resized()
		}
		w.Width, w.Height = msg.Width, msg.Height
		return nil
	case tea.KeyMsg:
		return m.typed(msg)
	case tea.MouseMsg:
		return m.pointer(msg)
	case Stop:
		return m.perform(nil, intent.Line("suspend"))
	case resumedMsg:
		return m.settings.wake()
	case goOnMsg:
		return m.goOn()
	case Intents:
		return m.perform(nil, msg...)
	case Line:
		return m.typedLine(string(msg))
	case newsMsg:
		return tea.Batch(m.perform(m.leading.by, msg.intents...), msg.await)
	case SavingChanged:
		return m.perform(nil, m.sessions.trouble()...)
	case tick:
		cmd, intents := m.screen.playback.ticked(msg)
		return tea.Batch(cmd, m.perform(nil, intents...))
	case job.Message:
		return m.brought(msg)
	}
	return m.heard(msg)
}

// brought takes what a job brought.
func (m *Model) brought(msg job.Message) tea.Cmd {
	what, mine := m.screen.jobs.Open(msg)
	if !mine {
		return m.heard(msg)
	}
	switch what := what.(type) {
	case nil: // nothing on the screen is another one
		return nil
	case error:
		m.screen.shown.version++
		return m.perform(nil, layer.Report(what)...)
	case layer.Result:
		m.screen.shown.version++
		cmd, intents := what()
		return tea.Batch(cmd, m.perform(nil, intents...))
	}
	return nil
}

// heard hands a message to the layers that listen.
func (m *Model) heard(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	if by := m.leading.by; by != nil {
		cmd, intents := by.Update(m.snapshot(), msg)
		cmds = append(cmds, cmd, m.perform(by, intents...))
	}
	if m.solver != nil {
		cmd, intents := m.solver.Update(m.snapshot(), msg)
		cmds = append(cmds, cmd, m.perform(m.solver, intents...))
	}
	return tea.Batch(cmds...)
}

// Session is what the explorer works on.
func (m *Model) Session() *session.Session {
	switch {
	case m.leading.aside != nil:
		return m.leading.aside.session
	case m.preview.open():
		return m.preview.user
	}
	return m.screen.shown.session
}

// Saving gives a value whenever there is something to say about saving; what runs
// the program makes [SavingChanged] of it. It is nil where nothing is saved.
func (m *Model) Saving() <-chan struct{} { return m.sessions.changed() }

// Warning is what was said of what is not saved since the last key.
func Warning(m *Model) string { return m.screen.notice.warning }

// lost says what is not saved and lost when the user leaves; empty where that is nothing.
func (m *Model) lost() string {
	if m.options.Unsaved != nil {
		if m.Session().Steps() > 0 || m.leading.leader().Worked() {
			return layer.Sentence(m.options.Unsaved.Error()) + " q again quits."
		}
		return ""
	}
	if err := m.sessions.unsaved(); err != nil {
		return layer.Sentence(err.Error()) + " q again quits and loses the last steps."
	}
	return ""
}

// Farewell tells, after the screen is gone, that nothing is lost: what is saved nowhere is
// printed.
func (m *Model) Farewell(w io.Writer) {
	m.sessions.farewell(w, m.Session(), m.options.Again)
	for _, s := range m.unkept() {
		if m.options.Left != nil {
			m.options.Left(s)
		}
		printed(w, s)
	}
	by := m.leading.leader()
	by.Farewell(w)
	if first := m.options.Leader; first != nil && first != by { // it has ended, and what it did was asked for
		first.Farewell(w)
	}
}

// unkept are the sessions with steps that are saved nowhere: the user's own, and an attempt at
// a puzzle.
func (m *Model) unkept() []*session.Session {
	if m.options.Unsaved == nil {
		return nil
	}
	var all []*session.Session
	if own := m.Session(); own.Steps() > 0 {
		all = append(all, own)
	}
	worked, shown := m.leading.leader().Worked(), m.screen.shown.session
	if worked && shown.Steps() > 0 && !slices.Contains(all, shown) {
		all = append(all, shown)
	}
	return all
}

// mostPrinted is how many operations of a session are printed at the end.
const mostPrinted = 5000

// printed prints a session as the lines of a sequence file.
func printed(w io.Writer, s *session.Session) {
	text := s.Sequence()
	if n := strings.Count(text, "\n"); n > mostPrinted {
		text = fmt.Sprintf("# %s operations are too many to be printed here.\n", style.Count(int64(n)))
	}
	fmt.Fprintf(w,
		"Your work is saved nowhere. These lines are a sequence file of it, which facet replay reads:\n# %s, total %s, %s\n%s",
		style.Printable(s.Dag().Name), s.State().Spent(), style.Plural(s.Depth(), "step", "steps"),
		style.PrintableScreen(text))
}

// Close writes what is still to be saved and ends the solver.
func (m *Model) Close() error {
	m.screen.jobs.Close()
	m.leading.leader().Close()
	if m.solver != nil {
		m.solver.Close()
	}
	return m.sessions.close()
}
