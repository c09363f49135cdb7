package command

import (
	"facet/model"
	"facet/ui/diagram"
	"facet/ui/picture"
)

// drawing makes pictures of a dag and of its line dag.
type drawing struct {
	state *model.State
	rows  picture.Rows
	ascii bool
}

func newDrawing(g *model.Dag, ascii bool) drawing {
	return drawing{model.NewState(g), diagram.Rows(g), ascii}
}

// dag draws the dag: sizes on the vertices, tangent and adjoint cost on the
// edges.
func (d drawing) dag() (*picture.Layout, error) {
	g := diagram.Dag(d.state, d.rows)
	for k := range g.Vertices {
		v := &g.Vertices[k]
		v.Detail = []string{"n = " + d.state.Dag().Size(v.Key).String()}
	}
	if d.ascii {
		for k := range g.Edges {
			if e := &g.Edges[k]; e.Label == "●" {
				e.Label = "*"
			}
		}
	}
	return picture.New(g)
}

// line draws the line dag.
func (d drawing) line() (*picture.Layout, error) {
	return picture.New(diagram.Line(d.state, d.rows, nil))
}
