package app

import (
	"cmp"
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model/session"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel"
	"facet/ui/style"
)

// led is who leads the user, and what was on the screen before.
type led struct {
	by     layer.Leader // nil for nobody
	own    *aside       // nil while the user's session is on the screen
	asking bool         // what is wished now is the guide's own intent
}

// aside is the user's session while a guide shows another one.
type aside struct {
	session *session.Session
	sel     intent.Selection
	focus   intent.Panel
	large   bool
}

func (l *led) conceals() bool { return l.by != nil && l.by.Conceals() }

func (l *led) title() string {
	if l.by == nil {
		return ""
	}
	return l.by.Title()
}

func (l *led) page(s *layer.View, width, height int) []string {
	if l.by == nil {
		return nil
	}
	return l.by.Page(s, width, height)
}

// guideMsg brings a guide that was opened beside the screen.
type guideMsg struct {
	by  layer.Leader
	err error
}

// openGuide opens the guide that is asked for.
func (m *Model) openGuide(i intent.Lead) tea.Cmd {
	for _, source := range m.options.Guides {
		if source.Kind == i.Kind {
			return m.lanes.Start("guide", func(ctx context.Context) tea.Msg {
				by, err := source.Open(ctx, i.About)
				return guideMsg{by, err}
			})
		}
	}
	m.refuse("There is no " + i.Kind + " here.")
	return nil
}

func (m *Model) guideOpened(g guideMsg) tea.Cmd {
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
	return tea.Batch(cmd, m.guided(intents))
}

// guided carries out what the guide wants, which nobody refuses.
func (m *Model) guided(intents []intent.Intent) tea.Cmd {
	m.look++
	before := m.led.asking
	m.led.asking = true
	defer func() { m.led.asking = before }()
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

// toldGuide tells the guide that the session moved.
func (m *Model) toldGuide() tea.Cmd {
	if m.led.by == nil || m.player.proposal != nil {
		return nil
	}
	cmd, intents := m.led.by.Moved(m.snapshot())
	if len(intents) == 0 {
		return cmd
	}
	return tea.Batch(cmd, m.guided(intents))
}

// refusedByGuide tells why an intent shall not be carried out; empty if it may.
func (m *Model) refusedByGuide(i intent.Intent) string {
	if m.led.by == nil || m.led.asking || i == nil {
		return ""
	}
	why := m.led.by.Refuses(m.snapshot(), i)
	if !i.Effect().Within(m.led.by.Allows()) {
		return cmp.Or(why, "Not possible here: :end leaves "+m.led.by.Title()+".")
	}
	return why
}

// stage shows a session of the guide's.
func (m *Model) stage(s *session.Session) tea.Cmd {
	m.dismiss()
	if m.led.own == nil {
		m.led.own = &aside{m.session, m.sel, m.focus, m.large}
	}
	m.present(s)
	m.selectNext()
	return tea.Batch(m.tell(), m.proveIfDone())
}

// adopt makes the session that a guide has put on the screen the user's own. The one
// before stays saved.
func (m *Model) adopt() {
	if m.led.own == nil {
		return
	}
	m.led.own = nil
	m.own(m.session, "")
}

// endGuide brings the user's session back.
func (m *Model) endGuide() tea.Cmd {
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

// guidedPanes are the panes with what a guide has to say beneath the pictures.
func (m *Model) guidedPanes(s *layer.View, top, height int) []string {
	if m.led.by == nil {
		return m.panes(top, height)
	}
	rows, instead := m.led.by.Panel(s, m.width, max(3, height*2/5))
	rows = pad(m.theme, rows, m.width, len(rows))
	room := height - len(rows)
	if !instead || len(rows) == 0 {
		return append(m.panes(top, room), rows...)
	}
	m.areas = m.window().Pictures(top, room)
	return append(panel.Compose(m.areas, m.framed), rows...)
}
