package ranges

import (
	"fmt"
	"slices"

	"facet/model"
	"facet/planner/sensitivity"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// List shows ranges over the panels while they are found; Enter selects the edge or
// vertex of a row. It points at that in the pictures, or at all edges whose cost
// matters.
type List struct {
	dag   *model.Dag
	name  string // of the sequence: yours, or an optimal one
	stop  func()
	found []sensitivity.Range
	of    int
	end   *sensitivity.Report // nil while they are looked for
	err   error

	table   *Table
	at, top int
	heavy   bool // all edges whose cost matters are pointed at
	said    string
}

var (
	_ layer.Layer   = (*List)(nil)
	_ layer.Pointer = (*List)(nil)
)

// NewList begins without ranges. stop ends the search for them.
func NewList(g *model.Dag, name string, stop func()) *List {
	return &List{dag: g, name: name, stop: stop, of: len(sensitivity.Parameters(g)), table: NewTable(g, nil)}
}

// Take shows what was found so far. The row that is chosen stays the chosen one.
func (l *List) Take(p Progress) {
	var chosen sensitivity.Parameter
	if l.at > 0 && l.at < len(l.found) { // at the top the tightest is wanted, whatever it is
		chosen = l.found[l.at].Parameter
		defer func() {
			l.at = max(0, slices.IndexFunc(l.found, func(r sensitivity.Range) bool { return r.Parameter == chosen }))
		}()
	}
	l.found, l.end, l.err = p.Found, p.End, p.Err
	l.table = NewTable(l.dag, l.found)
}

// Bindings choose a row, select what it is about, point at all, stop, or go back.
func (l *List) Bindings(v *layer.View) []layer.Command {
	all := layer.Rows(func(by int) []intent.Intent {
		l.said, l.at = "", max(0, min(len(l.found)-1, l.at+by))
		return nil
	})
	all[0] = all[0].As("↑↓").Foot("choose")
	all = append(all,
		layer.Do(func() []intent.Intent { return l.selected(v) }, "enter").Foot("select it"),
		layer.Do(func() []intent.Intent { l.heavy = !l.heavy; return nil }, "w").Foot("heavy: edges whose cost matters"))
	if l.end == nil && l.err == nil {
		all = append(all, layer.Do(func() []intent.Intent { l.stop(); return nil }, "s").Foot("stop"))
	}
	return append(all, layer.Back("esc", "pgup", "pgdown", "tab", " ").Foot("back"))
}

// selected leaves for the edge or vertex of the row.
func (l *List) selected(v *layer.View) []intent.Intent {
	if len(l.found) == 0 {
		return nil
	}
	x, ok := target(v, l.found[l.at].Parameter)
	if !ok {
		l.said = "This edge is eliminated at the step that is shown: u goes back."
		return nil
	}
	return []intent.Intent{intent.Back{}, intent.Select{Target: x}}
}

// target is what a parameter is about, if it is there.
func target(v *layer.View, p sensitivity.Parameter) (intent.Selection, bool) {
	if p.What == sensitivity.Size {
		return intent.AtVertex(p.At), true
	}
	s, z := v.State(), model.Z(p.At)
	if !s.IsLive(z) {
		return intent.Selection{}, false
	}
	return intent.AtElement(s, z), true
}

// matters is how near an end has to be, relative to the cost.
const matters = 0.5

// Points is the edge or vertex of the row, or all edges one of whose costs has an end
// within half of its value.
func (l *List) Points(v *layer.View) []intent.Selection {
	var all []intent.Selection
	for k := range l.found {
		r := &l.found[k]
		if l.heavy && (r.What == sensitivity.Size || r.Tightness() > matters) || !l.heavy && k != l.at {
			continue
		}
		if x, ok := target(v, r.Parameter); ok && !slices.Contains(all, x) {
			all = append(all, x)
		}
	}
	return all
}

// lowRows is how many rows the table keeps while the picture is looked at.
const lowRows = 3

// Draw draws the table: low, where the edges in the picture are what is looked at.
func (l *List) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, width := v.Theme, b.Width
	rows := max(1, min(b.Height-4, b.Height*2/3, len(l.found)))
	if l.heavy {
		rows = min(rows, lowRows)
	}
	l.top = max(min(l.top, l.at, len(l.found)-rows), l.at-rows+1, 0)
	content := []string{t.Left("  "+t.Paint(style.Faint, l.table.Head(t, width-2)), width)}
	for k := l.top; k < min(l.top+rows, len(l.found)); k++ {
		sign, role := "  ", style.Plain
		if k == l.at {
			sign, role = t.Signs.Cursor+" ", style.Selected
		}
		content = append(content, t.Left(t.Paint(role, sign+l.table.Row(t, k, width-2)), width))
	}
	switch {
	case l.said != "":
		content = append(content, layer.Wrap(t, l.said, width, 2, style.Bad)...)
	case l.err != nil:
		content = append(content, layer.Wrap(t, layer.Sentence(l.err.Error()), width, 2, style.Bad)...)
	default:
		content = append(content, " "+t.Paint(style.Faint, t.Clip(t.Text(l.note()), width-1)))
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, "ranges of "+l.name, l.progress(), content, width, min(b.Height, len(content)+1), true)}
}

// progress stands on the right of the title.
func (l *List) progress() string {
	if l.end == nil && l.err == nil {
		proved := 0
		for k := range l.found {
			if l.found[k].Proved() {
				proved++
			}
		}
		return fmt.Sprintf("%d of %d proved", proved, l.of)
	}
	return ""
}

// note is a line below the table.
func (l *List) note() string {
	switch {
	case l.end == nil:
		return "Looking for the ends of the intervals…"
	case l.heavy:
		return "Heavy: T or A has an end within half of its value."
	case l.end.Cost > l.end.Best:
		return fmt.Sprintf("%s above the best known: an interval is where it would be optimal.", style.Number(l.end.Cost-l.end.Best))
	case !l.end.IsOptimal():
		return "It is not known whether the sequence is optimal."
	case l.table.Open:
		return "? is not proved in this time: the interval is an inner one."
	case l.end.Robustness != nil:
		return Robust(l.end.Robustness)
	}
	return "T, A, n: tangent cost, adjoint cost, size. below, above: lost per unit beyond."
}
