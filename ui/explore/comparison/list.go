package comparison

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// List is an overlay that shows one candidate per row; Enter goes to the chosen one.
type List struct {
	layer.Plain
	all     []candidate
	hidden  bool // the best known is concealed, which the list says
	at      int
	top     int
	shown   int // how many rows there is room for
	message string
}

var _ layer.Layer = (*List)(nil)

// NewList makes a list in which the line on the screen is chosen.
func NewList(all []candidate, hidden bool) *List {
	t := &List{all: all, hidden: hidden}
	for k, w := range all {
		if w.current {
			t.at = k
		}
	}
	return t
}

// Bindings choose a row, go to its sequence, or go back.
func (l *List) Bindings(*layer.View) []layer.Command {
	all := layer.Pages(l.shown, func(by int) []intent.Intent {
		l.message, l.at = "", max(0, min(len(l.all)-1, l.at+by))
		return nil
	})
	all[0] = all[0].As("↑↓").Foot("choose")
	return append(all, layer.On(l.chosen, "enter").Foot("go there, or preview it"),
		layer.Back("esc", "B", "tab", " ").Foot("back"))
}

// chosen goes to the sequence of the chosen row.
func (l *List) chosen() (tea.Cmd, []intent.Intent) {
	if i := l.all[l.at].intent; i != nil {
		return nil, []intent.Intent{i}
	}
	l.message = l.all[l.at].name + " gives only a cost, no sequence: there is nothing to show."
	return nil, nil
}

// Fit shows the rows around the chosen one.
func (l *List) Fit(_ *layer.View, b layer.Box) {
	l.shown = max(1, b.Height-4)
	l.top = layer.Scroll(l.top, l.at, l.shown, len(l.all))
}

// Draw draws the table of candidates.
func (l *List) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, width, height := v.Theme, b.Width, b.Height
	name, number := style.Width("sequence"), style.Width("total")
	count, part := style.Width("ops"), style.Width("differs")
	least := model.Saturated
	for _, k := range l.all {
		name, number = max(name, style.Width(k.name)), max(number, t.CostWidth(k.cost))
		count, part = max(count, style.Width(style.Count(int64(k.steps)))), max(part, style.Width(partsAt(k)))
		if !k.open {
			least = min(least, k.cost)
		}
	}
	name = min(name, 30)
	row := func(way, total, above, steps, parts, note string) string {
		return t.Left(way, name) + "  " + t.Right(total, number) + "  " + t.Right(above, number+1) + "  " +
			t.Right(steps, count) + "  " + t.Left(parts, part) + "  " + note
	}
	content := []string{t.Left("  "+t.Paint(style.Faint, row("sequence", "total", "above", "ops", "differs",
		"")), width)}
	for at := l.top; at < len(l.all) && at < l.top+l.shown; at++ {
		k := l.all[at]
		above, steps, parts := "", "", partsAt(k)
		if !k.open && k.cost > least && !k.cost.IsSaturated() {
			above = "+" + t.Cost(k.cost-least)
		}
		if k.steps > 0 {
			steps = style.Count(int64(k.steps))
		}
		sign, role := "  ", style.Plain
		if k.current {
			role = style.Strong
		}
		if at == l.at {
			sign, role = t.Signs.Cursor+" ", style.Selected
		}
		content = append(content,
			t.Left(t.Paint(role, sign+row(k.name, t.Cost(k.cost), above, steps, parts, k.note)), width))
	}
	switch {
	case l.message != "":
		content = append(content, layer.Wrap(t, l.message, width, 2, style.Bad)...)
	case l.hidden:
		content = append(content, " "+t.Paint(style.Faint,
			v.Keymap.Text("Losses and best totals are hidden: {v:losses} shows them.")))
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, "complete sequences", "", content, width,
		min(height, len(content)+1), true)}
}

// partsAt says at which step a candidate first differs from the sequence on the screen.
func partsAt(k candidate) string {
	if k.parts == 0 {
		return ""
	}
	return fmt.Sprintf("at step %d", k.parts)
}
