package explorer

import (
	"fmt"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/junction"
	"facet/ui/theme"
)

// command is an entry of the palette.
type command struct {
	name, args, does string
	// offers proposes arguments; nil where there is nothing to propose.
	offers func(c *common) []offer
	// make turns the argument into an intent, or says what is wrong with it.
	make func(c *common, arg string) (Intent, error)
}

func plain(name, does string, i Intent) command {
	return command{name: name, does: does, make: func(*common, string) (Intent, error) { return i, nil }}
}

// textual is a command whose argument is any text.
func textual(name, args, does string, kind IntentKind) command {
	return command{name: name, args: args, does: does, make: func(_ *common, arg string) (Intent, error) {
		if arg == "" && kind != Note {
			return Intent{}, fmt.Errorf("%s needs %s after it", name, args)
		}
		return Intent{Kind: kind, Text: arg}, nil
	}}
}

// chosen is a command whose argument is one of a few words.
func chosen(name, does string, kind IntentKind, words ...string) command {
	return command{name: name, args: strings.Join(words, "|"), does: does,
		offers: func(*common) []offer {
			var all []offer
			for _, w := range words {
				all = append(all, offer{text: name + " " + w, whole: true, intent: Intent{Kind: kind, Text: w}})
			}
			return all
		},
		make: func(_ *common, arg string) (Intent, error) {
			for _, w := range words {
				if arg == w {
					return Intent{Kind: kind, Text: w}, nil
				}
			}
			return Intent{}, fmt.Errorf("%s takes %s", name, strings.Join(words, ", "))
		}}
}

// commands lists the palette: everything a key does has a name, too.
func commands(samples []string) []command {
	list := []command{
		plain("eliminate", "eliminate the selected face", Intent{Kind: Eliminate}),
		plain("preaccumulate", "preaccumulate the selected Jacobian", Intent{Kind: Preaccumulate}),
		plain("mode", "next mode of the selected operation", Intent{Kind: NextMode}),
		vertexCommand(),
		edgeCommand("front", "front elimination of edge (i,j)", junction.Front),
		edgeCommand("back", "back elimination of edge (i,j)", junction.Back),
		plain("undo", "one step back", Intent{Kind: Undo}),
		plain("redo", "one step forward", Intent{Kind: Redo}),
		jumpCommand(),
		branchCommand(),
		textual("note", "a text", "note on the current step; empty takes it away", Note),
		textual("save", "a file", "save the sequence, one operation a line", Save),
		textual("replay", "a file", "carry out the sequence in a file", Replay),
		textual("export", "a file", "write the dag: .xml GraphML, .dot Graphviz, .line.dot the line dag", Export),
		textual("save-session", "a file", "save the whole session with all branches", SaveSession),
		plain("totals", "totals and proof of the sequence so far", Intent{Kind: ShowTotals}),
		chosen("sort", "order of the list of operations", SortBy, orderingNames[:]...),
		chosen("theme", "colours", SetTheme, theme.Kinds()...),
		chosen("ascii", "draw with ASCII signs only", SetASCII, "on", "off"),
		chosen("sizes", "vector sizes beside the dag's vertices", SetSizes, "on", "off"),
		chosen("zoom", "size of the picture", ZoomTo, "0", "1", "2", "3", "auto"),
		plain("tidy", "place the picture anew", Intent{Kind: TidyUp}),
		plain("large", "picture large, or beside the list", Intent{Kind: FullPane}),
		plain("mouse", "mouse on or off", Intent{Kind: ToggleMouse}),
		openCommand(samples),
		plain("restart", "a new session on this dag; this one stays saved", Intent{Kind: Restart}),
		plain("repaint", "draw the screen anew", Intent{Kind: Repaint}),
		plain("help", "all keys", Intent{Kind: ShowHelp}),
		plain("quit", "leave; everything is saved", Intent{Kind: Leave}),
	}
	return list
}

func vertexCommand() command {
	return command{name: "vertex", args: "j", does: "eliminate vertex j: all its faces as one step",
		offers: func(c *common) []offer {
			var all []offer
			s := c.state()
			for i := range c.dag().Vertices {
				if plan, err := junction.Vertex(s, i); err == nil {
					text := "vertex " + c.id(i)
					all = append(all, offer{text: text, whole: true, intent: Intent{Kind: Carry, Ops: plan.Ops, Text: text},
						does: theme.Plural(len(plan.Ops), "operation", "operations") + " for " + theme.Number(plan.Cost)})
				}
			}
			return all
		},
		make: func(c *common, arg string) (Intent, error) {
			i, err := c.find(arg)
			if err != nil {
				return Intent{}, err
			}
			plan, err := junction.Vertex(c.state(), i)
			return Intent{Kind: Carry, Ops: plan.Ops, Text: "vertex " + c.id(i)}, err
		}}
}

