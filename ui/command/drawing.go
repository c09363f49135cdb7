package command

import (
	"facet/model"
	"facet/ui/picture"
)

// drawing makes pictures of a dag and of the line dag of its state.
type drawing struct {
	state *model.State
	rows  picture.Rows
	ascii bool
}

func newDrawing(g *model.Dag, ascii bool) (drawing, error) {
	keys := make([]int, len(g.Vertices))
	for i := range keys {
		keys[i] = i
	}
	edges := make([]picture.EdgeKey, len(g.Edges))
	for k, e := range g.Edges {
		edges[k] = picture.EdgeKey{From: e.Source, To: e.Target}
	}
	rows, err := picture.Layers(keys, edges)
	return drawing{model.NewState(g), rows, ascii}, err
}

// dag draws the dag: sizes on the vertices, tangent and adjoint cost on the
// edges.
func (d drawing) dag() (*picture.Layout, error) {
	g := d.state.Dag()
	var out picture.Graph
	for i, v := range g.Vertices {
		shape := picture.Round
		if g.IsJunction(i) {
			shape = picture.Square
		}
		out.Vertices = append(out.Vertices, picture.Vertex{
			Key: i, Label: model.QuoteID(v.ID), Layer: d.rows[i], Shape: shape,
			Detail: []string{"n = " + g.Size(i).String()},
		})
	}
	for _, e := range g.Edges {
		out.Edges = append(out.Edges, picture.Edge{From: e.Source, To: e.Target, Label: d.edgeLabel(e)})
	}
	return picture.New(out)
}

// edgeLabel is what there is of an edge; a Jacobian has the mark that it has in
// the line dag.
func (d drawing) edgeLabel(e model.Edge) string {
	switch {
	case e.HasJacobian && d.ascii:
		return "*"
	case e.HasJacobian:
		return "●"
	}
	return e.Tangent.String() + "/" + e.Adjoint.String()
}

// line draws the line dag. A vertex z keeps its number as its key; the dag's
// vertex i in X or Y becomes -1-i.
func (d drawing) line() (*picture.Layout, error) {
	s := d.state
	g := s.Dag()
	end := func(i int) int { return -1 - i }
	var out picture.Graph
	for i := range g.Vertices {
		label := model.QuoteID(g.Vertices[i].ID)
		if g.IsSource(i) {
			out.Vertices = append(out.Vertices, picture.Vertex{Key: end(i), Label: label, Layer: d.rows.Source(i)})
		}
		if g.IsSink(i) {
			out.Vertices = append(out.Vertices, picture.Vertex{Key: end(i), Label: label, Layer: d.rows.Sink(i)})
		}
	}
	for _, z := range s.Vertices() {
		mark := picture.MatrixFree
		if s.HasJacobian(z) {
			mark = picture.Jacobian
		}
		out.Vertices = append(out.Vertices, picture.Vertex{
			Key: int(z), Label: s.Name(z), Layer: d.rows.Path(s.Target(z)), Shape: picture.Square, Mark: mark,
		})
		if i := s.Source(z); g.IsSource(i) {
			out.Edges = append(out.Edges, picture.Edge{From: end(i), To: int(z)})
		}
		for _, v := range s.Succs(z) {
			out.Edges = append(out.Edges, picture.Edge{From: int(z), To: int(v)})
		}
		if k := s.Target(z); g.IsSink(k) {
			out.Edges = append(out.Edges, picture.Edge{From: int(z), To: end(k)})
		}
	}
	return picture.New(out)
}
