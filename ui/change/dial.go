package change

import (
	"fmt"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/edit"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// dial is the figures of one edge or one vertex that a user turns: the costs of tangent and
// adjoint, or the size.
type dial struct {
	from, to string // of the edge
	vertex   string // in place of an edge
	values   [2]model.Cost
	was      [2]model.Cost
	at       int // the figure that is turned
}

// dialOf turns what is selected; false where that has neither costs nor a size.
func dialOf(v *layer.View) (dial, bool) {
	dag := v.Dag()
	switch {
	case v.Sel.Kind == intent.OnVertex && v.Sel.Vertex < len(dag.Vertices):
		vertex := dag.Vertices[v.Sel.Vertex]
		return vertexDial(vertex.ID, vertex.Size), true
	case v.Sel.Kind == intent.OnElement && int(v.Sel.Z) < len(dag.Edges) && dag.Edges[v.Sel.Z].HasModel:
		return edgeDial(dag, int(v.Sel.Z)), true
	}
	return dial{}, false
}

func vertexDial(id string, size int64) dial {
	d := dial{vertex: id, values: [2]model.Cost{model.Cost(size)}}
	d.was = d.values
	return d
}

func edgeDial(dag *model.Dag, k int) dial {
	e := dag.Edges[k]
	d := dial{from: dag.Vertices[e.Source].ID, to: dag.Vertices[e.Target].ID, values: [2]model.Cost{e.Tangent, e.Adjoint}}
	d.was = d.values
	return d
}

func (d *dial) isSize() bool { return d.from == "" && d.to == "" }

// names are what the figures are called.
func (d *dial) names() []string {
	if d.isSize() {
		return []string{"size"}
	}
	return []string{"T", "A"}
}

// what is what they are of.
func (d *dial) what() string {
	if d.isSize() {
		return model.QuoteID(d.vertex)
	}
	return ends(d.from, d.to)
}

func (d *dial) turned() bool { return d.values != d.was }

func (d *dial) least() model.Cost {
	if d.isSize() {
		return 1
	}
	return 0
}

func (d *dial) set(c model.Cost) {
	d.values[d.at] = min(max(c, d.least()), model.Saturated-1)
}

func (d *dial) add(by int64) {
	if by < 0 {
		d.set(d.values[d.at] - 1)
	} else {
		d.set(d.values[d.at].Add(1))
	}
}

func (d *dial) double() { d.set(max(1, d.values[d.at].Times(2))) }
func (d *dial) halve()  { d.set(d.values[d.at] / 2) }
func (d *dial) reset()  { d.values = d.was }
func (d *dial) next()   { d.at = (d.at + 1) % len(d.names()) }

// edit is the change as an edit.
func (d *dial) edit() edit.Edit {
	if d.isSize() {
		return edit.SetSize{ID: d.vertex, Size: int64(d.values[0])}
	}
	return edit.SetCosts{From: d.from, To: d.to, Tangent: d.values[0], Adjoint: d.values[1]}
}

// dag is a dag with the figures as they are now; itself where they are as they were.
func (d *dial) dag(g *model.Dag) (*model.Dag, error) {
	if !d.turned() {
		return g, nil
	}
	r, err := d.edit().Apply(g)
	return r.Dag, err
}

// take sets the figures as an edit says that is about them.
func (d *dial) take(e edit.Edit) error {
	switch e := e.(type) {
	case edit.SetCosts:
		if d.from == e.From && d.to == e.To && !d.isSize() {
			d.values = [2]model.Cost{e.Tangent, e.Adjoint}
			return nil
		}
	case edit.SetSize:
		if d.isSize() && d.vertex == e.ID {
			d.values[0] = model.Cost(e.Size)
			return nil
		}
	}
	return fmt.Errorf("this is about %s: Esc, then select another edge or vertex and press $", d.what())
}

// ask asks for the figure that is turned, or for both costs; typed is what was typed
// already.
func (d *dial) ask(typed string) []intent.Intent {
	name := d.names()[d.at]
	proposal := ""
	if typed == "" {
		proposal = strconv.FormatInt(int64(d.values[d.at]), 10)
	}
	asked := *d
	return []intent.Intent{intent.AskText{Title: name + " of " + d.what(), Text: typed, Proposal: proposal, Accept: func(text string) intent.Intent {
		text = strings.TrimSpace(text)
		if asked.isSize() {
			return parsed("size " + model.QuoteID(asked.vertex) + " " + text)
		}
		if !strings.Contains(text, "/") {
			both := [2]string{strconv.FormatInt(int64(asked.values[0]), 10), strconv.FormatInt(int64(asked.values[1]), 10)}
			both[asked.at] = text
			text = both[0] + "/" + both[1]
		}
		return parsed("cost " + model.QuoteID(asked.from) + " " + model.QuoteID(asked.to) + " " + text)
	}}}
}

// parsed is an edit as an intent, or what is wrong with it.
func parsed(line string) intent.Intent {
	e, err := edit.Parse(line)
	if err != nil {
		return intent.Say{Text: layer.Sentence(err.Error())}
	}
	return intent.EditDag{Edit: e}
}

// text is the figures as they are now.
func (d *dial) text() string {
	if d.isSize() {
		return "size of " + d.what() + " " + style.Number(d.values[0])
	}
	return "costs of " + d.what() + " " + style.Number(d.values[0]) + "/" + style.Number(d.values[1])
}

// row shows the figures, the one that is turned marked.
func (d *dial) row(t *style.Theme) string {
	out := t.Paint(style.Strong, t.Text(style.Printable(d.what()))) + " "
	for k, name := range d.names() {
		text := name + " " + style.Number(d.values[k])
		role := style.Plain
		if k == d.at {
			text, role = t.Signs.Cursor+text, style.Selected
		} else {
			text = " " + text
		}
		out += " " + t.Paint(role, text)
		if d.values[k] != d.was[k] {
			out += t.Paint(style.Faint, " (was "+style.Number(d.was[k])+")")
		}
	}
	return out
}
