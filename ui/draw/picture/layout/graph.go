package layout

import "fmt"

// Graph is what is drawn: vertices on given layers, edges from upper to lower
// layers. The order of the slices matters only as the last tie-break, so equal
// graphs give equal pictures.
type Graph struct {
	Vertices []Vertex
	Edges    []Edge
	// Omitted is how many edges the graph has that are not in Edges. A caller with so many
	// that they are better not even listed gives a sample, taken evenly from all
	// parts of the graph; such a graph is only surveyed.
	Omitted int
}

// Vertex is one vertex of a picture.
type Vertex struct {
	Key    int      // stable identity: a vertex with the same key in the next graph is the same vertex
	Label  string   // any text of one line; unique labels make a picture readable
	Layer  int      // row, counted downwards; see Layers
	Shape  Shape    // how it is framed
	Mark   Mark     // what it carries, shown before the label
	Detail []string // further lines of its box at ZoomBoxes
	// Parents are keys of vertices that existed one step earlier. A new vertex is
	// placed as near as possible to their midpoint. Without parents its
	// neighbours take their part.
	Parents []int
	// Name is that of the vertex's home, the same in all states of a graph; empty where the
	// key is. A vertex that lives on keeps the home it was born in, whatever the next graph says.
	Name string
}

// Edge is one edge of a picture. There is at most one edge between two vertices.
type Edge struct {
	From, To int    // keys of vertices; From lies on a layer above To
	Label    string // such as a pair of costs, drawn on the line at ZoomBoxes
}

// Key returns the identity of the edge.
func (e Edge) Key() EdgeKey { return EdgeKey{e.From, e.To} }

// EdgeKey identifies an edge by the keys of its ends.
type EdgeKey struct{ From, To int }

// Shape is the frame of a vertex.
type Shape uint8

// The shapes.
const (
	Round  Shape = iota // ( label ), a box with round corners
	Square              // [ label ], a box with square corners
	Bare                // the label alone, for one that brings its own brackets; a box with round corners
)

// Mark shows without colour what a vertex carries.
type Mark uint8

// The marks.
const (
	Unmarked   Mark = iota
	MatrixFree      // ○ only a model
	Jacobian        // ● a matrix
	Sum             // Σ a matrix that stands for several products
)

// Check returns an error that names the element which makes the graph
// undrawable.
func (g Graph) Check() error {
	index := make(map[int]int, len(g.Vertices))
	for i, v := range g.Vertices {
		if _, twice := index[v.Key]; twice {
			return fmt.Errorf("vertex key %d is used twice", v.Key)
		}
		index[v.Key] = i
	}
	seen := make(map[EdgeKey]bool, len(g.Edges))
	for _, e := range g.Edges {
		from, okFrom := index[e.From]
		to, okTo := index[e.To]
		switch {
		case !okFrom || !okTo:
			return fmt.Errorf("edge %d to %d has an end that is no vertex", e.From, e.To)
		case seen[e.Key()]:
			return fmt.Errorf("edge %d to %d is given twice", e.From, e.To)
		case g.Vertices[from].Layer >= g.Vertices[to].Layer:
			return fmt.Errorf("edge %d to %d does not point downwards: layers %d and %d",
				e.From, e.To, g.Vertices[from].Layer, g.Vertices[to].Layer)
		}
		seen[e.Key()] = true
	}
	return nil
}

// Clone returns the graph with lists of its own: those that a caller might
// change later.
func (g Graph) Clone() Graph {
	g.Vertices = append([]Vertex(nil), g.Vertices...)
	g.Edges = append([]Edge(nil), g.Edges...)
	return g
}
