package overlay

import (
	"slices"
	"strings"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// NewLabels is the finder that selects a vertex of the dag, a vertex of the line dag, or
// a face, by its label.
func NewLabels() *Finder {
	visits := func(v *layer.View, text string) []layer.Offer {
		all := Labels(v, text)
		for k := range all {
			if x, ok := all[k].Intent.(intent.Select); ok {
				x.Near = true
				all[k].Intent = x
			}
		}
		return all
	}
	return &Finder{title: "go to", sign: "/", line: newLine(""), propose: visits,
		accept: func(v *layer.View, text string) (intent.Intent, string) {
			return nil, "There is no label " + style.Printable(text) +
				": type a part of a label, such as 1 or (1,3)."
		}}
}

// Selecting is the line that selects something by its label; empty where that is not there.
func Selecting(v *layer.View, x intent.Selection) string {
	s := v.State()
	switch {
	case !x.Exists(s):
		return ""
	case x.Kind == intent.OnVertex:
		return "select " + v.ID(x.Vertex)
	case x.Kind == intent.OnFace:
		return "select " + s.FaceName(x.Face)
	}
	return "select " + s.Name(x.Z)
}

// offerLimit is the most labels that are proposed.
const offerLimit = 200

// faceLimit is the most faces that are searched: a hub has millions of them, and the
// wanted one is close to a label that was typed in part.
const faceLimit = 5_000

// Labels proposes the labels that contain a text.
func Labels(v *layer.View, text string) []layer.Offer {
	want := squeeze(text)
	s, g := v.State(), v.Dag()
	var exact, start, inside []layer.Offer
	add := func(o layer.Offer, x intent.Selection, also ...string) {
		names := append(also, o.Text)
		for k := range names {
			names[k] = squeeze(names[k])
		}
		some := func(is func(have, want string) bool) bool {
			return slices.ContainsFunc(names, func(have string) bool { return is(have, want) })
		}
		o.Intent = intent.Select{Target: x}
		switch {
		case slices.Contains(names, want):
			exact = append(exact, o)
		case some(strings.HasPrefix):
			start = append(start, o)
		case some(strings.Contains):
			inside = append(inside, o)
		}
	}
	for i := range g.Vertices {
		kind := "junction"
		if g.IsSource(i) {
			kind = "source"
		} else if g.IsSink(i) {
			kind = "sink"
		}
		does := kind + " of the dag, n = " + style.Number(g.Size(i))
		add(layer.Offer{Text: v.ID(i), Does: does}, intent.AtVertex(i))
	}
	for _, z := range s.Vertices() {
		does := "matrix-free"
		if s.HasJacobian(z) {
			does = "Jacobian"
		}
		name, shown := s.Name(z), diagram.ElementLabel(s, z)
		if name != shown { // it is called otherwise in the pictures
			does = v.Theme.Text(shown) + ", " + does
		}
		add(layer.Offer{Text: name, Does: does}, intent.AtElement(s, z), shown)
	}
	looked := 0
faces:
	for _, u := range s.Vertices() {
		for _, w := range s.Succs(u) {
			if looked++; looked > faceLimit || len(exact)+len(start)+len(inside) > offerLimit {
				break faces
			}
			f := model.Face{U: u, V: w}
			about := func() string {
				if best, ok := model.Cheapest(s.Choices(f)); ok {
					return "face, " + best.Op.Mode.String() + " " + v.Theme.Cost(best.Price)
				}
				return "face"
			}
			add(layer.Offer{Text: s.FaceName(f), About: about}, intent.AtFace(s, f),
				append(through(v, f), v.Face(s, f))...)
		}
	}
	all := append(append(exact, start...), inside...)
	return all[:min(len(all), offerLimit)]
}

// through writes a face as the paths through it, each junction once, and by its ends and its
// junction alone.
func through(v *layer.View, f model.Face) (names []string) {
	s := v.State()
	paths := []model.Path{{int32(s.Source(f.U)), int32(s.Target(f.U)), int32(s.Target(f.V))}}
	for _, p := range s.Label(f.U).Paths(mostThrough) {
		for _, q := range s.Label(f.V).Paths(mostThrough) {
			paths = append(paths, slices.Concat(p, q[1:]))
		}
	}
	for _, p := range paths {
		ids := make([]string, len(p))
		for k, i := range p {
			ids[k] = v.ID(int(i))
		}
		names = append(names, strings.Join(ids, ","))
	}
	return names
}

// mostThrough is the most paths of each side of a face that are looked for in it.
const mostThrough = 4

// squeeze normalizes a label for comparison with hasty typing: without parentheses, with
// commas for blanks and arrows.
func squeeze(text string) string {
	text = separators.Replace(strings.ToLower(strings.TrimSpace(text)))
	for strings.Contains(text, ",,") {
		text = strings.ReplaceAll(text, ",,", ",")
	}
	return text
}

// separators is made once: thousands of labels are compared at each key.
var separators = strings.NewReplacer("→", ",", "->", ",", "⇝", ",", ":", ",", ")(", ",", " ", ",",
	"(", "", ")", "")
