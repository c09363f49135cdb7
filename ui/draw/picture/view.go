package picture

import "slices"

// Kind says what a Ref refers to.
type Kind uint8

// The kinds.
const (
	Nothing Kind = iota
	OnVertex
	OnEdge
	OnPreview
)

// Ref refers to a vertex, an edge or the preview; the zero Ref to nothing.
type Ref struct {
	Kind   Kind
	Vertex int     // if Kind is OnVertex
	Edge   EdgeKey // if Kind is OnEdge
}

// RefVertex refers to the vertex with the given key.
func RefVertex(key int) Ref { return Ref{Kind: OnVertex, Vertex: key} }

// RefEdge refers to the edge between two keys.
func RefEdge(from, to int) Ref { return Ref{Kind: OnEdge, Edge: EdgeKey{From: from, To: to}} }

// View says which part of a layout to draw, and how. The zero View draws
// everything at ZoomRows.
type View struct {
	Zoom Zoom
	// X and Y are the picture coordinates of the window's upper left cell.
	// They keep their meaning from step to step, so an unchanged view of an
	// unmoved vertex shows it in the same cell. See Layout.Bounds.
	X, Y int
	// Magnify shows a part of an overview so many times as large; X and Y then
	// count cells of the magnified whole. At 0 and 1 the overview is whole, and X
	// and Y are of no account.
	Magnify int
	// Width and Height are the window in cells; 0 means all of the picture.
	Width, Height int
	ASCII         bool // draw with | - + v # = only (labels stay as they are)

	Selected []Ref     // heavy lines; a vertex takes its edges with it
	Related  []Ref     // double lines; a vertex without its edges
	Newborn  []int     // vertices marked as just born
	Changed  []Ref     // marked in the same way: what the last step gave another mark or label
	Removed  []EdgeKey // edges removed by the last step, drawn dotted
	Preview  *Preview  // a vertex that does not exist yet
}

// Equal reports whether another view of the same layout looks the same.
func (v View) Equal(w View) bool {
	return v.Zoom == w.Zoom && v.X == w.X && v.Y == w.Y && v.Magnify == w.Magnify && v.Width == w.Width &&
		v.Height == w.Height && v.ASCII == w.ASCII &&
		slices.Equal(v.Selected, w.Selected) && slices.Equal(v.Related, w.Related) &&
		slices.Equal(v.Newborn, w.Newborn) && slices.Equal(v.Changed, w.Changed) &&
		slices.Equal(v.Removed, w.Removed) && v.Preview.equal(w.Preview)
}

func (p *Preview) equal(q *Preview) bool {
	if p == nil || q == nil {
		return p == q
	}
	return p.Label == q.Label && p.Layer == q.Layer && slices.Equal(p.Parents, q.Parents) &&
		p.Key == q.Key && p.Next == q.Next
}

// Preview is a vertex that an operation would create, shown as ‹label› where
// Step would put it, or in the free space nearest to that. It is left out where
// its row has no room inside the window; Canvas.Find reports that.
type Preview struct {
	Label   string
	Layer   int
	Parents []int
	Key     int
	Next    *Layout // in which it stands as Key; nil where that is not known
}
