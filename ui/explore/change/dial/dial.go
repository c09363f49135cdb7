// Package dial holds the figures of one edge or one vertex that a user changes by keys:
// the costs of its tangent and adjoint and how wide its band is, or its size.
package dial

import (
	"fmt"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/edit"
	"facet/model/pattern"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/overlay"
)

// Dial holds the figures of one edge or one vertex while a user changes them: the costs
// of tangent and adjoint, and how far a band reaches below and above the diagonal where the
// Jacobian is one, or the size.
type Dial struct {
	From, To string // ids of the edge's ends; empty for a vertex
	vertex   string // id of the vertex; empty for an edge
	Values   [4]model.Cost
	was      [4]model.Cost
	banded   bool
	at       int // index of the figure that keys change
}

// Of is the dial of what is selected; false where that has neither costs nor a size.
func Of(v *layer.View) (Dial, bool) {
	dag := v.Dag()
	switch {
	case v.Sel.Kind == intent.OnVertex && v.Sel.Vertex < len(dag.Vertices):
		vertex := dag.Vertices[v.Sel.Vertex]
		return ofVertex(vertex.ID, vertex.Size), true
	case v.Sel.Kind == intent.OnElement && int(v.Sel.Z) < len(dag.Edges) && dag.Edges[v.Sel.Z].HasModel:
		return OfEdge(dag, int(v.Sel.Z)), true
	}
	return Dial{}, false
}

func ofVertex(id string, size int64) Dial {
	d := Dial{vertex: id, Values: [4]model.Cost{model.Cost(size)}}
	d.was = d.Values
	return d
}

// OfEdge is the dial of the k-th edge of a dag.
func OfEdge(dag *model.Dag, k int) Dial {
	e := dag.Edges[k]
	d := Dial{From: dag.Vertices[e.Source].ID, To: dag.Vertices[e.Target].ID,
		Values: [4]model.Cost{e.Tangent, e.Adjoint}}
	if e.Pattern != nil && !e.Pattern.IsUnit() && !e.Pattern.IsDense() {
		lower, upper, ok := pattern.BandOf(e.Pattern)
		if d.banded = ok && lower >= 0 && upper >= 0; d.banded {
			d.Values[2], d.Values[3] = model.Cost(lower), model.Cost(upper)
		}
	}
	d.was = d.Values
	return d
}

// IsSize reports whether the figure is the size of a vertex.
func (d *Dial) IsSize() bool { return d.From == "" && d.To == "" }

// Names are the labels of the figures, in the order of Values.
func (d *Dial) Names() []string {
	if d.IsSize() {
		return []string{"size"}
	}
	if d.banded {
		return []string{"T", "A", "L", "U"}
	}
	return []string{"T", "A"}
}

// what names the vertex or edge whose figures these are.
func (d *Dial) what() string {
	if d.IsSize() {
		return model.QuoteID(d.vertex)
	}
	return Ends(d.From, d.To)
}

// Turned reports whether a figure differs from that of the unchanged dag.
func (d *Dial) Turned() bool { return d.Values != d.was }

func (d *Dial) least() model.Cost {
	if d.IsSize() {
		return 1
	}
	return 0
}

func (d *Dial) set(c model.Cost) {
	d.Values[d.at] = min(max(c, d.least()), model.Saturated-1)
}

// Add adds 1 to the chosen figure, or -1 if by is negative.
func (d *Dial) Add(by int64) {
	if by < 0 {
		d.set(d.Values[d.at] - 1)
	} else {
		d.set(d.Values[d.at].Add(1))
	}
}

// Double doubles the chosen figure; 0 becomes 1.
func (d *Dial) Double() { d.set(max(1, d.Values[d.at].Times(2))) }

// Halve halves the chosen figure, rounded down.
func (d *Dial) Halve() { d.set(d.Values[d.at] / 2) }

// Reset restores the figures of the unchanged dag.
func (d *Dial) Reset() { d.Values = d.was }

// Next chooses the other figure, where there are two.
func (d *Dial) Next() { d.at = (d.at + 1) % len(d.Names()) }

// edits are the changes as edits of the dag.
func (d *Dial) edits() []edit.Edit {
	if d.IsSize() {
		return []edit.Edit{edit.SetSize{ID: d.vertex, Size: int64(d.Values[0])}}
	}
	all := []edit.Edit{edit.SetCosts{From: d.From, To: d.To, Tangent: d.Values[0], Adjoint: d.Values[1]}}
	if d.bandTurned() {
		all = append(all, edit.SetPattern{From: d.From, To: d.To,
			Pattern: fmt.Sprintf("band %d %d", d.Values[2], d.Values[3])})
	}
	return all
}

func (d *Dial) bandTurned() bool { return d.Values[2] != d.was[2] || d.Values[3] != d.was[3] }

