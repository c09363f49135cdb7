package app

import (
	"cmp"
	"context"
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/junction"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
)

// planned is the elimination of a whole vertex or edge of the dag, by a plan of face eliminations
// that is one step. A plan needs a minimum cut, and a hub has millions of faces: plans are made in
// the background.
type planned struct {
	junction.Elimination
	junction.Plan
	err error
}

// mostAtOnce is how many faces may be eliminated as one step.
const mostAtOnce = 20_000

// elimination is that of a kind which begins with the faces at a vertex of the line dag: so many.
func elimination(s *model.State, kind junction.Kind, z model.Z) (of junction.Elimination, faces int) {
	switch of = (junction.Elimination{Kind: kind, I: s.Source(z), J: s.Target(z)}); kind {
	case junction.OfVertex:
		of.I = 0
	case junction.OfBack:
		return of, len(s.Preds(z))
	}
	return of, len(s.Succs(z))
}

// askEdge offers the edge eliminations that the selection takes part in.
func (on *screen) askEdge(v *layer.View) (tea.Cmd, []intent.Intent) {
	s, sel := v.State(), v.Sel
	if !sel.Exists(s) || sel.Kind == intent.OnVertex {
		return nil, layer.Refuse("No edge is selected: select one in the dag (1), or type :front (i j).")
	}
	at, into := sel.Z, sel.Z
	if sel.Kind == intent.OnFace {
		at, into = sel.Face.U, sel.Face.V
	}
	front, _ := elimination(s, junction.OfFront, at)
	back, _ := elimination(s, junction.OfBack, into)
	return on.work("edge elimination", front, back)
}

// askVertex offers to eliminate the junction that is selected, or at which the
// selection is.
func (on *screen) askVertex(v *layer.View) (tea.Cmd, []intent.Intent) {
	s, sel := v.State(), v.Sel
	if !sel.Exists(s) {
		return nil, layer.Refuse("No vertex is selected: select one in the dag (1), or type :vertex j.")
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
	return on.work("vertex elimination", junction.Elimination{J: j})
}

// work finds out what eliminations take, and asks which is meant, or carries the only one
// out where there is no question.
func (on *screen) work(question string, all ...junction.Elimination) (tea.Cmd, []intent.Intent) {
	s := on.shown.state()
	for _, of := range all {
		if faces := of.Faces(s); faces > mostAtOnce {
			return nil, layer.Refuse("This needs more than " + style.Count(mostAtOnce) +
				" operations, too many for one step: " + style.Plural(faces, "face", "faces") + " meet here.")
		}
	}
	return layer.Begin(on.jobs, eliminationJob, func(context.Context) (out []planned) {
		for _, of := range all {
			plan, err := of.Plan(s)
			out = append(out, planned{of, plan, err})
		}
		return out
	}, func(all []planned) (tea.Cmd, []intent.Intent) {
		if on.shown.state() != s {
			return nil, nil // the user has moved on
		}
		return nil, on.ask(s.Dag(), question, all)
	}), nil
}

// answers are the keys that say which elimination is meant.
var answers = [...]string{junction.OfVertex: "V", junction.OfFront: "f", junction.OfBack: "b"}

func (on *screen) ask(g *model.Dag, question string, all []planned) []intent.Intent {
	q := &overlay.Question{Text: question}
	for _, p := range all {
		if p.err != nil {
			q.Lines = append(q.Lines, layer.Sentence(p.err.Error()))
			continue
		}
		carry := intent.Carry{Ops: p.Ops, Title: p.Line(g)}
		if question == "" {
			return []intent.Intent{carry}
		}
		q.Answers = append(q.Answers, overlay.Answer{Key: answers[p.Kind], Intent: carry,
			Does: carry.Title + ": " + takes(p.Plan)})
	}
	switch {
	case len(q.Answers) > 0:
		on.where.push(q)
		return nil
	case len(all) > 1:
		return layer.Refuse("This edge has no faces left: select another edge in the dag (1).")
	}
	return layer.Refuse(q.Lines[0])
}

// takes says what a plan takes.
func takes(p junction.Plan) string {
	return style.Plural(len(p.Ops), "operation", "operations") + " for " + style.Number(p.Cost)
}

// wholeCommands are the commands that eliminate vertices and edges. The key of vertex asks about
// the selected junction; its line names another one.
func (on *screen) wholeCommands() []layer.Command {
	vertex := on.wholeCommand(junction.OfVertex, "vertex", "j",
		"eliminate vertex j: all its faces as one step")
	vertex.Intent = layer.Act{Of: intent.Edits, Do: on.askVertex}
	return layer.Of([]layer.Command{
		layer.Named("edge", "front or back elimination of the selected edge",
			layer.Act{Of: intent.Edits, Do: on.askEdge}).On("E").
			Help(groupDo, "edge elimination, front or back"),
		vertex.On("V").Help(groupDo, "vertex elimination"),
		on.wholeCommand(junction.OfFront, "front", "(i j)", "front elimination of edge (i,j)"),
		on.wholeCommand(junction.OfBack, "back", "(i j)", "back elimination of edge (i,j)"),
	}, intent.Next)
}

// wholeCommand is a command that eliminates what its argument names.
func (on *screen) wholeCommand(kind junction.Kind, name, args, does string) layer.Command {
	return layer.Command{Name: name, Args: args, Does: does,
		Offers: func(v *layer.View) []layer.Offer { return eliminations(v.State(), kind) },
		Parse: func(v *layer.View, arg string) (intent.Intent, error) {
			of, _, err := junction.Read(v.Dag(), name+" "+arg)
			return layer.Act{Of: intent.Edits, Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
				return on.work("", of)
			}}, err
		}}
}

// eliminations proposes all of a kind that have faces.
func eliminations(s *model.State, kind junction.Kind) (offers []layer.Offer) {
	var all []junction.Elimination
	faces := make(map[junction.Elimination]int)
	for _, z := range s.Vertices() {
		if of, n := elimination(s, kind, z); n > 0 {
			if faces[of] == 0 {
				all = append(all, of)
			}
			faces[of] += n
		}
	}
	if kind == junction.OfVertex {
		slices.SortFunc(all, func(a, b junction.Elimination) int { return cmp.Compare(a.J, b.J) })
	}
	for _, of := range all {
		o := layer.Offered(of.Line(s.Dag()), "")
		o.About = sync.OnceValue(func() string { return about(s, of, faces[of]) })
		offers = append(offers, o)
	}
	return offers
}

// manyFaces is from how many faces on the elimination of a vertex or an edge is not
// priced just to be proposed.
const manyFaces = 300

// about tells what an elimination takes, when its offer is shown.
func about(s *model.State, of junction.Elimination, faces int) string {
	if faces > manyFaces {
		return style.Plural(faces, "face", "faces")
	}
	p, err := of.Plan(s)
	if err != nil {
		return "not possible now"
	}
	return takes(p)
}
