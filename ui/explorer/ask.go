package explorer

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/junction"
	"facet/ui/intent"
	"facet/ui/overlay"
	"facet/ui/pane"
	"facet/ui/theme"
)

func (m *Model) askNote() {
	step, _ := m.session.Step(m.session.Cursor())
	m.push(overlay.NewPrompt(fmt.Sprintf("note on step %d", m.session.Depth()), step.Note,
		func(text string) intent.Intent { return intent.Annotate{Text: text} }))
}

func (m *Model) showHelp() {
	var extra [][2]string
	if m.solver != nil {
		extra = m.solver.Keys()
	}
	m.push(overlay.NewHelp(m.table, extra))
}

func (m *Model) showTotals() tea.Cmd {
	m.push(&overlay.Summary{})
	if m.state().Done() {
		return m.startProof()
	}
	return nil
}

// askEdge offers the edge eliminations that the selection takes part in.
func (m *Model) askEdge() {
	s := m.state()
	q := &overlay.Question{Text: "edge elimination"}
	add := func(key, way string, i, j int, plan func(*model.State, int, int) (junction.Plan, error)) {
		p, err := plan(s, i, j)
		if err != nil {
			q.Lines = append(q.Lines, pane.Sentence(err.Error()))
			return
		}
		name := way + " " + m.snapshot().Edge(i, j)
		q.Answers = append(q.Answers, overlay.Answer{Key: key, Wish: intent.Carry{Ops: p.Ops, Title: name},
			Does: fmt.Sprintf("%s: %s for %s", name, theme.Plural(len(p.Ops), "operation", "operations"), theme.Number(p.Cost))})
	}
	switch {
	case m.sel.Kind == intent.OnFace && m.sel.Exists(s):
		u, v := m.sel.Face.U, m.sel.Face.V
		add("f", "front", s.Source(u), s.Target(u), junction.Front)
		add("b", "back", s.Source(v), s.Target(v), junction.Back)
	case m.sel.Kind == intent.OnElement && m.sel.Exists(s):
		add("f", "front", s.Source(m.sel.Z), s.Target(m.sel.Z), junction.Front)
		add("b", "back", s.Source(m.sel.Z), s.Target(m.sel.Z), junction.Back)
	default:
		m.refuse("No edge is selected: choose one in the dag (1), or type :front (i j).")
		return
	}
	if len(q.Answers) == 0 {
		m.refuse("No face is left at either end of this edge: choose another edge in the dag (1).")
		return
	}
	m.push(q)
}

// askVertex offers to eliminate the junction that is selected, or at which the
// selection sits.
func (m *Model) askVertex() {
	s := m.state()
	j := -1
	if m.sel.Exists(s) {
		switch m.sel.Kind {
		case intent.OnVertex:
			j = m.sel.Vertex
		case intent.OnFace:
			j = s.Target(m.sel.Face.U)
		case intent.OnElement:
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
		m.refuse(pane.Sentence(err.Error()))
		return
	}
	name := "vertex " + m.snapshot().ID(j)
	m.push(&overlay.Question{Text: "vertex elimination", Answers: []overlay.Answer{{
		Key: "V", Wish: intent.Carry{Ops: plan.Ops, Title: name},
		Does: fmt.Sprintf("%s: %s for %s", name, theme.Plural(len(plan.Ops), "operation", "operations"), theme.Number(plan.Cost)),
	}}})
}