// Dag returns g with the figures as they are now, and g itself where nothing was changed.
func (d *Dial) Dag(g *model.Dag) (*model.Dag, error) {
	if !d.Turned() {
		return g, nil
	}
	for _, e := range d.edits() {
		r, err := e.Apply(g)
		if err != nil {
			return nil, err
		}
		g = r.Dag
	}
	return g, nil
}

// Take sets the figures that an edit gives; an edit of something else is an error.
func (d *Dial) Take(e edit.Edit) error {
	switch e := e.(type) {
	case edit.SetCosts:
		if d.From == e.From && d.To == e.To && !d.IsSize() {
			d.Values[0], d.Values[1] = e.Tangent, e.Adjoint
			return nil
		}
	case edit.SetPattern:
		var lower, upper int64
		if _, err := fmt.Sscanf(e.Pattern, "band %d %d", &lower, &upper); d.banded && err == nil &&
			d.From == e.From && d.To == e.To && lower >= 0 && upper >= 0 {
			d.Values[2], d.Values[3] = model.Cost(lower), model.Cost(upper)
			return nil
		}
	case edit.SetSize:
		if d.IsSize() && d.vertex == e.ID {
			d.Values[0] = model.Cost(e.Size)
			return nil
		}
	}
	return fmt.Errorf("this is about %s: Esc, then select another edge or vertex and press {$:whatif}",
		d.what())
}

// Ask opens a prompt for the figure that keys change, or for both costs. typed is text
// that the user has already typed.
func (d *Dial) Ask(typed string) []intent.Intent {
	name := d.Names()[d.at]
	proposal := ""
	if typed == "" {
		proposal = strconv.FormatInt(int64(d.Values[d.at]), 10)
	}
	asked := *d
	return Read(intent.AskText{Title: name + " of " + d.what(), Text: typed, Proposal: proposal},
		func(text string) string {
			var figures [4]string
			for k, value := range asked.Values {
				figures[k] = strconv.FormatInt(int64(value), 10)
			}
			figures[asked.at] = text
			ends := model.QuoteID(asked.From) + " " + model.QuoteID(asked.To) + " "
			switch {
			case asked.IsSize():
				return "size " + model.QuoteID(asked.vertex) + " " + text
			case asked.at >= 2:
				return "pattern " + ends + "band " + figures[2] + " " + figures[3]
			case strings.Contains(text, "/"):
				return "cost " + ends + strings.ReplaceAll(text, " ", "")
			}
			return "cost " + ends + figures[0] + "/" + figures[1]
		})
}

// Read asks for a text, which line makes the line of an edit of. What is wrong with it is said.
func Read(asked intent.AskText, line func(text string) string) []intent.Intent {
	asked.Accept = func(text string) intent.Intent {
		e, err := edit.Parse(line(strings.TrimSpace(text)))
		if err != nil {
			return intent.Say{Text: layer.Sentence(err.Error()), As: intent.Refusal}
		}
		return intent.EditDag{Edit: e}
	}
	return []intent.Intent{asked}
}

// Text writes the figures as they are now.
func (d *Dial) Text() string {
	if d.IsSize() {
		return "size of " + d.what() + " " + style.Number(d.Values[0])
	}
	text := "costs of " + d.what() + " " + style.Number(d.Values[0]) + "/" + style.Number(d.Values[1])
	if d.bandTurned() {
		text += fmt.Sprintf(", band %d %d", d.Values[2], d.Values[3])
	}
	return text
}

// Row shows the figures and marks the one that keys change.
func (d *Dial) Row(t *style.Theme) string {
	out := t.Paint(style.Strong, t.Text(style.Printable(d.what()))) + " "
	for k, name := range d.Names() {
		text := name + " " + style.Number(d.Values[k])
		role := style.Plain
		if k == d.at {
			text, role = t.Signs.Cursor+text, style.Selected
		} else {
			text = " " + text
		}
		out += " " + t.Paint(role, text)
		if d.Values[k] != d.was[k] {
			out += t.Paint(style.Faint, " (was "+style.Number(d.was[k])+")")
		}
	}
	return out
}

// Ends writes the edge between two vertices as "(from,to)".
func Ends(from, to string) string { return "(" + model.QuoteID(from) + "," + model.QuoteID(to) + ")" }

// Command makes a command of the palette from a form of edits.
func Command(f edit.Form) layer.Command {
	return layer.Command{Name: f.Verb, Args: f.Args, Does: f.Does,
		Parse: func(_ *layer.View, arg string) (intent.Intent, error) {
			if _, sets := f.Usual.(edit.SetPattern); sets && arg == "" {
				return overlay.ShowPattern(), nil
			}
			e, err := f.Read(arg)
			if err != nil {
				return nil, err
			}
			return intent.EditDag{Edit: e}, nil
		}}
}
