package app

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/coarser"
	"facet/ui/documents"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/panel/drawing"
	"facet/ui/panel/next"
	"facet/ui/picture"
	"facet/ui/style"
)

// perform carries out one intent.
func (m *Model) perform(i intent.Intent) tea.Cmd { return m.carryOut([]intent.Intent{i}) }

// carryOut carries out intents, and then once what follows from them. Everything
// that changes the session or the selection goes through here.
func (m *Model) carryOut(intents []intent.Intent) tea.Cmd {
	if len(intents) > atOnce {
		m.queue = intents[atOnce:]
		return tea.Batch(m.carryOut(intents[:atOnce]), func() tea.Msg { return goOnMsg{} })
	}
	session, revision, sel := m.session, m.session.Revision(), m.sel
	var cmds []tea.Cmd
	m.batch = len(intents) > 2
	for _, i := range intents {
		if text := m.refused(i); text != "" {
			m.refuse(text)
			break
		}
		cmds = append(cmds, m.do(i))
	}
	if m.batch && m.session == session && m.session.Revision() != revision {
		m.selectAfter(m.session.Changes(), 0)
	}
	m.batch = false
	if m.session == session && m.session.Revision() != revision {
		cmds = append(cmds, m.moved())
	}
	if m.sel != sel && m.judged() {
		cmds = append(cmds, m.solver.Selected(m.sel))
	}
	m.save()
	return tea.Batch(cmds...)
}

// atOnce is how many intents are carried out between two looks at the keyboard.
const atOnce = 100

// goOnMsg has the next ones carried out.
type goOnMsg struct{}

// goOn carries out the next intents of many.
func (m *Model) goOn() tea.Cmd {
	intents := m.queue
	m.queue = nil
	return m.carryOut(intents)
}

// do carries out one intent without what follows from it. This is the one place
// that knows what every intent means.
func (m *Model) do(i intent.Intent) tea.Cmd {
	switch i := i.(type) {
	case nil:
	case intent.Select:
		m.sel = i.Target
		if m.sel.Kind == intent.OnVertex || m.focus == intent.Dag || m.focus == intent.LineDag {
			m.chosen = m.sel // not a row of the list, which is an operation
		}
	case intent.DoSelected:
		m.doSelected()
	case intent.Eliminate:
		m.eliminate()
	case intent.Preaccumulate:
		m.preaccumulate()
	case intent.ChangeMode:
		m.nextMode()
	case intent.AskEdge:
		return m.planMoves(coarser.EdgeAt(m.snapshot()))
	case intent.AskVertex:
		return m.planMoves(coarser.VertexAt(m.snapshot()))
	case intent.EliminateVertex:
		return m.planMoves(coarser.Vertex(m.snapshot(), i.Vertex), "")
	case intent.EliminateEdge:
		return m.planMoves(coarser.Edge(m.snapshot(), i.From, i.To, i.Front), "")
	case intent.Carry:
		m.carry(i.Title, i.Ops)

	case intent.Undo:
		m.undo()
	case intent.Redo:
		m.redo()
	case intent.JumpTo:
		m.report(m.session.Jump(i.Depth))
		m.selectNext()
	case intent.GoTo:
		m.report(m.session.Goto(i.Step))
		m.selectNext()
	case intent.AskNote:
		m.askNote()
	case intent.Annotate:
		m.report(m.session.Annotate(m.session.Cursor(), i.Text))
	case intent.Play:
		return m.play()
	case intent.Pace:
		m.hurry(i.Faster)
	case intent.Preview:
		return m.propose(i)

	case intent.Focus:
		m.focusOn(i.Panel)
		m.picked = m.picked || m.focus == m.front
	case intent.Cycle:
		m.cycle(i.By)
		m.picked = m.picked || m.focus == m.front
	case intent.AskLabel:
		m.push(overlay.NewLabels())
	case intent.ZoomBy:
		m.picture(m.front).ZoomBy(i.Levels)
	case intent.ZoomTo:
		m.zoomTo(i.Level)
	case intent.Pan:
		m.picture(m.front).PanBy(i.Columns, i.Rows)
	case intent.Pin:
		m.pin()
	case intent.SetMotion:
		return m.setMotion(i.On)
	case intent.Tidy:
		return m.tidy()
	case intent.Enlarge:
		m.large = !m.large
	case intent.Sort:
		return m.sortBy(i.Order)
	case intent.ToggleMouse:
		return m.toggleMouse()
	case intent.SetTheme:
		return m.setTheme(i.Kind)
	case intent.SetASCII:
		m.dress(m.theme.WithASCII(i.On))
	case intent.SetSizes:
		m.jobs.Stop(pictureJob)
		m.pictures.Resize(i.On)
		m.dagPane.Again()
		m.look++
	case intent.Repaint:
		return tea.ClearScreen
	case intent.AskCommand:
		m.push(overlay.NewPalette(m.table, i.Line, ""))
	case intent.ShowHelp:
		m.showHelp(i)
	case intent.ShowTotals:
		return m.showTotals()
	case intent.ShowWays:
		return m.findWays()
	case intent.Back:
		m.goBack()
	case intent.Say:
		m.say(i.Text)

	case intent.AskSave:
		m.push(overlay.NewPalette(m.table, "save ", documents.Stem(m.dag().Name)+".seq"))
	case intent.Save:
		return m.write(documents.Sequence(m.session, i))
	case intent.SaveSession:
		return m.write(documents.Session(m.session, i), "")
	case intent.SaveLesson:
		text, beside, refusal := documents.Lesson(m.session, i)
		cmd := m.write(text, refusal)
		if beside == "" {
			return cmd
		}
		return tea.Batch(cmd, m.write(documents.Export(m.snapshot(), intent.Export{Path: beside})))
	case intent.Export:
		return m.write(documents.Export(m.snapshot(), i))
	case intent.AskFigure:
		m.push(overlay.NewPalette(m.table, "figure ", documents.Stem(m.dag().Name)+"-"+style.Count(int64(m.session.Depth()))+".svg"))
	case intent.Figure:
		return m.write(documents.Figure(m.snapshot(), m.pictures, i))
	case intent.Table:
		return m.write(documents.Table(m.session, i))
	case intent.Replay:
		return m.replay(i.Path)
	case intent.Open:
		return m.openDag(i.Name)
	case intent.Restart:
		return m.restart()
	case intent.Resume:
		return m.resume(i.Path)
	case intent.Discard:
		return m.onStore("Discarded. :sessions restores it.", m.place.Discard, i.Path)
	case intent.ShowSessions:
		return m.showSessions()
	case intent.ChooseSession:
		m.push(overlay.SavedSession(i))
	case intent.AskDelete:
		m.push(overlay.DeleteSession(i.Path))
	case intent.Delete:
		return m.onStore("Deleted permanently.", m.place.Delete, i.Path)
	case intent.Lead:
		return m.openLeader(i)
	case intent.Show:
		return m.showLeaders(i.Session)
	case intent.Keep:
		m.keepLeaders()
	case intent.EndLead:
		return m.endLead()
	case intent.Suspend:
		return m.suspend()
	case intent.Leave:
		return m.leave()
	default:
		return m.plan(i)
	}
	return nil
}

