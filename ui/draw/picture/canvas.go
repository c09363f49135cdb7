package picture

import (
	"slices"
	"strings"
)

// Part says which part of the picture a cell shows.
type Part uint8

// The parts.
const (
	Blank     Part = iota
	Line           // a cell of an edge
	Arrow          // the head of an edge
	Frame          // brackets or box of a vertex
	Label          // label of a vertex
	MarkSign       // sign of a vertex's mark, or of a new vertex
	Detail         // detail line in a box
	EdgeLabel      // label on an edge
	Marker         // at the border of the window: where the line goes on outside
)

// State says in which state the owner of a cell is drawn.
type State uint8

// The states.
const (
	Plain State = iota
	Related
	Selected
	Newborn
	Removed
	Previewed
)

// Class is all that a theme needs to choose a style. Colour may repeat what
// the runes say, and never needs to add to it.
type Class struct {
	Part  Part
	State State
	Mark  Mark // mark of the vertex that owns the cell
}

// Cell is one cell of a canvas. A wide rune fills its own cell and leaves the
// next one with an empty Text.
type Cell struct {
	Text  string // one grapheme cluster
	Class Class
	Owner Ref // what is hit here; where two edges cross, the upper one
}

// Canvas is a drawn picture.
type Canvas struct {
	Width, Height int
	Zoom          Zoom // the level that was drawn, never ZoomAuto
	ascii         bool
	cells         []Cell
	under         map[Point]Ref
	spots         map[Ref]Point
	places        Places // of the vertices of an overview
}

// Point is a cell, counted from the upper left, of a canvas or of the picture.
type Point struct{ X, Y int }

func newCanvas(width, height int, v View) *Canvas {
	c := &Canvas{Width: width, Height: height, Zoom: v.Zoom, ascii: v.ASCII,
		cells: make([]Cell, width*height), under: map[Point]Ref{}, spots: map[Ref]Point{}}
	for i := range c.cells {
		c.cells[i].Text = " "
	}
	return c
}

// Row returns the cells of row y.
func (c *Canvas) Row(y int) []Cell { return c.cells[y*c.Width : (y+1)*c.Width] }

// At returns the cell in column x and row y, a blank one outside.
func (c *Canvas) At(x, y int) Cell {
	if x < 0 || y < 0 || x >= c.Width || y >= c.Height {
		return Cell{Text: " "}
	}
	return c.cells[y*c.Width+x]
}

// Hit returns what is drawn in column x and row y.
func (c *Canvas) Hit(x, y int) Ref { return c.At(x, y).Owner }

// Under returns the edge that is bridged where two cross in column x and row y.
func (c *Canvas) Under(x, y int) Ref { return c.under[Point{x, y}] }

// Find returns where the middle of a vertex, the head of an edge or the
// preview (Ref{Kind: OnPreview}) is on the canvas, false if it is outside.
func (c *Canvas) Find(ref Ref) (Point, bool) {
	if p, ok := c.places.Find(ref); ok {
		return p, true
	}
	p, ok := c.spots[ref]
	return p, ok
}

// Places returns where the vertices of an overview are.
func (c *Canvas) Places() Places { return c.places }

// Places are the cells of the vertices of an overview, without the picture; of other
// pictures they have none.
type Places struct {
	Counted bool // layers are counted, and most lines left out
	at      []placed
}

// placed is a vertex in a window.
type placed struct {
	key int
	at  Point
}

// Find returns the cell of a vertex, false if it is outside.
func (p Places) Find(ref Ref) (Point, bool) {
	k := slices.IndexFunc(p.at, func(v placed) bool { return ref.Kind == OnVertex && v.key == ref.Vertex })
	if k < 0 {
		return Point{}, false
	}
	return p.at[k].at, true
}

// String returns the picture as plain text, one line per row without
// trailing spaces.
func (c *Canvas) String() string {
	var out strings.Builder
	for _, row := range c.Rows(func(_ Class, text string) string { return text }) {
		out.WriteString(strings.TrimRight(row, " ") + "\n")
	}
	return out.String()
}

// Rows returns the rows of the picture after paint has been applied to every run of cells of
// one class.
func (c *Canvas) Rows(paint func(class Class, text string) string) []string {
	rows := make([]string, c.Height)
	for y := range rows {
		row := c.Row(y)
		var line, run []byte
		for x := 0; x < len(row); {
			class := row[x].Class
			run = run[:0]
			for ; x < len(row) && row[x].Class == class; x++ {
				run = append(run, row[x].Text...)
			}
			line = append(line, paint(class, string(run))...)
		}
		rows[y] = string(line)
	}
	return rows
}
