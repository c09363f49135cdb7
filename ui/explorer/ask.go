package explorer

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/junction"
	"facet/ui/theme"
)

// ask opens what asks the user for more.
func (m *Model) ask(kind IntentKind) tea.Cmd {
	switch kind {
	case AskEdge:
		m.askEdge()
	case AskVertex:
		m.askVertex()
	case AskLabel:
		m.over = newLabelFinder()
	case AskCommand:
		m.over = newPalette(append(commands(m.options.Samples), m.plannersCommands()...), "")
	case AskSave:
		m.over = newPalette(commands(m.options.Samples), "save "+fileStem(m.dag().Name)+".seq")
	case AskNote:
		step, _ := m.session.Step(m.session.Cursor())
		m.over = &entry{title: fmt.Sprintf("note on step %d", m.session.Depth()), line: newLineInput(step.Note),
			accept: func(text string) Intent { return Intent{Kind: Note, Text: text} }}
	case ShowHelp:
		help := &helpPage{}
		if m.companion != nil {
			help.extra = m.companion.Keys()
		}
		m.over = help
	case ShowTotals:
		m.over = &summaryPage{proof: &m.proof}
		if m.state().Done() {
			return m.startProof()
		}
	}
	return nil
}

// askEdge offers the edge eliminations that the selection takes part in.
func (m *Model) askEdge() {
	s := m.state()
	q := &question{text: "edge elimination"}
	add := func(key, way string, i, j int, plan func(*model.State, int, int) (junction.Plan, error)) {
		p, err := plan(s, i, j)
		if err != nil {
			q.lines = append(q.lines, sentence(err.Error()))
			return
		}
		name := way + " " + m.edge(i, j)
		q.answers = append(q.answers, answer{key: key, intent: Intent{Kind: Carry, Ops: p.Ops, Text: name},
			does: fmt.Sprintf("%s: %s for %s", name, theme.Plural(len(p.Ops), "operation", "operations"), theme.Number(p.Cost))})
	}
	switch {
	case m.sel.Kind == OnFace && m.sel.exists(s):
		u, v := m.sel.Face.U, m.sel.Face.V
		add("f", "front", s.Source(u), s.Target(u), junction.Front)
		add("b", "back", s.Source(v), s.Target(v), junction.Back)
	case m.sel.Kind == OnElement && m.sel.exists(s):
		add("f", "front", s.Source(m.sel.Z), s.Target(m.sel.Z), junction.Front)
		add("b", "back", s.Source(m.sel.Z), s.Target(m.sel.Z), junction.Back)
	default:
		m.refuse("No edge is selected: choose one in the dag (1), or type :front (i j).")
		return
	}
	if len(q.answers) == 0 {
		m.refuse("No face is left at either end of this edge: choose another edge in the dag (1).")
		return
	}
	m.over = q
}

// askVertex offers to eliminate the junction that is selected, or at which the
// selection sits.
func (m *Model) askVertex() {
	s := m.state()
	j := -1
	if m.sel.exists(s) {
		switch m.sel.Kind {
		case OnVertex:
			j = m.sel.Vertex
		case OnFace:
			j = s.Target(m.sel.Face.U)
		case OnElement:
			if j = s.Target(m.sel.Z); !s.Dag().IsJunction(j) {
				j = s.Source(m.sel.Z)
			}
		}
	}
	if j < 0 {
		m.refuse("No vertex is selected: choose one in the dag (1), or type :vertex j.")
		return
	}
	plan, err := junction.Vertex(s, j)
	if err != nil {
		m.refuse(sentence(err.Error()))
		return
	}
	name := "vertex " + m.id(j)
	m.over = &question{text: "vertex elimination", answers: []answer{{
		key: "V", intent: Intent{Kind: Carry, Ops: plan.Ops, Text: name},
		does: fmt.Sprintf("%s: %s for %s", name, theme.Plural(len(plan.Ops), "operation", "operations"), theme.Number(plan.Cost)),
	}}}
}
