package picture

import (
	"facet/ui/draw/picture/layout"
)

// What a picture shows, in the words of package layout.
type (
	Graph   = layout.Graph   // what is drawn
	Vertex  = layout.Vertex  // one vertex of a picture
	Edge    = layout.Edge    // one edge of a picture
	EdgeKey = layout.EdgeKey // identifies an edge by the keys of its ends
	shape   = layout.Shape   // the frame of a vertex
	Mark    = layout.Mark    // what a vertex carries
	Rows    = layout.Rows    // the layers of a graph
	Zoom    = layout.Zoom    // how much a picture tells about each vertex
)

// Shapes of vertices.
const (
	Round  = layout.Round  // ( label ), a box with round corners
	Square = layout.Square // [ label ], a box with square corners
	Bare   = layout.Bare   // the label alone; a box with round corners
)

// Marks of vertices.
const (
	Unmarked   = layout.Unmarked
	MatrixFree = layout.MatrixFree // ○ only a model
	Jacobian   = layout.Jacobian   // ● a matrix
	Sum        = layout.Sum        // Σ a matrix that stands for several products
)

// Zoom levels, from ZoomOverview on each larger than the one before it.
const (
	ZoomAuto     = layout.ZoomAuto     // the largest that fits into the view, else ZoomRows
	ZoomOverview = layout.ZoomOverview // one rune per vertex, straight lines; always fits
	ZoomLabels   = layout.ZoomLabels   // bare labels, tightly packed
	ZoomRows     = layout.ZoomRows     // one framed row per vertex
	ZoomBoxes    = layout.ZoomBoxes    // boxes with details, labels on the edges
)

// Layers computes the layers of a dag, once and for all of its later states:
// see layout.Layers.
func Layers(keys []int, edges []EdgeKey) (Rows, error) { return layout.Layers(keys, edges) }
