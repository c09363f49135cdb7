package overlay

import (
	"cmp"
	"slices"
	"sort"
	"strings"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// NewPalette is the command line: commands with completion, and operations as in a
// sequence file. It begins with a text and a selected proposal for its continuation.
func NewPalette(list []layer.Command, text, proposal string) *Finder {
	p := palette{list}
	return &Finder{title: "command", sign: ":", line: proposing(text, proposal), propose: p.offers,
		accept: p.accept}
}

type palette struct{ list []layer.Command }

// split divides a line into the command's name and the rest.
func split(text string) (string, string) {
	name, arg, _ := strings.Cut(strings.TrimLeft(text, " "), " ")
	return strings.ToLower(name), strings.TrimSpace(arg)
}

func isOperation(name string) bool { return name == "eli" || name == "acc" }

func (p palette) offers(v *layer.View, text string) []layer.Offer {
	name, arg := split(text)
	if isOperation(name) {
		return operationOffers(v, text)
	}
	if strings.Contains(strings.TrimLeft(text, " "), " ") {
		for _, k := range p.list {
			switch {
			case !k.Called(name):
			case k.Offers != nil:
				return matching(k.Offers(v), k.Name+" "+arg)
			default:
				return []layer.Offer{{Text: k.Name + " " + k.Args, Does: k.Does, Form: true}}
			}
		}
	}
	var first, start, inside, near []layer.Offer // first has those of the focused panel
	for _, k := range p.list {
		o := layer.Offer{Text: k.Name, Does: k.Does, Key: k.Key()}
		if k.Why != nil {
			if why := k.Why(v); why != "" {
				o.Does = "not now: " + why
			}
		}
		if k.Parse != nil {
			o.Text += " "
		} else {
			o.Intent = intent.Line(k.Name)
		}
		switch {
		case k.Hidden && name == "":
		case strings.HasPrefix(k.Name, name) && slices.Contains(k.Panels, v.Focus):
			first = append(first, o)
		case strings.HasPrefix(k.Name, name), name != "" && k.Called(name):
			start = append(start, o)
		case len(name) > 1 && !k.Hidden && strings.Contains(k.Name+" "+k.Does, name):
			inside = append(inside, o)
		case len(name) > 1 && !k.Hidden && scattered(k.Name, name) > 0:
			o.Intent = nil // Enter completes it first: it may not be what was meant
			near = append(near, o)
		}
	}
	slices.SortStableFunc(near, func(a, b layer.Offer) int {
		return cmp.Compare(scattered(a.Text, name), scattered(b.Text, name))
	})
	return slices.Concat(first, start, inside, near)
}

// scattered is over how many letters of a text those that were typed are scattered, in their
// order; 0 where it does not have them all.
func scattered(text, typed string) int {
	if typed == "" {
		return 0
	}
	least := 0
	for from := range text {
		at, left := from, typed
		for at < len(text) && left != "" {
			if text[at] == left[0] {
				left = left[1:]
			}
			at++
		}
		if left == "" && (least == 0 || at-from < least) {
			least = at - from
		}
	}
	return least
}

// matching keeps the offers that contain what is typed, or its letters in their order, which
// Tab writes, and Enter where nothing else is meant.
func matching(all []layer.Offer, typed string) []layer.Offer {
	typed = squeeze(typed)
	var out, near []layer.Offer
	for _, o := range all {
		switch text := squeeze(o.Text); {
		case strings.Contains(text, typed):
			out = append(out, o)
		case len(typed) > 1 && scattered(text, typed) > 0:
			o.Intent, o.Near = nil, true
			near = append(near, o)
		}
	}
	return append(out, near...)
}

// operationOffers proposes the possible operations that begin with the line.
func operationOffers(v *layer.View, text string) []layer.Offer {
	s := v.State()
	want := squeeze(text)
	withMode := false
	for _, m := range []string{"tan", "adj", "mul"} {
		_, arg := split(text)
		withMode = withMode || strings.HasPrefix(strings.ToLower(arg), m[:1])
	}
	var out []layer.Offer
	for _, k := range candidates(s, strings.HasPrefix(want, "acc")) {
		full := model.OpName(s, k.Op)
		have := squeeze(full)
		if !withMode { // the mode may be omitted
			verb, rest, _ := strings.Cut(have, ",")
			_, rest, _ = strings.Cut(rest, ",")
			have = verb + "," + rest
		}
		if strings.HasPrefix(have, want) {
			out = append(out, layer.Offer{Text: full, Does: v.Theme.Cost(k.Price),
				Intent: intent.Carry{Ops: []model.Op{k.Op}}})
		}
		if len(out) >= offerLimit {
			break
		}
	}
	sort.SliceStable(out, func(a, b int) bool { return len(out[a].Text) < len(out[b].Text) })
	return out
}

// candidates lists preaccumulations, or the operations on the first faces: a hub has
// millions of faces.
func candidates(s *model.State, accumulations bool) []model.Choice {
	var all []model.Choice
	looked := 0
	for _, u := range s.Vertices() {
		if accumulations {
			if !s.HasJacobian(u) {
				all = append(all, s.Accumulations(u)...)
			}
			continue
		}
		for _, v := range s.Succs(u) {
			if looked++; looked > faceLimit {
				return all
			}
			if s.HasJacobian(u) || s.HasJacobian(v) {
				all = append(all, s.Choices(model.Face{U: u, V: v})...)
			}
		}
	}
	return all
}

// accept parses a whole line.
func (p palette) accept(v *layer.View, text string) (intent.Intent, string) {
	if _, problem := Parse(v, p.list, text); problem != "" {
		return nil, problem
	}
	return intent.Line(text), ""
}

// Parse reads a whole line as the palette does: one of the commands with its argument. A
// command that writes a file replaces one that is there
// where its name ends with an exclamation mark. The string says what is wrong.
func Parse(v *layer.View, all []layer.Command, text string) (intent.Intent, string) {
	name, arg := split(strings.TrimPrefix(strings.TrimSpace(text), ":"))
	if name == "" {
		return nil, "Type a command, or choose one with the arrow keys."
	}
	name, replace := strings.CutSuffix(name, "!")
	at := slices.IndexFunc(all, func(c layer.Command) bool {
		return c.Called(name) || c.Layer != "" && c.Path() == name
	})
	if at < 0 {
		return unknown(v, all, name)
	}
	means, err := all[at].Read(v, arg, replace)
	if err != nil {
		return nil, layer.Sentence(err.Error())
	}
	if line, is := means.(intent.Line); is {
		return Parse(v, all, string(line))
	}
	return means, ""
}

// unknown is a command that is not in the list: one of another layer, or none.
func unknown(v *layer.View, all []layer.Command, name string) (intent.Intent, string) {
	if slices.ContainsFunc(v.Keymap.All(), func(c layer.Command) bool {
		return c.Layer != "" && c.Path() == name
	}) {
		return intent.Invoke{Command: name}, ""
	}
	var names []string
	for _, k := range all {
		if k.Name != "" {
			names = append(names, k.Name)
		}
	}
	if near := style.DidYouMean(name, names); near != "" {
		return nil, "There is no command " + style.Printable(name) + near + "?"
	}
	return nil, "There is no command " + style.Printable(layer.Short(name)) +
		": an empty line lists them all."
}
