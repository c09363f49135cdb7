// Package diagram says what of a state is drawn, and how: the dag and its line
// dag as graphs for package picture.
package diagram

import (
	"strconv"
	"strings"

	"facet/model"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
)

// Rows places the vertices of the dag on their rows, once: all fill runs
// downwards on them in every state.
func Rows(g *model.Dag) picture.Rows {
	keys := make([]int, len(g.Vertices))
	for i := range keys {
		keys[i] = i
	}
	edges := make([]picture.EdgeKey, len(g.Edges))
	for k, e := range g.Edges {
		edges[k] = picture.EdgeKey{From: e.Source, To: e.Target}
	}
	rows, err := picture.Layers(keys, edges)
	if err != nil {
		// A dag that was checked has rows; a picture of one row is better than
		// none.
		return make(picture.Rows)
	}
	return rows
}

// RowsAfter places the vertices of a dag that was made of another one by few changes: each
// stays on its row if it can, or goes down as far as its edges ask for. old gives the row of
// a vertex that was there before.
func RowsAfter(g *model.Dag, old func(i int) (row int, was bool)) picture.Rows {
	rows := make(picture.Rows, len(g.Vertices))
	for _, i := range g.Topological() {
		row, was := old(i)
		if !was { // above what it leads to
			row = 0
			for n, k := range g.Out(i) {
				if below, was := old(g.Edges[k].Target); was && (n == 0 || below-1 < row) {
					row = max(0, below-1)
				}
			}
		}
		for _, k := range g.In(i) {
			row = max(row, rows[g.Edges[k].Source]+1)
		}
		rows[i] = row
	}
	return rows
}

// EndKey is the key of a source or sink of the dag in the picture of the line
// dag, where a vertex z keeps its number: the keys must not meet.
func EndKey(i int) int { return -1 - i }

// EndVertex is the vertex of the dag with this key in the line dag's picture.
func EndVertex(key int) int { return -1 - key }

// IsEnd reports whether a key of the line dag's picture is that of a source or sink.
func IsEnd(key int) bool { return key < 0 }

// Leads stands in names between two vertices of the dag where a path or a sum leads from
// one to the other, as an arrow stands for an edge.
const Leads = "⇝"

// mostName is the most cells of a path that is named by all of its vertices.
const mostName = 8

// ElementLabel is how a vertex of the line dag is called in a picture: an edge and a short
// path by their vertices, a longer path and a sum by their ends, with a number where two
// would read alike. All of them are unique.
func ElementLabel(s *model.State, z model.Z) string {
	g := s.Dag()
	i, k := s.Source(z), s.Target(z)
	if !byEnds(s, z) {
		if int(z) < len(g.Edges) {
			return "(" + model.QuoteID(g.Vertices[i].ID) + "," + model.QuoteID(g.Vertices[k].ID) + ")"
		}
		return s.Name(z)
	}
	label := model.QuoteID(g.Vertices[i].ID) + Leads + model.QuoteID(g.Vertices[k].ID)
	for _, other := range s.Between(i, k) {
		if other != z && byEnds(s, other) {
			return label + "#" + strconv.Itoa(int(z))
		}
	}
	return label
}

// byEnds reports whether a vertex of the line dag is called by its ends alone.
func byEnds(s *model.State, z model.Z) bool {
	return s.IsSum(z) || int(z) >= len(s.Dag().Edges) && style.Width(s.Name(z)) > mostName
}

// Sign is what leads from the source of a vertex of the line dag to its target: an arrow
// for an edge.
func Sign(s *model.State, z model.Z, arrow string) string {
	if s.IsSum(z) || int(z) >= len(s.Dag().Edges) {
		return Leads
	}
	return arrow
}

// mark is what a vertex of the line dag carries.
func mark(s *model.State, z model.Z) picture.Mark {
	switch {
	case !s.HasJacobian(z):
		return picture.MatrixFree
	case s.IsSum(z):
		return picture.Sum
	}
	return picture.Jacobian
}

// Born lists what the changes brought, with the sides of its face.
func Born(changes []model.Change) map[model.Z][]int {
	out := make(map[model.Z][]int)
	for _, c := range changes {
		for _, e := range c.Events {
			if e.Kind == model.Born {
				out[e.Z] = []int{int(e.Face.U), int(e.Face.V)}
			}
		}
	}
	return out
}

