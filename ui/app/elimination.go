package app

import (
	"context"
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/junction"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/registry"
	"facet/ui/style"
)

// elimination eliminates whole vertices and edges of the dag, each by a plan of face
// eliminations that is one step. A plan needs a minimum cut, and a hub has millions of
// faces: plans are made beside the screen.
type elimination struct{ *screen }

// planned is an elimination and what it takes.
type planned struct {
	key, name string
	plan      func(*model.State) (junction.Plan, error)
	junction.Plan
	err error
}

// mostAtOnce is how many faces may be eliminated as one step.
const mostAtOnce = 20_000

// Perform eliminates, or asks which of the eliminations is meant that the selection
// takes part in.
func (e *elimination) Perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent, mine bool) {
	switch i := i.(type) {
	case intent.AskEdge:
		cmd, said = e.askEdge(v)
	case intent.AskVertex:
		cmd, said = e.askVertex(v)
	case intent.EliminateVertex:
		cmd, said = e.vertex(v, "", i.Vertex)
	case intent.EliminateEdge:
		cmd, said = e.work("", 0, edge(v, "", i.From, i.To, i.Front))
	default:
		return nil, nil, false
	}
	return cmd, said, true
}

// edge is the front or back elimination of an edge of the dag.
func edge(v *layer.View, key string, i, j int, front bool) planned {
	end := "back "
	if front {
		end = "front "
	}
	return planned{key: key, name: end + v.Edge(i, j), plan: func(s *model.State) (junction.Plan, error) { return registry.PlanEdge(s, i, j, front) }}
}

// askEdge offers the edge eliminations that the selection takes part in.
func (e *elimination) askEdge(v *layer.View) (tea.Cmd, []intent.Intent) {
	s, sel := v.State(), v.Sel
	if !sel.Exists(s) || sel.Kind == intent.OnVertex {
		return nil, refuse("No edge is selected: select one in the dag (1), or type :front (i j).")
	}
	front, back := sel.Z, sel.Z
	if sel.Kind == intent.OnFace {
		front, back = sel.Face.U, sel.Face.V
	}
	return e.work("edge elimination", max(len(s.Succs(front)), len(s.Preds(back))),
		edge(v, "f", s.Source(front), s.Target(front), true), edge(v, "b", s.Source(back), s.Target(back), false))
}

// askVertex offers to eliminate the junction that is selected, or at which the
// selection is.
func (e *elimination) askVertex(v *layer.View) (tea.Cmd, []intent.Intent) {
	s, sel := v.State(), v.Sel
	if !sel.Exists(s) {
		return nil, refuse("No vertex is selected: select one in the dag (1), or type :vertex j.")
	}
	j := sel.Vertex
	switch sel.Kind {
	case intent.OnFace:
		j = s.Target(sel.Face.U)
	case intent.OnElement:
		if j = s.Target(sel.Z); !s.Dag().IsJunction(j) {
			j = s.Source(sel.Z)
		}
	}
	return e.vertex(v, "vertex elimination", j)
}

func (e *elimination) vertex(v *layer.View, question string, j int) (tea.Cmd, []intent.Intent) {
	return e.work(question, registry.FacesAt(v.State())[j], planned{key: "V", name: "vertex " + v.ID(j),
		plan: func(s *model.State) (junction.Plan, error) { return junction.Vertex(s, j) }})
}

// work finds out what eliminations take that begin with so many faces at most, and asks
// which is meant, or carries the only one out where there is no question.
func (e *elimination) work(question string, faces int, all ...planned) (tea.Cmd, []intent.Intent) {
	if faces > mostAtOnce {
		return nil, refuse("This needs more than " + style.Count(mostAtOnce) + " operations, too many for one step: " + style.Plural(faces, "face", "faces") + " meet here.")
	}
	s := e.state()
	return begin(e.jobs, eliminationJob, func(context.Context) []planned {
		for k := range all {
			all[k].Plan, all[k].err = all[k].plan(s)
		}
		return all
	}, func(all []planned) (tea.Cmd, []intent.Intent) {
		if e.state() != s {
			return nil, nil // the user has moved on
		}
		return nil, e.ask(question, all)
	}), nil
}

func (e *elimination) ask(question string, all []planned) []intent.Intent {
	q := &overlay.Question{Text: question}
	for _, p := range all {
		if p.err != nil {
			q.Lines = append(q.Lines, layer.Sentence(p.err.Error()))
			continue
		}
		carry := intent.Carry{Ops: p.Ops, Title: p.name}
		if question == "" {
			return []intent.Intent{carry}
		}
		q.Answers = append(q.Answers, overlay.Answer{Key: p.key, Intent: carry,
			Does: fmt.Sprintf("%s: %s for %s", p.name, style.Plural(len(p.Ops), "operation", "operations"), style.Number(p.Cost))})
	}
	switch {
	case len(q.Answers) > 0:
		e.push(q)
		return nil
	case len(all) > 1:
		return refuse("This edge has no faces left: select another edge in the dag (1).")
	}
	return refuse(q.Lines[0])
}
