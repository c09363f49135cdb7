package explorer

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/junction"
	"facet/ui/entry"
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

// A coarser move is planned in the background: its price needs a minimum cut,
// and a hub has millions of faces.
type (
	// move is one that may be carried out.
	move struct {
		key, name string
		plan      func(*model.State) (junction.Plan, error)
	}
	// movesMsg brings what moves take.
	movesMsg struct {
		state *model.State
		title string // of the question; empty to carry the only move out
		moves []move
		plans []junction.Plan
		errs  []error
	}
)

// mostAtOnce is how many faces may be eliminated as one step.
const mostAtOnce = 20_000

// plan works out what moves take; faces is how many the largest begins with.
func (m *Model) planMoves(title string, faces int, moves ...move) tea.Cmd {
	if faces > mostAtOnce {
		m.refuse("This takes more than " + theme.Count(mostAtOnce) + " operations, too many for one step: " + theme.Plural(faces, "face", "faces") + " meet here.")
		return nil
	}
	s := m.state()
	return m.lanes.Start("coarser move", func(context.Context) tea.Msg {
		out := movesMsg{state: s, title: title, moves: moves}
		for _, v := range moves {
			p, err := v.plan(s)
			out.plans, out.errs = append(out.plans, p), append(out.errs, err)
		}
		return out
	})
}

// movesPlanned carries the move out, or asks which one.
func (m *Model) movesPlanned(w movesMsg) tea.Cmd {
	if m.state() != w.state {
		return nil // the user has moved on
	}
	q := &overlay.Question{Text: w.title}
	for k, v := range w.moves {
		p, err := w.plans[k], w.errs[k]
		if err != nil {
			q.Lines = append(q.Lines, pane.Sentence(err.Error()))
			continue
		}
		wish := intent.Carry{Ops: p.Ops, Title: v.name}
		if w.title == "" {
			return m.perform(wish)
		}
		q.Answers = append(q.Answers, overlay.Answer{Key: v.key, Wish: wish,
			Does: fmt.Sprintf("%s: %s for %s", v.name, theme.Plural(len(p.Ops), "operation", "operations"), theme.Number(p.Cost))})
	}
	switch {
	case len(q.Answers) > 0:
		m.push(q)
	case len(w.moves) > 1:
		m.refuse("No face is left at either end of this edge: choose another edge in the dag (1).")
	default:
		m.refuse(q.Lines[0])
	}
	return nil
}

func (m *Model) edgeMove(key string, i, j int, front bool) move {
	way := "back "
	if front {
		way = "front "
	}
	return move{key, way + m.snapshot().Edge(i, j), func(s *model.State) (junction.Plan, error) { return entry.PlanEdge(s, i, j, front) }}
}

func (m *Model) vertexMove(j int) move {
	return move{"V", "vertex " + m.snapshot().ID(j), func(s *model.State) (junction.Plan, error) { return junction.Vertex(s, j) }}
}

// facesNear is how many faces the elimination of a vertex or an edge of the dag
// begins with, at most.
func (m *Model) facesNear(ends ...int) int {
	at, most := entry.FacesAt(m.state()), 0
	for _, i := range ends {
		most = max(most, at[i])
	}
	return most
}

// askEdge offers the edge eliminations that the selection takes part in.
func (m *Model) askEdge() tea.Cmd {
	s := m.state()
	switch {
	case m.sel.Kind == intent.OnFace && m.sel.Exists(s):
		u, v := m.sel.Face.U, m.sel.Face.V
		return m.planMoves("edge elimination", max(len(s.Succs(u)), len(s.Preds(v))),
			m.edgeMove("f", s.Source(u), s.Target(u), true), m.edgeMove("b", s.Source(v), s.Target(v), false))
	case m.sel.Kind == intent.OnElement && m.sel.Exists(s):
		i, j := s.Source(m.sel.Z), s.Target(m.sel.Z)
		return m.planMoves("edge elimination", max(len(s.Succs(m.sel.Z)), len(s.Preds(m.sel.Z))), m.edgeMove("f", i, j, true), m.edgeMove("b", i, j, false))
	}
	m.refuse("No edge is selected: choose one in the dag (1), or type :front (i j).")
	return nil
}

// askVertex offers to eliminate the junction that is selected, or at which the
// selection sits.
func (m *Model) askVertex() tea.Cmd {
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
		return nil
	}
	return m.planMoves("vertex elimination", m.facesNear(j), m.vertexMove(j))
}