func edgeCommand(name, does string, plan func(*model.State, int, int) (junction.Plan, error)) command {
	return command{name: name, args: "(i j)", does: does,
		offers: func(c *common) []offer {
			var all []offer
			s := c.state()
			seen := make(map[[2]int]bool)
			for _, z := range s.Vertices() {
				i, j := s.Source(z), s.Target(z)
				if seen[[2]int{i, j}] {
					continue
				}
				seen[[2]int{i, j}] = true
				if p, err := plan(s, i, j); err == nil {
					text := name + " " + c.edge(i, j)
					all = append(all, offer{text: text, whole: true, intent: Intent{Kind: Carry, Ops: p.Ops, Text: text},
						does: theme.Plural(len(p.Ops), "operation", "operations") + " for " + theme.Number(p.Cost)})
				}
			}
			return all
		},
		make: func(c *common, arg string) (Intent, error) {
			ends := strings.FieldsFunc(arg, func(r rune) bool { return strings.ContainsRune(" ,()", r) })
			if len(ends) != 2 {
				return Intent{}, fmt.Errorf("%s takes an edge, as in %s (0 1)", name, name)
			}
			i, err := c.find(ends[0])
			if err != nil {
				return Intent{}, err
			}
			j, err := c.find(ends[1])
			if err != nil {
				return Intent{}, err
			}
			p, err := plan(c.state(), i, j)
			return Intent{Kind: Carry, Ops: p.Ops, Text: name + " " + c.edge(i, j)}, err
		}}
}

// find gives the dag vertex that a typed id means.
func (c *common) find(id string) (int, error) {
	id = strings.TrimSpace(id)
	if unquoted, err := strconv.Unquote(id); err == nil {
		id = unquoted
	}
	i, ok := c.dag().Find(id)
	if !ok {
		return 0, fmt.Errorf("the dag has no vertex %s", model.QuoteID(id))
	}
	return i, nil
}

func jumpCommand() command {
	return command{name: "jump", args: "n", does: "to step n of the sequence, 0 being its start",
		make: func(c *common, arg string) (Intent, error) {
			n, err := strconv.Atoi(arg)
			if line := len(c.session.Line()); err != nil || n < 0 || n > line {
				return Intent{}, fmt.Errorf("jump takes a step from 0 to %d", line)
			}
			return Intent{Kind: JumpTo, Number: n}, nil
		}}
}

func branchCommand() command {
	offers := func(c *common) []offer {
		var all []offer
		for k, leaf := range c.session.Leaves() {
			st, _ := c.session.StateAt(leaf.ID)
			does := fmt.Sprintf("%s, total %s", theme.Plural(leaf.Depth, "step", "steps"), theme.Number(leaf.Spent))
			if st.Done() {
				does += ", complete"
			}
			all = append(all, offer{text: fmt.Sprintf("branch %d", k+1), does: does + ", ends with " + leaf.Title, whole: true,
				intent: Intent{Kind: GoToStep, Number: leaf.ID}})
		}
		return all
	}
	return command{name: "branch", args: "n", does: "to the end of another branch", offers: offers,
		make: func(c *common, arg string) (Intent, error) {
			all := offers(c)
			n, err := strconv.Atoi(arg)
			if err != nil || n < 1 || n > len(all) {
				return Intent{}, fmt.Errorf("there are branches 1 to %d", len(all))
			}
			return all[n-1].intent, nil
		}}
}

func openCommand(samples []string) command {
	return command{name: "open", args: "a sample or file", does: "open another dag; this session stays saved",
		offers: func(*common) []offer {
			var all []offer
			for _, s := range samples {
				all = append(all, offer{text: "open " + s, does: "sample", whole: true, intent: Intent{Kind: OpenDag, Text: s}})
			}
			return all
		},
		make: func(_ *common, arg string) (Intent, error) {
			if arg == "" {
				return Intent{}, fmt.Errorf("open needs a sample's name or a file's path after it")
			}
			return Intent{Kind: OpenDag, Text: arg}, nil
		}}
}
