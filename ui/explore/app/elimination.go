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

// elimination eliminates whole vertices and edges of the dag, each by a plan of face
// eliminations that is one step. A plan needs a minimum cut, and a hub has millions of
// faces: plans are made in the background.
type elimination struct{ screen *screen }

// planned is an elimination and what it takes.
type planned struct {
	key string
	junction.Elimination
	junction.Plan
	err error
}

// mostAtOnce is how many faces may be eliminated as one step.
const mostAtOnce = 20_000

// perform eliminates, or asks which of the eliminations is meant that the selection
// takes part in.
func (e *elimination) perform(v *layer.View, i intent.Intent) (cmd tea.Cmd, said []intent.Intent) {
	switch i := i.(type) {
	case intent.AskEdge:
		cmd, said = e.askEdge(v)
	case intent.AskVertex:
		cmd, said = e.askVertex(v)
	case intent.EliminateVertex:
		cmd, said = e.work("", planned{Elimination: junction.Elimination{J: i.Vertex}})
	case intent.EliminateEdge:
		cmd, said = e.work("", planned{Elimination: edge(i.From, i.To, i.Front)})
	}
	return cmd, said
}

// edge is the front or back elimination of an edge of the dag.
func edge(i, j int, front bool) junction.Elimination {
	if front {
		return junction.Elimination{Kind: junction.OfFront, I: i, J: j}
	}
	return junction.Elimination{Kind: junction.OfBack, I: i, J: j}
}

// askEdge offers the edge eliminations that the selection takes part in.
func (e *elimination) askEdge(v *layer.View) (tea.Cmd, []intent.Intent) {
	s, sel := v.State(), v.Sel
	if !sel.Exists(s) || sel.Kind == intent.OnVertex {
		return nil, layer.Refuse("No edge is selected: select one in the dag (1), or type :front (i j).")
	}
	front, back := sel.Z, sel.Z
	if sel.Kind == intent.OnFace {
		front, back = sel.Face.U, sel.Face.V
	}
	return e.work("edge elimination",
		planned{key: "f", Elimination: edge(s.Source(front), s.Target(front), true)},
		planned{key: "b", Elimination: edge(s.Source(back), s.Target(back), false)})
}

// askVertex offers to eliminate the junction that is selected, or at which the
// selection is.
func (e *elimination) askVertex(v *layer.View) (tea.Cmd, []intent.Intent) {
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
	return e.work("vertex elimination", planned{key: "V", Elimination: junction.Elimination{J: j}})
}

// work finds out what eliminations take, and asks which is meant, or carries the only one
// out where there is no question.
func (e *elimination) work(question string, all ...planned) (tea.Cmd, []intent.Intent) {
	s := e.screen.shown.state()
	for _, p := range all {
		if faces := p.Faces(s); faces > mostAtOnce {
			return nil, layer.Refuse("This needs more than " + style.Count(mostAtOnce) +
				" operations, too many for one step: " + style.Plural(faces, "face", "faces") + " meet here.")
		}
	}
	return layer.Begin(e.screen.jobs, eliminationJob, func(context.Context) []planned {
		for k := range all {
			all[k].Plan, all[k].err = all[k].Elimination.Plan(s)
		}
		return all
	}, func(all []planned) (tea.Cmd, []intent.Intent) {
		if e.screen.shown.state() != s {
			return nil, nil // the user has moved on
		}
		return nil, e.ask(s.Dag(), question, all)
	}), nil
}

func (e *elimination) ask(g *model.Dag, question string, all []planned) []intent.Intent {
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
		e.screen.where.push(q)
		return nil
	case len(all) > 1:
		return layer.Refuse("This edge has no faces left: select another edge in the dag (1).")
	}
	return layer.Refuse(q.Lines[0])
}

// eliminationCommands are the commands that eliminate vertices and edges.
func eliminationCommands() []layer.Command {
	return layer.Of([]layer.Command{
		layer.Named("edge", "front or back elimination of the selected edge", intent.AskEdge{}).On("E").
			Help(groupDo, "edge elimination, front or back"),
		vertexCommand().On("V").Help(groupDo, "vertex elimination"),
		edgeCommand("front", "front elimination of edge (i,j)", true),
		edgeCommand("back", "back elimination of edge (i,j)", false),
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
func vertexCommand() layer.Command {
	return layer.Command{Name: "vertex", Args: "j", Does: "eliminate vertex j: all its faces as one step",
		Intent: intent.AskVertex{}, Example: intent.EliminateVertex{},
		Offers: func(s *layer.View) []layer.Offer {
			var all []layer.Offer
			st := s.State()
			for i, faces := range facesAt(st) {
				if faces > 0 {
					all = append(all, layer.Offer{Text: "vertex " + s.ID(i),
						Intent: intent.EliminateVertex{Vertex: i},
						About: about(faces, func() (junction.Plan, error) {
							return junction.Vertex(st, i)
						})})
				}
			}
			return all
		},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			e, _, err := junction.Read(s.Dag(), "vertex "+arg)
			if err != nil {
				return nil, err
			}
			return intent.EliminateVertex{Vertex: e.J}, nil
		}}
}

func edgeCommand(name, does string, front bool) layer.Command {
	return layer.Command{Name: name, Args: "(i j)", Does: does, Example: intent.EliminateEdge{},
		Offers: func(s *layer.View) []layer.Offer {
			var all []layer.Offer
			st := s.State()
			seen := make(map[[2]int]bool)
			for _, z := range st.Vertices() {
				i, j, faces := st.Source(z), st.Target(z), len(st.Succs(z))
				if !front {
					faces = len(st.Preds(z))
				}
				if faces == 0 || seen[[2]int{i, j}] {
					continue
				}
				seen[[2]int{i, j}] = true
				all = append(all, layer.Offer{Text: name + " " + s.Edge(i, j),
					Intent: intent.EliminateEdge{From: i, To: j, Front: front},
					About: about(faces, func() (junction.Plan, error) {
						return edge(i, j, front).Plan(st)
					})})
			}
			return all
		},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			e, _, err := junction.Read(s.Dag(), name+" "+arg)
			if err != nil {
				return nil, err
			}
			return intent.EliminateEdge{From: e.I, To: e.J, Front: front}, nil
		}}
}
