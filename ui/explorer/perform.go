package explorer

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/picture"
	"facet/ui/theme"
)

// perform carries out one intent.
func (m *Model) perform(i Intent) tea.Cmd { return m.carryOut([]Intent{i}) }

// carryOut carries out intents, and then once what follows from them. Everything
// that changes the session or the selection goes through here.
func (m *Model) carryOut(intents []Intent) tea.Cmd {
	session, revision, sel := m.session, m.session.Revision(), m.sel
	var cmds []tea.Cmd
	m.batch = len(intents) > 2
	for _, i := range intents {
		cmds = append(cmds, m.act(i))
	}
	if m.batch && m.session == session && m.session.Revision() != revision {
		m.selectAfter(m.session.Changes(), 0)
	}
	m.batch = false
	if m.session == session && m.session.Revision() != revision {
		cmds = append(cmds, m.moved())
	}
	if m.companion != nil && m.sel != sel && m.player.proposal == nil {
		cmds = append(cmds, m.companion.Selected(m.sel))
	}
	m.save()
	return tea.Batch(cmds...)
}

// act carries out one intent without what follows from it.
func (m *Model) act(i Intent) tea.Cmd {
	switch i.Kind {
	case Select:
		m.sel = i.Target
		if m.sel.Kind == OnVertex || m.focus == paneDag || m.focus == paneLine {
			m.chosen = m.sel // not a row of the list, which is an operation
		}
	case Perform:
		m.doSelected()
	case Eliminate:
		m.eliminate()
	case Preaccumulate:
		m.preaccumulate()
	case NextMode:
		m.nextMode()
	case Carry:
		m.carry(i.Text, i.Ops)
	case Play:
		return m.play(i)
	case Pace:
		m.pace(i.Number)
	case Undo:
		m.undo()
	case Redo:
		m.redo()
	case JumpTo:
		m.report(m.session.Jump(i.Number))
		m.selectNext()
	case GoToStep:
		m.report(m.session.Goto(i.Number))
		m.selectNext()
	case Note:
		m.report(m.session.Annotate(m.session.Cursor(), i.Text))
	case AskEdge, AskVertex, AskLabel, AskCommand, AskNote, AskSave, ShowHelp, ShowTotals:
		return m.ask(i.Kind)
	case Save, SaveSession, Export, Replay, OpenDag, Restart, Resume, Forget:
		return m.file(i)
	case Plan:
		return m.plan(i.Text)
	case Leave:
		m.leaving = true
		return tea.Quit
	default:
		return m.show(i)
	}
	return nil
}

// show is for intents that change how things are shown.
func (m *Model) show(i Intent) tea.Cmd {
	switch i.Kind {
	case Focus:
		m.focusOn(pane(i.Number))
	case NextPane:
		m.cycle(i.Number)
	case ZoomBy:
		m.picture(m.front).zoomBy(i.Number)
	case ZoomTo:
		m.zoomTo(i)
	case PanBy:
		m.picture(m.front).panBy(i.Number, i.Rows)
	case TidyUp:
		m.pictures.tidy(m.session)
		m.dagPane.zoomTo(m.dagPane.zoom)
		m.linePane.zoomTo(m.linePane.zoom)
		m.stamp.look++
	case FullPane:
		m.large = !m.large
	case SortBy:
		m.sortBy(i.Text)
	case ToggleMouse:
		return m.toggleMouse()
	case SetTheme:
		m.setTheme(i.Text)
	case SetASCII:
		m.dress(m.theme.WithASCII(i.Text == "on"))
	case SetSizes:
		m.pictures.resize(i.Text == "on")
		m.dagPane.zoomTo(m.dagPane.zoom)
		m.stamp.look++
	case Repaint:
		return tea.ClearScreen
	case Say:
		m.say(i.Text)
	}
	return nil
}

func (m *Model) say(text string)    { m.message = message{text: text} }
func (m *Model) refuse(text string) { m.message = message{text: text, bad: true} }

// report says what went wrong, if anything did.
func (m *Model) report(err error) {
	if err != nil {
		m.refuse(sentence(err.Error()))
	}
}

// moved follows a change of the session.
func (m *Model) moved() tea.Cmd {
	if !m.sel.exists(m.state()) {
		m.selectNear(0)
	}
	var cmds []tea.Cmd
	if m.state().Done() {
		fresh := m.proof.step != m.session.Cursor() || m.proof.verdict == unproved
		cmds = append(cmds, m.startProof())
		if fresh && m.player.proposal == nil {
			m.over = &summaryPage{proof: &m.proof}
			m.message = message{}
		}
	} else {
		m.proof = proof{}
	}
	if m.companion != nil && m.player.proposal == nil {
		cmds = append(cmds, m.companion.Moved(m.session))
	}
	return tea.Batch(cmds...)
}

// known is the best total of the whole dag that planning found.
func (m *Model) known() (method, bool) {
	if m.companion == nil {
		return method{}, false
	}
	a := m.companion.Advice(0)
	if a.Optimal {
		return method{optimum, a.Best}, a.HasBest
	}
	return method{"best known", a.Best}, a.HasBest
}

// startProof proves the sequence unless that was done already.
func (m *Model) startProof() tea.Cmd {
	if m.proof.step == m.session.Cursor() && m.proof.verdict != unproved && m.proof.dag == m.dag() {
		return nil
	}
	m.proof = proof{step: m.session.Cursor(), dag: m.dag(), verdict: proving}
	return prove(m.session)
}

func (m *Model) sortBy(text string) {
	if order, ok := parseOrdering(text); ok {
		m.next.order = order
	} else {
		m.next.order = (m.next.order + 1) % ordering(len(orderingNames))
	}
	m.settings.Sort = m.next.order.String()
	m.keep()
	m.say("The list is sorted by " + m.next.order.String() + ".")
}

func (m *Model) setTheme(text string) {
	kind, err := theme.ParseKind(text)
	if err != nil {
		m.report(err)
		return
	}
	m.dress(theme.New(kind, m.theme.ASCII, m.options.Getenv))
	m.settings.Theme = text
	m.keep()
}

// dress changes how everything is drawn.
func (m *Model) dress(t *theme.Theme) {
	m.theme = t
	m.stamp.look++
	if m.companion != nil {
		m.companion.SetTheme(t)
	}
}

func (m *Model) zoomTo(i Intent) {
	z := picture.ZoomAuto
	if len(i.Text) == 1 {
		z = picture.ZoomOverview + picture.Zoom(i.Text[0]-'0')
	} else if i.Number > 0 {
		z = picture.ZoomOverview + picture.Zoom(i.Number)
	}
	m.picture(m.front).zoomTo(z)
}
