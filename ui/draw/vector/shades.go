// Package vector holds what all figures for pages and papers share: the colours and
// fonts of an SVG, and texts and lengths as an SVG writes them.
package vector

import (
	"fmt"

	"facet/ui/draw/picture"
	"facet/ui/draw/style"
)

// Shades are the colours of an SVG. Shapes and widths say the same: a figure may be
// printed in grey.
type Shades struct{ Paper, Foreground, Edge, Faint, Full, Sum, Last, Related, Next string }

var (
	light = Shades{Paper: "#fff", Foreground: "#1f2933", Edge: "#52606d", Faint: "#52606d", Full: "#e3eefa",
		Sum:  "#efe6fb",
		Last: "#00701a", Related: "#005f87", Next: "#b45309"}
	dark = Shades{Paper: "#15191f", Foreground: "#e6eaf0", Edge: "#a3afbf", Faint: "#a3afbf", Full: "#1f3a57",
		Sum:  "#3b2a57",
		Last: "#87d787", Related: "#5fd7ff", Next: "#ffd75f"}
	grey = Shades{Paper: "#fff", Foreground: "#000", Edge: "#000", Faint: "#444", Full: "#eee", Sum: "#ddd",
		Last: "#000", Related: "#000", Next: "#000"}
)

// ShadesOf are the shades of a theme; those for light paper if none is given.
func ShadesOf(k style.Kind) Shades {
	switch k {
	case style.Dark:
		return dark
	case style.Mono:
		return grey
	}
	return light
}

// Line is the colour of an edge or a frame in a state.
func (s Shades) Line(state picture.State) string {
	switch state {
	case picture.Newborn:
		return s.Last
	case picture.Related:
		return s.Related
	case picture.Selected:
		return s.Next
	}
	return s.Edge
}

// Fill is the colour of a box of a class.
func (s Shades) Fill(name string) string {
	switch name {
	case "full":
		return s.Full
	case "sum":
		return s.Sum
	}
	return s.Paper
}

// CSS gives the shades to the classes of an SVG.
func (s Shades) CSS() string {
	return fmt.Sprintf(".paper,.end,.matrix-free,.junction{fill:%[1]s}.gap{stroke:%[1]s}.label,.full,.dot{fill:%[2]s}.box,.free{stroke:%[2]s}"+
		".line{stroke:%[3]s}.head{stroke:none}.line.head{fill:%[3]s}.gone{stroke:%[4]s}.name,.cost{fill:%[4]s}.jacobian,.terminal{fill:%[5]s}.sum{fill:%[6]s}"+
		".last{stroke:%[7]s}.last.head,.last.text,.star{fill:%[7]s;stroke:none}.related{stroke:%[8]s}.related.head,.related.text{fill:%[8]s;stroke:none}"+
		".next{stroke:%[9]s}.next.head,.next.text{fill:%[9]s;stroke:none}",
		s.Paper, s.Foreground, s.Edge, s.Faint, s.Full, s.Sum, s.Last, s.Related, s.Next)
}
