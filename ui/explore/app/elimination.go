package app

import (
	"context"
	"fmt"

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
	key string
	junction.Elimination
	junction.Plan
	err error
}

// mostAtOnce is how many faces may be eliminated as one step.
const mostAtOnce = 20_000

// eliminating is the intent to eliminate a vertex or an edge of the dag as one step.
func (on *screen) eliminating(of junction.Elimination) intent.Intent {
	return layer.Act{Of: intent.Edits, Do: func(*layer.View) (tea.Cmd, []intent.Intent) {
		return on.work("", planned{Elimination: of})
	}}
}

// edge is the front or back elimination of an edge of the dag.
func edge(i, j int, front bool) junction.Elimination {
	if front {
		return junction.Elimination{Kind: junction.OfFront, I: i, J: j}
	}
	return junction.Elimination{Kind: junction.OfBack, I: i, J: j}
}

// askEdge offers the edge eliminations that the selection takes part in.
func (on *screen) askEdge(v *layer.View) (tea.Cmd, []intent.Intent) {
	s, sel := v.State(), v.Sel
	if !sel.Exists(s) || sel.Kind == intent.OnVertex {
		return nil, layer.Refuse("No edge is selected: select one in the dag (1), or type :front (i j).")
	}
	front, back := sel.Z, sel.Z
	if sel.Kind == intent.OnFace {
		front, back = sel.Face.U, sel.Face.V
	}
	return on.work("edge elimination",
		planned{key: "f", Elimination: edge(s.Source(front), s.Target(front), true)},
		planned{key: "b", Elimination: edge(s.Source(back), s.Target(back), false)})
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
	return on.work("vertex elimination", planned{key: "V", Elimination: junction.Elimination{J: j}})
}

// work finds out what eliminations take, and asks which is meant, or carries the only one
// out where there is no question.
func (on *screen) work(question string, all ...planned) (tea.Cmd, []intent.Intent) {
	s := on.shown.state()
	for _, p := range all {
		if faces := p.Faces(s); faces > mostAtOnce {
			return nil, layer.Refuse("This needs more than " + style.Count(mostAtOnce) +
				" operations, too many for one step: " + style.Plural(faces, "face", "faces") + " meet here.")
		}
	}
	return layer.Begin(on.jobs, eliminationJob, func(context.Context) []planned {
		for k := range all {
			all[k].Plan, all[k].err = all[k].Elimination.Plan(s)
		}
		return all
	}, func(all []planned) (tea.Cmd, []intent.Intent) {
		if on.shown.state() != s {
			return nil, nil // the user has moved on
		}
		return nil, on.ask(s.Dag(), question, all)
	}), nil
}

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
		q.Answers = append(q.Answers, overlay.Answer{Key: p.key, Intent: carry,
			Does: fmt.Sprintf("%s: %s for %s", carry.Title,
				style.Plural(len(p.Ops), "operation", "operations"), style.Number(p.Cost))})
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

// wholeCommands are the commands that eliminate vertices and edges.
func (on *screen) wholeCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("edge", "front or back elimination of the selected edge",
			layer.Act{Of: intent.Edits, Do: on.askEdge}).On("E").
			Help(groupDo, "edge elimination, front or back"),
		on.vertexCommand().On("V").Help(groupDo, "vertex elimination"),
		on.edgeCommand("front", "front elimination of edge (i,j)", true),
		on.edgeCommand("back", "back elimination of edge (i,j)", false),
	}, intent.Next)
}

// manyFaces is from how many faces on the elimination of a vertex or an edge is not
// priced just to be proposed.
const manyFaces = 300

// about tells what the elimination of a vertex or an edge takes, when its offer is shown.
func about(faces int, plan func() (junction.Plan, error)) func() string {
	said := ""
	return func() string {
		switch {
		case said != "":
		case faces > manyFaces:
			said = style.Plural(faces, "face", "faces")
		default:
			said = "not possible now"
			if p, err := plan(); err == nil {
				said = style.Plural(len(p.Ops), "operation", "operations") + " for " + style.Number(p.Cost)
			}
		}
		return said
	}
}

// facesAt counts, for every vertex of the dag, the faces that eliminating it
// would start with.
func facesAt(s *model.State) []int {
	at := make([]int, len(s.Dag().Vertices))
	for _, z := range s.Vertices() {
		at[s.Target(z)] += len(s.Succs(z))
	}
	return at
}

// vertexCommand asks about the selected junction by its key; the palette names
// another one.
func (on *screen) vertexCommand() layer.Command {
	c := on.planCommand("vertex", "j", "eliminate vertex j: all its faces as one step",
		func(v *layer.View) (all []layer.Offer) {
			st := v.State()
			for i, faces := range facesAt(st) {
				if faces > 0 {
					all = append(all, offer("vertex "+v.ID(i), st, faces, junction.Elimination{J: i}))
				}
			}
			return all
		})
	c.Intent = layer.Act{Of: intent.Edits, Do: on.askVertex}
	return c
}

func (on *screen) edgeCommand(name, does string, front bool) layer.Command {
	return on.planCommand(name, "(i j)", does, func(v *layer.View) (all []layer.Offer) {
		st := v.State()
		seen := make(map[[2]int]bool)
		for _, z := range st.Vertices() {
			i, j, faces := st.Source(z), st.Target(z), len(st.Succs(z))
			if !front {
				faces = len(st.Preds(z))
			}
			if faces > 0 && !seen[[2]int{i, j}] {
				seen[[2]int{i, j}] = true
				all = append(all, offer(name+" "+v.Edge(i, j), st, faces, edge(i, j, front)))
			}
		}
		return all
	})
}

// planCommand is a command that eliminates what its argument names.
func (on *screen) planCommand(name, args, does string,
	offers func(*layer.View) []layer.Offer) layer.Command {
	return layer.Command{Name: name, Args: args, Does: does, Offers: offers,
		Parse: func(v *layer.View, arg string) (intent.Intent, error) {
			of, _, err := junction.Read(v.Dag(), name+" "+arg)
			if err != nil {
				return nil, err
			}
			return on.eliminating(of), nil
		}}
}

// offer proposes an elimination, and tells what it takes.
func offer(line string, st *model.State, faces int, of junction.Elimination) layer.Offer {
	o := layer.Offered(line, "")
	o.About = about(faces, func() (junction.Plan, error) { return of.Plan(st) })
	return o
}
