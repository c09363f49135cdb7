package overlay

import (
	"strings"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// NewLabels goes to a vertex of the dag, a vertex of the line dag, or a
// face, by its label.
func NewLabels() *Finder {
	visits := func(c *layer.View, text string) []layer.Offer {
		all := Labels(c, text)
		for k := range all {
			if x, ok := all[k].Intent.(intent.Select); ok {
				all[k].Intent = intent.Visit(x)
			}
		}
		return all
	}
	return &Finder{title: "go to", sign: "/", line: newLine(""), propose: visits, accept: func(c *layer.View, text string) (intent.Intent, string) {
		return nil, "There is no label " + style.Printable(text) + ": type a part of a label, such as 1 or (1,3)."
	}}
}

// offerLimit is how many labels are proposed at most.
const offerLimit = 200

// faceLimit is how many faces are looked at: a hub has millions of them, and what
// is looked for is close to a label that was typed in part.
const faceLimit = 5_000

// Labels proposes what a text may be the label of.
func Labels(c *layer.View, text string) []layer.Offer {
	want := squeeze(text)
	s, g := c.State(), c.Dag()
	var exact, start, inside []layer.Offer
	add := func(name, does string, x intent.Selection) {
		o := layer.Offer{Text: name, Does: does, Intent: intent.Select{Target: x}}
		switch have := squeeze(name); {
		case have == want:
			exact = append(exact, o)
		case strings.HasPrefix(have, want):
			start = append(start, o)
		case strings.Contains(have, want):
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
		add(c.ID(i), kind+" of the dag, n = "+style.Number(g.Size(i)), intent.AtVertex(i))
	}
	for _, z := range s.Vertices() {
		does := "matrix-free"
		if s.HasJacobian(z) {
			does = "Jacobian"
		}
		add(s.Name(z), does, intent.AtElement(s, z))
	}
	looked := 0
faces:
	for _, u := range s.Vertices() {
		for _, v := range s.Succs(u) {
			if looked++; looked > faceLimit || len(exact)+len(start)+len(inside) > offerLimit {
				break faces
			}
			f := model.Face{U: u, V: v}
			if have := squeeze(s.FaceName(f)); !strings.Contains(have, want) {
				continue
			}
			does := "face"
			if best, ok := model.Cheapest(s.Choices(f)); ok {
				does = "face, " + best.Op.Mode.String() + " " + style.Number(best.Price)
			}
			add(s.FaceName(f), does, intent.AtFace(s, f))
		}
	}
	all := append(append(exact, start...), inside...)
	return all[:min(len(all), offerLimit)]
}

// squeeze makes labels comparable to what is typed in a hurry: no parentheses,
// blanks for commas and arrows are the same.
func squeeze(text string) string {
	text = strings.ToLower(strings.NewReplacer("→", ",", "->", ",", ")(", ",", " ", ",").Replace(strings.TrimSpace(text)))
	text = strings.NewReplacer("(", "", ")", "").Replace(text)
	for strings.Contains(text, ",,") {
		text = strings.ReplaceAll(text, ",,", ",")
	}
	return text
}
