package explorer

import (
	"fmt"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
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
		m.selectNear(0)
	case GoToStep:
		m.report(m.session.Goto(i.Number))
		m.selectNear(0)
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

// doSelected is Enter: whatever operation is selected.
func (m *Model) doSelected() {
	switch m.sel.Kind {
	case OnElement:
		m.preaccumulate()
	case OnFace:
		m.eliminate()
	case OnVertex:
		m.refuse("A vertex of the dag is selected: V eliminates it, up and down go to its edges.")
	default:
		m.refuse("Nothing is selected: Tab goes to the list, the arrow keys choose.")
	}
}

func (m *Model) eliminate() {
	s := m.state()
	if m.sel.Kind != OnFace || !m.sel.exists(s) {
		m.refuse(m.noFace())
		return
	}
	if _, ok := m.sel.op(s); !ok && len(s.Choices(m.sel.Face)) == 0 {
		m.refuse(m.face(s, m.sel.Face) + " has no Jacobian on either side: press a to preaccumulate " + s.Name(m.sel.Face.U) + " first.")
		return
	}
	m.carry("", []model.Op{model.Eliminate(m.sel.Face, m.sel.Mode)})
}

// noFace says why e does not work and what does.
func (m *Model) noFace() string {
	s := m.state()
	switch {
	case s.Done():
		return "The sequence is complete, no face is left: u goes back, s saves, t shows the totals."
	case m.sel.Kind == OnElement && m.sel.exists(s) && !s.HasJacobian(m.sel.Z):
		return s.Name(m.sel.Z) + " is no face: press a to preaccumulate it, or go along an arrow to a face."
	case m.sel.Kind == OnElement && m.sel.exists(s):
		return s.Name(m.sel.Z) + " is no face: go up or down to one in the line dag (2), or press E for the edge."
	case m.sel.Kind == OnVertex:
		return "A vertex is no face: V eliminates the vertex, Tab goes to the list of faces."
	}
	return "No face is selected: choose one in the list (Tab) or in the line dag (2)."
}

// preaccumulate takes the selected vertex of the line dag; of a face the side
// without Jacobian, u before v.
func (m *Model) preaccumulate() {
	s := m.state()
	if !m.sel.exists(s) || m.sel.Kind == OnVertex {
		m.refuse("No Jacobian is selected: choose an edge in the dag (1), or a row of the list.")
		return
	}
	z, mode := m.sel.Z, m.sel.Mode
	if m.sel.Kind == OnFace {
		z = m.sel.Face.U
		if s.HasJacobian(z) {
			z = m.sel.Face.V
		}
		best, _ := model.Cheapest(s.Accumulations(z))
		mode = best.Op.Mode
	}
	if s.HasJacobian(z) {
		text := "The Jacobian of " + s.Name(z) + " is already there"
		if m.sel.Kind == OnFace {
			text = "Both sides of " + m.face(s, m.sel.Face) + " have their Jacobians: press e to eliminate the face"
		} else if len(s.Preds(z))+len(s.Succs(z)) > 0 {
			text += ": go up or down to one of its faces"
		}
		m.refuse(text + ".")
		return
	}
	m.carry("", []model.Op{model.Accumulate(z, mode)})
}

func (m *Model) nextMode() {
	s := m.state()
	choices := m.sel.choices(s)
	switch len(choices) {
	case 0:
		m.refuse("No operation is selected that could have a mode: choose a row of the list.")
		return
	case 1:
		m.refuse(m.onlyMode(s, choices[0]))
		return
	}
	for k, c := range choices {
		if c.Op.Mode == m.sel.Mode {
			m.sel.Mode = choices[(k+1)%len(choices)].Op.Mode
			return
		}
	}
	m.sel.Mode = choices[0].Op.Mode
}

// onlyMode says why there is no other mode.
func (m *Model) onlyMode(s *model.State, only model.Choice) string {
	for mode := model.TAN; mode <= model.MUL; mode++ {
		if mode != only.Op.Mode {
			if _, err := s.Price(model.Op{U: only.Op.U, V: only.Op.V, Mode: mode}); err != nil && mode != model.MUL {
				return "Only " + only.Op.Mode.String() + " is possible: " + err.Error() + "."
			}
		}
	}
	return "Only " + only.Op.Mode.String() + " is possible here."
}

// carry does operations as one step and says what happened.
func (m *Model) carry(title string, ops []model.Op) {
	near := 0
	if !m.batch {
		near = m.next.at(&m.common)
	}
	changes, err := m.session.Do(title, ops...)
	if err != nil {
		m.refuse(sentence(err.Error()))
		return
	}
	if m.batch {
		return
	}
	m.selectAfter(changes, near)
	m.say(m.happened(title, changes))
}

// happened tells in one line what a step did.
func (m *Model) happened(title string, changes []model.Change) string {
	var price model.Cost
	count := make(map[model.EventKind]int)
	for _, c := range changes {
		price = price.Add(c.Price)
		for _, e := range c.Events {
			count[e.Kind]++
		}
	}
	if len(changes) == 1 {
		before := m.before()
		o := outlook{choice: model.Choice{Op: changes[0].Op, Price: price}, before: before, after: m.state(), change: changes[0]}
		return "Done for " + theme.Number(price) + ": " + o.effect() + "."
	}
	var parts []string
	for _, k := range []model.EventKind{model.Accumulated, model.Born, model.Absorbed, model.Merged, model.Removed} {
		if count[k] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, count[k]))
		}
	}
	return fmt.Sprintf("Done %s, %s for %s: %s.", title, theme.Plural(len(changes), "operation", "operations"), theme.Number(price), strings.Join(parts, ", "))
}

