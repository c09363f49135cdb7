package app

import (
	"cmp"
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel"
	"facet/ui/style"
)

// led is who leads the user, and what was on the screen before.
type led struct {
	by  layer.Leader // nil for nobody
	own *aside       // nil while the user's session is on the screen

	pointed uint64 // how often it pointed at something else
}

// aside is the user's session while a guide shows another one.
type aside struct {
	session *session.Session
	sel     intent.Selection
	focus   intent.Panel
	large   bool
}

func (l *led) conceals() bool { return l.by != nil && l.by.Conceals() }

// points is what the leader points at.
func (l *led) points(v *layer.View) []intent.Selection {
	var now []intent.Selection
	if p, ok := l.by.(layer.Pointer); ok {
		now = p.Points(v)
	}
	if !slices.Equal(now, v.Points) {
		l.pointed++
	}
	return now
}

func (l *led) title() string {
	if l.by == nil {
		return ""
	}
	return l.by.Title()
}

// leaderMsg brings a guide that was opened beside the screen.
type leaderMsg struct {
	by  layer.Leader
	err error
}

// openLeader opens the guide that is asked for.
func (m *Model) openLeader(i intent.Lead) tea.Cmd {
	for _, source := range m.options.Guides {
		if source.Kind == i.Kind {
			return m.jobs.Start(leaderJob, func(ctx context.Context) tea.Msg {
				by, err := source.Open(ctx, i.About)
				return leaderMsg{by, err}
			})
		}
	}
	m.refuse("There is no " + i.Kind + " here.")
	return nil
}

func (m *Model) leaderOpened(g leaderMsg) tea.Cmd {
	if g.err != nil {
		m.refuse(layer.Sentence(g.err.Error()))
		return nil
	}
	return m.lead(g.by)
}

// lead has a guide lead from now on, in the place of any other.
func (m *Model) lead(by layer.Leader) tea.Cmd {
	m.dismiss()
	if m.led.by != nil {
		m.led.by.Close()
	}
	m.led.by = by
	m.over, m.message = nil, message{}
	if m.focus == intent.Solver {
		m.focusOn(intent.Next)
	}
	m.look++
	cmd, intents := by.Begin(m.snapshot())
	return tea.Batch(cmd, m.by(by, intents))
}

// by carries out what a layer wants, which that layer does not refuse.
func (m *Model) by(author layer.Layer, intents []intent.Intent) tea.Cmd {
	m.look++
	before := m.author
	m.author = author
	defer func() { m.author = before }()
	return m.carryOut(intents)
}

// newsMsg brings what somebody else intents here.
type newsMsg []intent.Intent

// awaitNews waits for it beside the screen.
func (m *Model) awaitNews() tea.Cmd {
	if m.options.News == nil {
		return nil
	}
	return func() tea.Msg {
		intents, err := m.options.News()
		if err != nil {
			return nil
		}
		return newsMsg(intents)
	}
}

// tellLeader tells who leads that the session moved.
func (m *Model) tellLeader() tea.Cmd {
	by := m.led.by
	if by == nil || m.preview != nil {
		return nil
	}
	cmd, intents := by.Moved(m.snapshot(), m.author == layer.Layer(by))
	if len(intents) == 0 {
		return cmd
	}
	return tea.Batch(cmd, m.by(by, intents))
}

// refused tells why an intent shall not be carried out: a layer that guards refuses what
// others want; empty if it may.
func (m *Model) refused(i intent.Intent) string {
	if i == nil {
		return ""
	}
	for _, l := range m.stack() {
		g, guards := l.(layer.Guard)
		if !guards || l == m.author {
			continue
		}
		why := g.Refuses(m.snapshot(), i)
		if !i.Effect().Within(g.Allows()) {
			why = cmp.Or(why, "Not possible here: :end leaves "+m.led.title()+".")
		}
		if why != "" {
			return why
		}
	}
	return ""
}

// showLeaders shows a session of who leads.
func (m *Model) showLeaders(s *session.Session) tea.Cmd {
	m.dismiss()
	if m.led.own == nil {
		m.led.own = &aside{m.session, m.sel, m.focus, m.large}
	}
	m.present(s)
	m.selectNext()
	return tea.Batch(m.tell(), m.proveIfDone())
}

// keepLeaders makes the session that a leader has put on the screen the user's own. The one
// before stays saved.
func (m *Model) keepLeaders() {
	if m.led.own == nil {
		return
	}
	m.led.own = nil
	m.own(m.session, "")
}

// endLead brings the user's session back.
func (m *Model) endLead() tea.Cmd {
	if m.led.by == nil {
		m.refuse("No lesson or puzzle is open: there is nothing to leave.")
		return nil
	}
	m.led.by.Close()
	own := m.led.own
	m.led = led{}
	m.look++
	m.message = message{}
	if own == nil {
		return m.tell()
	}
	m.present(own.session)
	m.large = own.large
	if own.sel.Exists(m.state()) {
		m.sel = own.sel
	}
	m.focusOn(own.focus)
	if m.session.Steps() == 0 && m.options.Guide != nil && m.options.Welcome { // nobody has asked for this dag
		m.say("Finished. :open opens a dag, :lesson a lesson, :puzzle a puzzle, q quits.")
	} else {
		m.say("Your own session on " + style.Printable(m.dag().Name) + " is back.")
	}
	return tea.Batch(m.tell(), m.proveIfDone())
}

func (m *Model) proveIfDone() tea.Cmd {
	if m.state().Done() {
		return m.startProof()
	}
	return nil
}

// ledPanels are the panels with what a leader has to say beneath the pictures.
func (m *Model) ledPanels(d layer.Drawn, top, height int) []string {
	rows := pad(m.theme, d.Rows, m.width, len(d.Rows))
	room := height - len(rows)
	if d.Place != layer.Instead || len(rows) == 0 {
		return append(m.panes(top, room), rows...)
	}
	m.areas = m.window().Pictures(top, room)
	return append(panel.Compose(m.areas, m.framed), rows...)
}