// Line is the line dag of a state as a picture. Of more faces than a picture
// can be laid out with it has an even sample.
func Line(s *model.State, rows picture.Rows, parents map[model.Z][]int) picture.Graph {
	g := s.Dag()
	var out picture.Graph
	most := len(g.Edges) + s.Live() // faces below one vertex
	if s.Faces() > picture.MostParts {
		most = max(1, picture.MostParts/s.Live())
	}
	for i := range g.Vertices {
		if g.IsSource(i) {
			out.Vertices = append(out.Vertices, picture.Vertex{
				Key: EndKey(i), Label: model.QuoteID(g.Vertices[i].ID), Layer: rows.Source(i)})
		}
		if g.IsSink(i) {
			out.Vertices = append(out.Vertices, picture.Vertex{
				Key: EndKey(i), Label: model.QuoteID(g.Vertices[i].ID), Layer: rows.Sink(i)})
		}
	}
	for _, z := range s.Vertices() {
		i, k := s.Source(z), s.Target(z)
		out.Vertices = append(out.Vertices, picture.Vertex{
			Key: int(z), Label: ElementLabel(s, z), Layer: rows.Path(k), Shape: picture.Square,
			Mark: mark(s, z), Parents: parents[z], Name: strconv.Itoa(i) + Leads + strconv.Itoa(k),
		})
		if g.IsSource(i) {
			out.Edges = append(out.Edges, picture.Edge{From: EndKey(i), To: int(z)})
		}
		below := s.Succs(z)
		for n := range min(most, len(below)) {
			v := below[n*len(below)/min(most, len(below))]
			out.Edges = append(out.Edges, picture.Edge{From: int(z), To: int(v)})
		}
		out.Omitted += max(0, len(below)-most)
		if g.IsSink(k) {
			out.Edges = append(out.Edges, picture.Edge{From: int(z), To: EndKey(k)})
		}
	}
	return out
}

// Bare is the line dag's picture without brackets, where that saves the columns
// that are missing.
func Bare(g picture.Graph) picture.Graph {
	g = g.Clone()
	for k := range g.Vertices {
		if v := &g.Vertices[k]; v.Shape == picture.Square {
			v.Shape = picture.Bare
		}
	}
	return g
}

// Dag is what the line dag of a state amounts to on the dag's vertices: an
// edge (i,k) wherever some vertex of the line dag runs from i to k. A junction
// that nothing leads through any more is gone.
func Dag(s *model.State, rows picture.Rows) picture.Graph {
	return DagPriced(s, rows, model.Cost.String)
}

// DagPriced is the dag with costs written in another way, such as times.
func DagPriced(s *model.State, rows picture.Rows, cost func(model.Cost) string) picture.Graph {
	g := s.Dag()
	labels := make(map[picture.EdgeKey][]string)
	used := make([]bool, len(g.Vertices))
	var keys []picture.EdgeKey
	for _, z := range s.Vertices() {
		key := picture.EdgeKey{From: s.Source(z), To: s.Target(z)}
		if labels[key] == nil {
			keys = append(keys, key)
		}
		used[key.From], used[key.To] = true, true
		labels[key] = append(labels[key], edgeLabel(s, z, cost))
	}
	var out picture.Graph
	for i, v := range g.Vertices {
		if g.IsJunction(i) && !used[i] {
			continue
		}
		shape := picture.Round
		if g.IsJunction(i) {
			shape = picture.Square
		}
		out.Vertices = append(out.Vertices, picture.Vertex{
			Key: i, Label: model.QuoteID(v.ID), Layer: rows[i], Shape: shape})
	}
	for _, key := range keys {
		out.Edges = append(out.Edges, picture.Edge{From: key.From, To: key.To,
			Label: strings.Join(labels[key], "+")})
	}
	return out
}

// edgeLabel is what there is of an edge: tangent and adjoint cost, or the mark
// of a Jacobian.
func edgeLabel(s *model.State, z model.Z, cost func(model.Cost) string) string {
	switch {
	case s.IsSum(z):
		return "Σ"
	case s.HasJacobian(z):
		return "●"
	}
	tangent, adjoint, _ := s.Model(z)
	return cost(tangent) + "/" + cost(adjoint)
}

// Between lists the vertices of the line dag that run from i to k,
// those without Jacobian first.
func Between(s *model.State, i, k int) []model.Z {
	var bare, full []model.Z
	for _, z := range s.Vertices() {
		switch {
		case s.Source(z) != i || s.Target(z) != k:
		case s.HasJacobian(z):
			full = append(full, z)
		default:
			bare = append(bare, z)
		}
	}
	return append(bare, full...)
}
