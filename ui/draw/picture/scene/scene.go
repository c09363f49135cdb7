// Package scene gives a placed graph as shapes: boxes, lines and texts with their
// places, for callers that draw with lines and not with cells. The places are those of
// the text that package picture draws, because both are made from the same sheet.
//
// Lengths are cells of that text, from the upper left of the whole picture. A
// cell is about twice as high as it is wide.
package scene

import "facet/ui/draw/picture/layout"

// Scene is a picture as shapes. It holds no state such as a selection: boxes and
// lines are found by the keys of what they show.
type Scene struct {
	Width, Height float64
	Boxes         []Box   // in the order of the graph's vertices
	Lines         []Line  // in the order of the graph's edges
	Removed       Removed // what the last step removed
	Preview       *Box    // a vertex that does not exist yet; nil for none, or without room
	// Coarse reports whether lines were not led around vertices: they run straight
	// from one to the other.
	Coarse bool

	sk    *layout.Skeleton
	sheet *layout.Sheet
	y     []float64 // first line of every row
}

// Point is a place in a scene.
type Point struct{ X, Y float64 }

// Box is a vertex.
type Box struct {
	Vertex              layout.Vertex
	X, Y, Width, Height float64
	Framed              bool    // else the label stands alone
	Text                Point   // middle of the label's line, the sign of its mark included
	pitch               float64 // from one line of its text to the next
	Sign                bool    // room is kept for a sign before the label
}

// Line is an edge: a way of horizontal and vertical parts from the lower side of
// a box to the upper side of another one, where its head is.
type Line struct {
	Edge   layout.Edge
	Points []Point
	Label  Label
}

// Label is the text of an edge.
type Label struct {
	Text string // empty for none; Omitted where it finds no room
	At   Point  // its middle
	// On reports whether it stands on its line, which it interrupts, else beside the
	// head.
	On bool
}

// Omitted stands for a label that finds no room.
const Omitted = "…"

// Removed is what the last step removed, as it lay before: lines, and vertices by their labels.
type Removed struct {
	Lines []RemovedLine
	Boxes []RemovedBox
}

// RemovedLine is a removed edge, from vertex to vertex.
type RemovedLine struct {
	Edge   layout.EdgeKey
	Points []Point
	Broken bool // there is no room for some of it any more
}

// RemovedBox is a removed vertex.
type RemovedBox struct {
	Key   int
	Label string
	At    Point // its middle
}

// side is how far inside of its cells the frame of a box runs: through the middle
// of them where it has rows of its own, else a little outside, around the text.
func side(z layout.Zoom) float64 {
	if z == layout.ZoomBoxes {
		return 0.5
	}
	return -0.15
}

// x is the middle of a column.
func (s *Scene) x(column int) float64 { return float64(2*column-s.sheet.Least) + 0.5 }
