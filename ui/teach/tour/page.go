package tour

import (
	"context"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// shown is the dag of the page: two paths from 0 to 3, one edge beside them.
func shown() *model.Dag {
	vertices := []model.Vertex{{ID: "0", Size: 3}, {ID: "1", Size: 1}, {ID: "2", Size: 1}, {ID: "3", Size: 2}}
	edge := func(i, j int) model.Edge {
		return model.Edge{Source: i, Target: j, HasModel: true, Tangent: 2, Adjoint: 3}
	}
	g, err := model.NewDag("", vertices, []model.Edge{edge(0, 1), edge(0, 2), edge(1, 3), edge(2, 3)})
	if err != nil {
		panic(err) // it is no input
	}
	return g
}

// captions say what the two pictures are, and introduce the words of the list.
func captions(v *layer.View) []string {
	edge := "2/3 is what one tangent and one adjoint of it cost."
	if v.Totals.Classic {
		edge = v.Theme.Signs.Jacobian + " marks a Jacobian: it is there from the start."
	}
	return []string{
		"dag: a vertex is a vector, an edge (i,j) a part of the program: j from",
		"i. " + edge,
		"line dag: a vertex for each edge. The line from (0,1) to (1,3) is a",
		"face: the product of two Jacobians at junction 1, still to be computed.",
		"fill: a new Jacobian; absorb: added to one that exists; remove: no",
		"longer needed. Eliminate all faces, and the Jacobian of the whole is",
		"there. The order decides what it costs. Enter goes on with the dag " +
			style.Printable(v.Dag().Name) + ".",
	}
}

// page shows a line dag beside its dag, and says what they are.
func page(v *layer.View, width, height int) []string {
	t, g, captions := v.Theme, shown(), captions(v)
	if v.Totals.Classic {
		g = g.Classic()
	}
	s := model.NewState(g)
	rows := diagram.Rows(s.Dag())
	var out []string
	for _, zoom := range []picture.Zoom{picture.ZoomRows, picture.ZoomLabels} { // the larger one that fits
		left := drawn(t, diagram.Dag(s, rows), zoom, "an example: its dag")
		right := drawn(t, diagram.Line(s, rows, nil), zoom, "its line dag")
		half := min(38, width/2)
		out = nil
		for k := range max(len(left), len(right)) {
			row := [2]string{}
			for side, all := range [][]string{left, right} {
				if k < len(all) {
					row[side] = all[k]
				}
			}
			out = append(out, t.Left("   "+t.Left(row[0], half)+row[1], width))
		}
		if len(out)+len(captions) <= height {
			break
		}
	}
	if len(out)+len(captions)+2 <= height {
		out = append(append([]string{""}, out...), "")
	}
	for _, text := range captions {
		out = append(out, t.Clip(" "+t.Text(text), width))
	}
	return out[:min(len(out), height)]
}

// labelRoom is for the label of the last edge of a row.
const labelRoom = 4

// drawn is a picture with its name above it.
func drawn(t *style.Theme, g picture.Graph, zoom picture.Zoom, name string) []string {
	rows := []string{t.Paint(style.Strong, name)}
	l, err := picture.New(context.Background(), g)
	if err != nil {
		return rows
	}
	b := l.Bounds(zoom, t.ASCII)
	c := l.Render(picture.View{Zoom: zoom, ASCII: t.ASCII, X: b.X, Y: b.Y, Width: b.Width + labelRoom,
		Height: b.Height})
	for y := range c.Height {
		line := ""
		for _, cell := range c.Row(y) {
			line += cell.Text
		}
		rows = append(rows, line)
	}
	return rows
}
