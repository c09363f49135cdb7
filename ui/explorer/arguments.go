package explorer

import (
	"fmt"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/junction"
	"facet/ui/intent"
	"facet/ui/overlay"
	"facet/ui/pane"
	"facet/ui/theme"
)

// textual is an entry whose argument is any text.
func textual(name, args, does string, wish func(text string) intent.Intent) pane.Entry {
	return pane.Entry{Name: name, Args: args, Does: does, Makes: wish(""),
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("%s needs %s after it", name, args)
			}
			return wish(arg), nil
		}}
}

// choice is an entry whose argument is one of a few words.
func choice(name, does string, wish func(word string) intent.Intent, words ...string) pane.Entry {
	return pane.Entry{Name: name, Args: strings.Join(words, "|"), Does: does, Makes: wish(words[0]),
		Offers: func(*pane.Snapshot) []pane.Offer {
			var all []pane.Offer
			for _, w := range words {
				all = append(all, pane.Offer{Text: name + " " + w, Wish: wish(w)})
			}
			return all
		},
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) {
			for _, w := range words {
				if arg == w {
					return wish(w), nil
				}
			}
			return nil, fmt.Errorf("%s takes %s", name, strings.Join(words, ", "))
		}}
}

// orderEntry is the order of the list; its key goes to the next.
func orderEntry() pane.Entry {
	e := choice("sort", "order of the list of operations", func(word string) intent.Intent { return intent.Sort{Order: word} }, orderingNames[:]...)
	e.Wish = intent.Sort{}
	return e
}

func zoomEntry() pane.Entry {
	return choice("zoom", "size of the picture", func(word string) intent.Intent {
		level, err := strconv.Atoi(word)
		if err != nil {
			level = intent.Fit
		}
		return intent.ZoomTo{Level: level}
	}, "0", "1", "2", "3", "auto")
}

// noteEntry asks for the note by its key, and takes it from the palette.
func noteEntry() pane.Entry {
	return pane.Entry{Name: "note", Args: "a text", Does: "note on the current step; empty takes it away",
		Wish: intent.AskNote{}, Makes: intent.Annotate{},
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) { return intent.Annotate{Text: arg}, nil }}
}

// labelEntry asks for the label by its key, and takes it from the palette.
func labelEntry() pane.Entry {
	return hidden(pane.Entry{Name: "select", Args: "a label", Does: "go to a label", Wish: intent.AskLabel{}, Makes: intent.Select{},
		Parse: func(s *pane.Snapshot, arg string) (intent.Intent, error) {
			if all := overlay.Labels(s, arg); arg != "" && len(all) > 0 {
				return all[0].Wish, nil
			}
			return nil, fmt.Errorf("nothing is called %s", theme.Printable(arg))
		}})
}

// coarse is an offer of a coarser move as one step.
func coarse(text string, p junction.Plan) pane.Offer {
	return pane.Offer{Text: text, Wish: intent.Carry{Ops: p.Ops, Title: text},
		Does: theme.Plural(len(p.Ops), "operation", "operations") + " for " + theme.Number(p.Cost)}
}

// vertexEntry asks about the selected junction by its key; the palette names
// another one.
func vertexEntry() pane.Entry {
	return pane.Entry{Name: "vertex", Args: "j", Does: "eliminate vertex j: all its faces as one step",
		Wish: intent.AskVertex{}, Makes: intent.Carry{},
		Offers: func(s *pane.Snapshot) []pane.Offer {
			var all []pane.Offer
			st := s.State()
			for i := range s.Dag().Vertices {
				if p, err := junction.Vertex(st, i); err == nil {
					all = append(all, coarse("vertex "+s.ID(i), p))
				}
			}
			return all
		},
		Parse: func(s *pane.Snapshot, arg string) (intent.Intent, error) {
			i, err := s.Find(arg)
			if err != nil {
				return nil, err
			}
			p, err := junction.Vertex(s.State(), i)
			return intent.Carry{Ops: p.Ops, Title: "vertex " + s.ID(i)}, err
		}}
}

