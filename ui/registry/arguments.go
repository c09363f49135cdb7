package registry

import (
	"fmt"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/junction"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/panel/next"
	"facet/ui/style"
)

// textual is a command whose argument is any text.
func textual(name, args, does string, want func(text string) intent.Intent) layer.Command {
	return layer.Command{Name: name, Args: args, Does: does, Example: want(""),
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("%s needs %s", name, args)
			}
			return want(arg), nil
		}}
}

// choice is a command whose argument is one of a few words.
func choice(name, does string, want func(word string) intent.Intent, words ...string) layer.Command {
	return layer.Command{Name: name, Args: strings.Join(words, "|"), Does: does, Example: want(words[0]),
		Offers: func(*layer.View) []layer.Offer {
			var all []layer.Offer
			for _, w := range words {
				all = append(all, layer.Offer{Text: name + " " + w, Intent: want(w)})
			}
			return all
		},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			for _, w := range words {
				if arg == w {
					return want(w), nil
				}
			}
			return nil, fmt.Errorf("%s takes %s", name, strings.Join(words, ", "))
		}}
}

// orderCommand is the order of the list; its key goes to the next.
func orderCommand() layer.Command {
	e := choice("sort", "sort the list of operations", func(word string) intent.Intent { return intent.Sort{Order: word} }, next.OrderingNames()...)
	e.Intent = intent.Sort{}
	return e
}

func zoomCommand() layer.Command {
	return choice("zoom", "size of the picture", func(word string) intent.Intent {
		level, err := strconv.Atoi(word)
		if err != nil {
			level = intent.Fit
		}
		return intent.ZoomTo{Level: level}
	}, "0", "1", "2", "3", "auto")
}

// noteCommand asks for the note by its key, and takes it from the palette.
func noteCommand() layer.Command {
	return layer.Command{Name: "note", Args: "a text", Does: "note on the current step; empty removes it",
		Intent: intent.AskNote{}, Example: intent.Annotate{},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) { return intent.Annotate{Text: arg}, nil }}
}

// labelCommand asks for the label by its key, and takes it from the palette.
func labelCommand() layer.Command {
	return hidden(layer.Command{Name: "select", Args: "a label", Does: "go to a label", Intent: intent.AskLabel{}, Example: intent.Select{},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			if all := overlay.Labels(s, arg); arg != "" && len(all) > 0 {
				return all[0].Intent, nil
			}
			return nil, fmt.Errorf("there is no label %s", style.Printable(arg))
		}})
}

// typedCommand is an operation as it stands in a sequence file.
func typedCommand(name, does string) layer.Command {
	return layer.Command{Name: name, Args: "as in a file", Does: does, Example: intent.Carry{},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			op, ok, err := model.ParseOp(s.State(), name+" "+arg)
			if err == nil && !ok {
				err = fmt.Errorf("an operation is missing")
			}
			if err != nil {
				return nil, err
			}
			return intent.Carry{Ops: []model.Op{op}}, nil
		}}
}

// manyFaces is from how many faces on the elimination of a vertex or an edge is not priced just to be
// proposed.
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

// FacesAt counts, for every vertex of the dag, the faces that eliminating it
// would start with.
func FacesAt(s *model.State) []int {
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
			for i, faces := range FacesAt(st) {
				if faces > 0 {
					all = append(all, layer.Offer{Text: "vertex " + s.ID(i), Intent: intent.EliminateVertex{Vertex: i},
						About: about(faces, func() (junction.Plan, error) { return junction.Vertex(st, i) })})
				}
			}
			return all
		},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			i, err := s.Find(arg)
			if err != nil {
				return nil, err
			}
			return intent.EliminateVertex{Vertex: i}, nil
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
				all = append(all, layer.Offer{Text: name + " " + s.Edge(i, j), Intent: intent.EliminateEdge{From: i, To: j, Front: front},
					About: about(faces, func() (junction.Plan, error) { return PlanEdge(st, i, j, front) })})
			}
			return all
		},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			ends := strings.FieldsFunc(arg, func(r rune) bool { return strings.ContainsRune(" ,()", r) })
			if len(ends) != 2 {
				return nil, fmt.Errorf("%s needs an edge, as in %s (0 1)", name, name)
			}
			i, err := s.Find(ends[0])
			if err != nil {
				return nil, err
			}
			j, err := s.Find(ends[1])
			if err != nil {
				return nil, err
			}
			return intent.EliminateEdge{From: i, To: j, Front: front}, nil
		}}
}