// say and refuse show a message, whatever is quoted in it.
func (m *Model) say(text string)    { m.message = message{text: style.Printable(text)} }
func (m *Model) refuse(text string) { m.message = message{text: style.Printable(text), bad: true} }

// report says what went wrong, if anything did.
func (m *Model) report(err error) {
	if err != nil {
		m.refuse(layer.Sentence(err.Error()))
	}
}

// moved does what follows from a change of the session.
func (m *Model) moved() tea.Cmd {
	if !m.sel.Exists(m.state()) {
		m.selectNear(0)
	}
	var cmds []tea.Cmd
	if m.state().Done() {
		fresh := m.proved.step != m.session.Cursor() || m.proved.Verdict == layer.Unproved
		cmds = append(cmds, m.startProof())
		if fresh && m.preview == nil && m.led.by == nil {
			m.push(&overlay.Summary{})
			m.message = message{}
		}
	} else {
		m.jobs.Stop(proofJob)
		m.proved = proved{}
	}
	if m.judged() {
		cmds = append(cmds, m.solver.Moved(m.session))
	}
	return tea.Batch(append(cmds, m.tellLeader())...)
}

// startProof proves the sequence unless that was done already.
func (m *Model) startProof() tea.Cmd {
	if m.proved.step == m.session.Cursor() && m.proved.Verdict != layer.Unproved && m.proved.dag == m.dag() {
		return nil
	}
	g, ops := m.dag(), m.session.Ops()
	m.proved = proved{step: m.session.Cursor(), dag: g, Proof: layer.Proof{Verdict: layer.Proving}}
	return m.jobs.Start(proofJob, func(context.Context) tea.Msg { return proofFinishedMsg{layer.Prove(g, ops)} })
}

// proved is the verdict on the sequence up to a step.
type proved struct {
	layer.Proof
	step int
	dag  *model.Dag
}

// proofFinishedMsg brings a verdict.
type proofFinishedMsg struct{ layer.Proof }

func (m *Model) proofFinished(p layer.Proof) {
	m.proved.Proof = p
	m.look++
}

func (m *Model) sortBy(text string) tea.Cmd {
	if order, ok := next.ParseOrdering(text); ok {
		m.next.Order = order
	} else {
		m.next.Order = (m.next.Order + 1) % next.Orderings
	}
	m.settings.Sort = m.next.Order.String()
	m.say("The list is sorted by " + m.next.Order.String() + ".")
	return m.keep()
}

func (m *Model) setTheme(text string) tea.Cmd {
	kind, err := style.ParseKind(text)
	if err != nil {
		m.report(err)
		return nil
	}
	m.dress(style.New(kind, m.theme.ASCII, m.options.Getenv))
	m.settings.Theme = text
	return m.keep()
}

// setMotion plays transitions, or shows where they end.
func (m *Model) setMotion(on bool) tea.Cmd {
	m.settings.Motion = map[bool]string{true: "on", false: "off"}[on]
	m.motion.On = drawing.Smooth(m.options.FPS, m.settings.Motion, m.options.Getenv)
	if on && !m.motion.On {
		m.say("Animations need --fps 15 or more.")
	}
	return m.keep()
}

// dress changes how everything is drawn.
func (m *Model) dress(t *style.Theme) {
	m.theme = t
	m.look++
	if m.solver != nil {
		m.solver.SetTheme(t)
	}
}

func (m *Model) zoomTo(level int) {
	z := picture.ZoomAuto
	if level != intent.Fit {
		z = picture.ZoomOverview + picture.Zoom(level)
	}
	m.picture(m.front).ZoomTo(z)
}

// tidy places both pictures anew.
func (m *Model) tidy() tea.Cmd {
	m.dagPane.Again()
	m.linePane.Again()
	m.look++
	return m.tidyPictures()
}
