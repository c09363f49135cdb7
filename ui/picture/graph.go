package picture

import (
	"facet/ui/picture/layered"
	"facet/ui/picture/layout"
)

// What a picture shows, in the words of packages layered and layout.
type (
	Graph   = layered.Graph   // what is drawn
	Vertex  = layered.Vertex  // one vertex of a picture
	Edge    = layered.Edge    // one edge of a picture
	EdgeKey = layered.EdgeKey // identifies an edge by the keys of its ends
	shape   = layered.Shape   // the frame of a vertex
	Mark    = layered.Mark    // what a vertex carries
	Rows    = layered.Rows    // the layers of a graph
	Zoom    = layout.Zoom     // how much a picture tells about each vertex
)

// Shapes of vertices.
const (
	Round  = layered.Round  // ( label ), a box with round corners
	Square = layered.Square // [ label ], a box with square corners
	Bare   = layered.Bare   // the label alone; a box with round corners
)

// Marks of vertices.
const (
	Unmarked   = layered.Unmarked
	MatrixFree = layered.MatrixFree // ○ only a model
	Jacobian   = layered.Jacobian   // ● a matrix
	Sum        = layered.Sum        // Σ a matrix that stands for several products
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
// see layered.Layers.
func Layers(keys []int, edges []EdgeKey) (Rows, error) { return layered.Layers(keys, edges) }