// before is the state that the cursor's step started from.
func (m *Model) before() *model.State {
	depth := m.session.Depth()
	id := 0
	if depth > 1 {
		id = m.session.Line()[depth-2].ID
	}
	s, _ := m.session.StateAt(id)
	return s
}

func (m *Model) undo() {
	ops := []model.Op(nil)
	if step, ok := m.session.Step(m.session.Cursor()); ok {
		ops = step.Ops
	}
	if !m.session.Undo() {
		m.refuse("This is the start: there is nothing to undo. ctrl+r goes forward again.")
		return
	}
	if len(ops) > 0 && SelectOp(ops[0]).exists(m.state()) {
		m.sel = SelectOp(ops[0])
		return
	}
	m.selectNear(0)
}

func (m *Model) redo() {
	near := m.next.at(&m.common)
	if !m.session.Redo() {
		m.refuse("This is the last step of the branch: there is nothing to redo. u goes back.")
		return
	}
	m.selectAfter(m.session.Changes(), near)
}

// selectAfter stays close to what was just done: the next face of the same
// vertex, else the list's row that took the place of the old one.
func (m *Model) selectAfter(changes []model.Change, near int) {
	s := m.state()
	if len(changes) == 1 {
		op := changes[0].Op
		for _, z := range []model.Z{op.U, op.V} {
			if z == model.NoZ || !s.IsLive(z) {
				continue
			}
			for _, v := range s.Succs(z) {
				if f := (model.Face{U: z, V: v}); len(s.Choices(f)) > 0 {
					m.sel = faceSelection(s, f)
					return
				}
			}
			for _, u := range s.Preds(z) {
				if f := (model.Face{U: u, V: z}); len(s.Choices(f)) > 0 {
					m.sel = faceSelection(s, f)
					return
				}
			}
		}
	}
	m.selectNear(near)
}

// selectNear selects a row of the list.
func (m *Model) selectNear(row int) {
	m.next.refresh(&m.common)
	rows := m.next.rows
	if len(rows) == 0 { // complete: what was born last keeps the picture in place
		m.sel = Selection{}
		if all := m.state().Vertices(); len(all) > 0 {
			m.sel = elementSelection(m.state(), all[len(all)-1])
		}
		return
	}
	m.sel = SelectOp(rows[max(0, min(row, len(rows)-1))].Op)
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