// PlanEdge is front or back elimination of an edge.
func PlanEdge(s *model.State, i, j int, front bool) (junction.Plan, error) {
	if front {
		return junction.Front(s, i, j)
	}
	return junction.Back(s, i, j)
}

func jumpCommand() layer.Command {
	return layer.Command{Name: "jump", Args: "n", Does: "go to step n of the sequence; 0 is its start", Example: intent.JumpTo{},
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			n, err := strconv.Atoi(arg)
			if line := len(s.Steps.Line()); err != nil || n < 0 || n > line {
				return nil, fmt.Errorf("jump needs a step from 0 to %d", line)
			}
			return intent.JumpTo{Depth: n}, nil
		}}
}

// scheduleCommand takes a number of machines, and split.
func scheduleCommand() layer.Command {
	return layer.Command{Name: "schedule", Args: "[machines] [split]", Does: "the steps on several machines, with the memory they take", Intent: intent.ShowSchedule{}, Example: intent.ShowSchedule{},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			want := intent.ShowSchedule{Machines: 2}
			for _, word := range strings.Fields(arg) {
				if word == "split" {
					want.Split = true
					continue
				}
				n, err := strconv.Atoi(word)
				if err != nil || n < 1 || n > mostMachines {
					return nil, fmt.Errorf("schedule takes a number of machines from 1 to %d, and split", mostMachines)
				}
				want.Machines = n
			}
			return want, nil
		}}
}

// mostMachines is how many machines may be asked for.
const mostMachines = 1_000_000

func branchCommand() layer.Command {
	offers := func(s *layer.View) []layer.Offer {
		var all []layer.Offer
		for k, leaf := range s.Steps.Leaves() {
			does := fmt.Sprintf("%s, total %s", style.Plural(leaf.Depth, "step", "steps"), style.Number(leaf.Spent))
			if k < 20 { // to look at each of many would take too long
				if st, _ := s.Steps.StateAt(leaf.ID); st.Done() {
					does += ", complete"
				}
			}
			all = append(all, layer.Offer{Text: fmt.Sprintf("branch %d", k+1), Does: does + ", ends with " + style.Printable(leaf.Title),
				Intent: intent.GoTo{Step: leaf.ID}})
		}
		return all
	}
	return layer.Command{Name: "branch", Args: "n", Does: "go to the end of another branch", Example: intent.GoTo{}, Offers: offers,
		Parse: func(s *layer.View, arg string) (intent.Intent, error) {
			all := offers(s)
			n, err := strconv.Atoi(arg)
			if err != nil || n < 1 || n > len(all) {
				return nil, fmt.Errorf("there are branches 1 to %d", len(all))
			}
			return all[n-1].Intent, nil
		}}
}

func openCommand(samples []string) layer.Command {
	return layer.Command{Name: "open", Also: []string{"load", "import"}, Args: "a sample or file", Does: "open another dag; this session stays saved", Example: intent.Open{},
		Offers: func(*layer.View) []layer.Offer {
			var all []layer.Offer
			for _, s := range samples {
				all = append(all, layer.Offer{Text: "open " + s, Does: "sample", Intent: intent.Open{Name: s}})
			}
			return all
		},
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("open needs the name of a sample or the path of a file")
			}
			return intent.Open{Name: arg}, nil
		}}
}