func edgeEntry(name, does string, plan func(*model.State, int, int) (junction.Plan, error)) pane.Entry {
	return pane.Entry{Name: name, Args: "(i j)", Does: does, Makes: intent.Carry{},
		Offers: func(s *pane.Snapshot) []pane.Offer {
			var all []pane.Offer
			st := s.State()
			seen := make(map[[2]int]bool)
			for _, z := range st.Vertices() {
				i, j := st.Source(z), st.Target(z)
				if seen[[2]int{i, j}] {
					continue
				}
				seen[[2]int{i, j}] = true
				if p, err := plan(st, i, j); err == nil {
					all = append(all, coarse(name+" "+s.Edge(i, j), p))
				}
			}
			return all
		},
		Parse: func(s *pane.Snapshot, arg string) (intent.Intent, error) {
			ends := strings.FieldsFunc(arg, func(r rune) bool { return strings.ContainsRune(" ,()", r) })
			if len(ends) != 2 {
				return nil, fmt.Errorf("%s takes an edge, as in %s (0 1)", name, name)
			}
			i, err := s.Find(ends[0])
			if err != nil {
				return nil, err
			}
			j, err := s.Find(ends[1])
			if err != nil {
				return nil, err
			}
			p, err := plan(s.State(), i, j)
			return intent.Carry{Ops: p.Ops, Title: name + " " + s.Edge(i, j)}, err
		}}
}

func jumpEntry() pane.Entry {
	return pane.Entry{Name: "jump", Args: "n", Does: "to step n of the sequence, 0 being its start", Makes: intent.JumpTo{},
		Parse: func(s *pane.Snapshot, arg string) (intent.Intent, error) {
			n, err := strconv.Atoi(arg)
			if line := len(s.Steps.Line()); err != nil || n < 0 || n > line {
				return nil, fmt.Errorf("jump takes a step from 0 to %d", line)
			}
			return intent.JumpTo{Depth: n}, nil
		}}
}

func branchEntry() pane.Entry {
	offers := func(s *pane.Snapshot) []pane.Offer {
		var all []pane.Offer
		for k, leaf := range s.Steps.Leaves() {
			st, _ := s.Steps.StateAt(leaf.ID)
			does := fmt.Sprintf("%s, total %s", theme.Plural(leaf.Depth, "step", "steps"), theme.Number(leaf.Spent))
			if st.Done() {
				does += ", complete"
			}
			all = append(all, pane.Offer{Text: fmt.Sprintf("branch %d", k+1), Does: does + ", ends with " + leaf.Title,
				Wish: intent.GoTo{Step: leaf.ID}})
		}
		return all
	}
	return pane.Entry{Name: "branch", Args: "n", Does: "to the end of another branch", Makes: intent.GoTo{}, Offers: offers,
		Parse: func(s *pane.Snapshot, arg string) (intent.Intent, error) {
			all := offers(s)
			n, err := strconv.Atoi(arg)
			if err != nil || n < 1 || n > len(all) {
				return nil, fmt.Errorf("there are branches 1 to %d", len(all))
			}
			return all[n-1].Wish, nil
		}}
}

func openEntry(samples []string) pane.Entry {
	return pane.Entry{Name: "open", Args: "a sample or file", Does: "open another dag; this session stays saved", Makes: intent.Open{},
		Offers: func(*pane.Snapshot) []pane.Offer {
			var all []pane.Offer
			for _, s := range samples {
				all = append(all, pane.Offer{Text: "open " + s, Does: "sample", Wish: intent.Open{Name: s}})
			}
			return all
		},
		Parse: func(_ *pane.Snapshot, arg string) (intent.Intent, error) {
			if arg == "" {
				return nil, fmt.Errorf("open needs a sample's name or a file's path after it")
			}
			return intent.Open{Name: arg}, nil
		}}
}
