package command

import (
	"context"

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
func (d drawing) dag(ctx context.Context) (*picture.Layout, error) {
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
	return picture.New(ctx, g)
}

// line draws the line dag, its vertices in brackets.
func (d drawing) line(ctx context.Context) (*picture.Layout, error) {
	return picture.New(ctx, diagram.Line(d.state, d.rows, nil))
}

// narrowLine draws the line dag without brackets, where that saves the columns
// that are missing.
func (d drawing) narrowLine(ctx context.Context) (*picture.Layout, error) {
	g := diagram.Line(d.state, d.rows, nil)
	for k := range g.Vertices {
		if v := &g.Vertices[k]; v.Shape == picture.Square {
			v.Shape = picture.Bare
		}
	}
	return picture.New(ctx, g)
}
