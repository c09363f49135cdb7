package figure

import (
	"fmt"

	"facet/ui/picture"
	"facet/ui/style"
)

// shades are the colours of an SVG. What they tell is told by shapes and widths
// too: a figure may be printed in grey.
type shades struct{ paper, foreground, edge, faint, full, sum, last, related, next string }

var (
	light = shades{paper: "#fff", foreground: "#1f2933", edge: "#52606d", faint: "#52606d", full: "#e3eefa", sum: "#efe6fb",
		last: "#00701a", related: "#005f87", next: "#b45309"}
	dark = shades{paper: "#15191f", foreground: "#e6eaf0", edge: "#a3afbf", faint: "#a3afbf", full: "#1f3a57", sum: "#3b2a57",
		last: "#87d787", related: "#5fd7ff", next: "#ffd75f"}
	grey = shades{paper: "#fff", foreground: "#000", edge: "#000", faint: "#444", full: "#eee", sum: "#ddd",
		last: "#000", related: "#000", next: "#000"}
)

// shadesOf are those of a theme; those for light paper where nothing is said.
func shadesOf(k style.Kind) shades {
	switch k {
	case style.Dark:
		return dark
	case style.Mono:
		return grey
	}
	return light
}

// line is the colour of an edge or a frame in a state.
func (s shades) line(state picture.State) string {
	switch state {
	case picture.Newborn:
		return s.last
	case picture.Related:
		return s.related
	case picture.Selected:
		return s.next
	}
	return s.edge
}

func (s shades) fill(name string) string {
	switch name {
	case "full":
		return s.full
	case "sum":
		return s.sum
	}
	return s.paper
}

// css gives the shades to the classes of an SVG.
func (s shades) css() string {
	return fmt.Sprintf(".paper,.end,.matrix-free,.junction{fill:%[1]s}.gap{stroke:%[1]s}.label,.full,.dot{fill:%[2]s}.box,.free{stroke:%[2]s}"+
		".line{stroke:%[3]s}.head{stroke:none}.line.head{fill:%[3]s}.gone{stroke:%[4]s}.name,.cost{fill:%[4]s}.jacobian,.terminal{fill:%[5]s}.sum{fill:%[6]s}"+
		".last{stroke:%[7]s}.last.head,.last.text,.star{fill:%[7]s;stroke:none}.related{stroke:%[8]s}.related.head,.related.text{fill:%[8]s;stroke:none}"+
		".next{stroke:%[9]s}.next.head,.next.text{fill:%[9]s;stroke:none}",
		s.paper, s.foreground, s.edge, s.faint, s.full, s.sum, s.last, s.related, s.next)
}
