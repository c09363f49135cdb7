package ranges

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/planner/ranges"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// List is an overlay of ranges that grows while they are found; Enter selects the edge or
// vertex of a row. It points at that in the pictures, or at all edges whose cost matters.
type List struct {
	layer.Plain
	dag   *model.Dag
	name  string // of the sequence: the user's, or an optimal one
	stop  func()
	found []ranges.Range
	of    int
	end   *ranges.Report // nil while the search goes on
	err   error

	table   *Table
	at, top int
	shown   int  // how many rows there is room for
	heavy   bool // point at all edges whose cost matters
	message string
}

var _ layer.Layer = (*List)(nil)

// NewList makes an empty list. stop ends the search.
func NewList(g *model.Dag, name string, stop func()) *List {
	return &List{dag: g, name: name, stop: stop, of: len(ranges.Parameters(g)), table: NewTable(g, nil)}
}

// Take shows what was found so far. The chosen row stays chosen.
func (l *List) Take(p Progress) {
	var chosen ranges.Parameter
	if l.at > 0 && l.at < len(l.found) { // the top row stays the tightest, whichever that is
		chosen = l.found[l.at].Parameter
		defer func() {
			l.at = max(0, slices.IndexFunc(l.found, func(r ranges.Range) bool {
				return r.Parameter == chosen
			}))
		}()
	}
	l.found, l.end, l.err = p.Found, p.End, p.Err
	l.table = NewTable(l.dag, l.found)
}

// keysOfList are the keys of the list.
func keysOfList() *layer.Table {
	return &layer.Table{Layer: "ranges", Rows: []layer.Row{
		{"select", "enter", "select the edge or vertex of the row"},
		{"heavy", "w", "mark the edges whose cost matters"}, {"stop", "s", "stop computing"}}}
}

// Bindings choose a row, select its edge or vertex, point at all, stop, or go back.
func (l *List) Bindings(v *layer.View) []layer.Command {
	all := layer.Pages(l.shown, func(by int) []intent.Intent {
		l.message, l.at = "", max(0, min(len(l.found)-1, l.at+by))
		return nil
	})
	all[0] = all[0].As("↑↓").Foot("choose")
	keys := keysOfList()
	all = append(all,
		keys.Do("select", func() []intent.Intent { return l.selected(v) }).Foot("select it"),
		keys.Do("heavy", func() []intent.Intent {
			l.heavy = !l.heavy
			return nil
		}).Foot("heavy: edges whose cost matters"))
	if l.end == nil && l.err == nil {
		all = append(all, keys.Do("stop", func() []intent.Intent { l.stop(); return nil }).Foot("stop"))
	}
	return append(all, layer.Back("esc", "tab", " ").Foot("back"))
}

// selected closes the list and selects the edge or vertex of the row.
func (l *List) selected(v *layer.View) []intent.Intent {
	if len(l.found) == 0 {
		return nil
	}
	p := l.found[l.at].Parameter
	x, ok := target(v, p)
	switch {
	case p.What == ranges.SparseProductCost || p.What == ranges.SparseProductSetup:
		l.message = "This is a price of the whole dag: no edge has it."
		return nil
	case !ok:
		l.message = "This edge is eliminated at the step that is shown: {u:undo} goes back."
		return nil
	}
	return []intent.Intent{intent.Back{}, intent.Select{Target: x}}
}

// target is the edge or vertex of a parameter; false where it is gone, or there is none.
func target(v *layer.View, p ranges.Parameter) (intent.Selection, bool) {
	switch p.What {
	case ranges.Size:
		return intent.AtVertex(p.At), true
	case ranges.SparseProductCost, ranges.SparseProductSetup:
		return intent.Selection{}, false
	}
	s, z := v.State(), model.Z(p.At)
	if !s.IsLive(z) {
		return intent.Selection{}, false
	}
	return intent.AtElement(s, z), true
}

// matters is the relative distance of an end from the cost, up to which the cost matters.
const matters = 0.5

// Points is the edge or vertex of the row, or all edges one of whose costs has an end
// within half of its value.
func (l *List) Points(v *layer.View) []intent.Selection {
	var all []intent.Selection
	for k := range l.found {
		r := &l.found[k]
		if l.heavy && (r.What >= ranges.Size || r.Tightness() > matters) || !l.heavy && k != l.at {
			continue
		}
		if x, ok := target(v, r.Parameter); ok && !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// lowRows is the least height of the table while the user looks at the picture.
const lowRows = 3

// rows is how many rows are shown: few where the table points at edges in the picture.
func (l *List) rows(b layer.Box) int {
	rows := max(1, min(b.Height-4, b.Height*2/3, len(l.found)))
	if l.heavy {
		rows = min(rows, lowRows)
	}
	return rows
}

// Fit shows the rows around the chosen one.
func (l *List) Fit(_ *layer.View, b layer.Box) {
	l.shown = l.rows(b)
	l.top = layer.Scroll(l.top, l.at, l.shown, len(l.found))
}

// Draw draws the table.
func (l *List) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, width := v.Theme, b.Width
	content := []string{t.Left("  "+t.Paint(style.Faint, l.table.Head(t, width-2)), width)}
	for k := l.top; k < min(l.top+l.shown, len(l.found)); k++ {
		sign, role := "  ", style.Plain
		if k == l.at {
			sign, role = t.Signs.Cursor+" ", style.Selected
		}
		content = append(content, t.Left(t.Paint(role, sign+l.table.Row(t, k, width-2)), width))
	}
	switch {
	case l.message != "":
		content = append(content, layer.Wrap(t, v.Keymap.Text(l.message), width, 2, style.Bad)...)
	case l.err != nil:
		content = append(content, layer.Wrap(t, layer.Sentence(l.err.Error()), width, 2, style.Bad)...)
	default:
		content = append(content, " "+t.Paint(style.Faint, t.Clip(t.Text(l.note()), width-1)))
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, "ranges of "+l.name, l.progress(), content, width,
		min(b.Height, len(content)+1), true)}
}

// progress is the text on the right of the title.
func (l *List) progress() string {
	if l.end == nil && l.err == nil {
		proved := 0
		for k := range l.found {
			if l.found[k].Proved() || l.found[k].Unexamined {
				proved++
			}
		}
		return fmt.Sprintf("%d of %d done", proved, l.of)
	}
	return ""
}

// note is the line below the table.
func (l *List) note() string {
	switch {
	case l.end == nil:
		return "Looking for the ends of the intervals…"
	case l.heavy:
		return "Heavy: T or A has an end within half of its value."
	case l.end.Cost > l.end.Best:
		return fmt.Sprintf("%s above the best known: an interval is where it would be optimal.",
			style.Number(l.end.Cost-l.end.Best))
	case !l.end.IsOptimal():
		return "It is not known whether the sequence is optimal."
	case l.table.Open:
		return "? is not proved in this time: the interval is an inner one."
	case l.end.Robustness != nil:
		return Robust(l.end.Robustness)
	}
	return "T, A, n: tangent cost, adjoint cost, size. below, above: lost per unit beyond."
}
