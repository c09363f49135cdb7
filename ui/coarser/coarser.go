// Package coarser works out eliminations of whole vertices and edges of the dag,
// each a plan of face eliminations that is one step: which of them a selection
// means, what each takes, and what is to be asked. It carries nothing out.
//
// Planning needs a minimum cut, and a hub has millions of faces: [Work] is a job
// for the background.
package coarser

import (
	"fmt"

	"facet/model"
	"facet/model/junction"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/registry"
	"facet/ui/style"
)

// Move is one that may be carried out.
type Move struct {
	key, name string
	plan      func(*model.State) (junction.Plan, error)
}

// Intent is what may be meant: one move, or several to choose from.
type Intent struct {
	Title string // of the question; empty to carry the only move out
	faces int    // the most that one of them begins with
	moves []Move
}

// Planned is what moves take.
type Planned struct {
	State *model.State
	Intent
	plans []junction.Plan
	errs  []error
}

// mostAtOnce is how many faces may be eliminated as one step.
const mostAtOnce = 20_000

// TooMany says why an intent is not worked out; empty if it is.
func (w *Intent) TooMany() string {
	if w.faces <= mostAtOnce {
		return ""
	}
	return "This needs more than " + style.Count(mostAtOnce) + " operations, too many for one step: " + style.Plural(w.faces, "face", "faces") + " meet here."
}

// Work finds out what the moves take.
func (w Intent) Work(s *model.State) Planned {
	out := Planned{State: s, Intent: w}
	for _, v := range w.moves {
		p, err := v.plan(s)
		out.plans, out.errs = append(out.plans, p), append(out.errs, err)
	}
	return out
}

// Next is what follows: the move is carried out, or asked for, or there is a
// reason why neither is possible.
func (p *Planned) Next() (want intent.Intent, q *overlay.Question, refusal string) {
	q = &overlay.Question{Text: p.Title}
	for k, v := range p.moves {
		plan, err := p.plans[k], p.errs[k]
		if err != nil {
			q.Lines = append(q.Lines, layer.Sentence(err.Error()))
			continue
		}
		carry := intent.Carry{Ops: plan.Ops, Title: v.name}
		if p.Title == "" {
			return carry, nil, ""
		}
		q.Answers = append(q.Answers, overlay.Answer{Key: v.key, Intent: carry,
			Does: fmt.Sprintf("%s: %s for %s", v.name, style.Plural(len(plan.Ops), "operation", "operations"), style.Number(plan.Cost))})
	}
	switch {
	case len(q.Answers) > 0:
		return nil, q, ""
	case len(p.moves) > 1:
		return nil, nil, "This edge has no faces left: select another edge in the dag (1)."
	}
	return nil, nil, q.Lines[0]
}

func edge(c *layer.View, key string, i, j int, front bool) Move {
	way := "back "
	if front {
		way = "front "
	}
	return Move{key, way + c.Edge(i, j), func(s *model.State) (junction.Plan, error) { return registry.PlanEdge(s, i, j, front) }}
}

func vertex(c *layer.View, j int) Move {
	return Move{"V", "vertex " + c.ID(j), func(s *model.State) (junction.Plan, error) { return junction.Vertex(s, j) }}
}

// Edge is front or back elimination of an edge of the dag.
func Edge(c *layer.View, i, j int, front bool) Intent {
	return Intent{moves: []Move{edge(c, "", i, j, front)}}
}

// Vertex eliminates a junction.
func Vertex(c *layer.View, j int) Intent {
	return Intent{faces: registry.FacesAt(c.State())[j], moves: []Move{vertex(c, j)}}
}

// EdgeAt offers the edge eliminations that the selection takes part in, or says
// why there are none.
func EdgeAt(c *layer.View) (Intent, string) {
	s, sel := c.State(), c.Sel
	switch {
	case sel.Kind == intent.OnFace && sel.Exists(s):
		u, v := sel.Face.U, sel.Face.V
		return Intent{"edge elimination", max(len(s.Succs(u)), len(s.Preds(v))),
			[]Move{edge(c, "f", s.Source(u), s.Target(u), true), edge(c, "b", s.Source(v), s.Target(v), false)}}, ""
	case sel.Kind == intent.OnElement && sel.Exists(s):
		i, j := s.Source(sel.Z), s.Target(sel.Z)
		return Intent{"edge elimination", max(len(s.Succs(sel.Z)), len(s.Preds(sel.Z))),
			[]Move{edge(c, "f", i, j, true), edge(c, "b", i, j, false)}}, ""
	}
	return Intent{}, "No edge is selected: select one in the dag (1), or type :front (i j)."
}

// VertexAt offers to eliminate the junction that is selected, or at which the
// selection sits.
func VertexAt(c *layer.View) (Intent, string) {
	s, sel := c.State(), c.Sel
	j := -1
	if sel.Exists(s) {
		switch sel.Kind {
		case intent.OnVertex:
			j = sel.Vertex
		case intent.OnFace:
			j = s.Target(sel.Face.U)
		case intent.OnElement:
			if j = s.Target(sel.Z); !s.Dag().IsJunction(j) {
				j = s.Source(sel.Z)
			}
		}
	}
	if j < 0 {
		return Intent{}, "No vertex is selected: select one in the dag (1), or type :vertex j."
	}
	w := Vertex(c, j)
	w.Title = "vertex elimination"
	return w, ""
}
