package comparison

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// List shows candidates, one on a row; Enter goes to the chosen one.
type List struct {
	all    []candidate
	hidden bool // the best known must not be shown
	at     int
	top    int
	said   string
}

var _ layer.Layer = (*List)(nil)

// NewList begins on the line on the screen.
func NewList(all []candidate, hidden bool) *List {
	t := &List{all: all, hidden: hidden}
	for k, w := range all {
		if w.mine {
			t.at = k
		}
	}
	return t
}

// Bindings choose a row, go there, or go back.
func (w *List) Bindings(*layer.View) []layer.Command {
	all := layer.Rows(func(by int) []intent.Intent {
		w.said, w.at = "", max(0, min(len(w.all)-1, w.at+by))
		return nil
	})
	all[0] = all[0].As("↑↓").Foot("choose")
	return append(all, layer.On(w.chosen, "enter").Foot("go there, or preview it"),
		layer.Back("esc", "B", "pgup", "pgdown", "tab", " ").Foot("back"))
}

// chosen goes to the chosen way.
func (w *List) chosen() (tea.Cmd, []intent.Intent) {
	if i := w.all[w.at].intent; i != nil {
		return nil, []intent.Intent{i}
	}
	w.said = w.all[w.at].name + " gives only a cost, no sequence: there is nothing to show."
	return nil, nil
}

// Draw draws the table.
func (w *List) Draw(c *layer.View, b layer.Box) layer.Drawn {
	t, width, height := c.Theme, b.Width, b.Height
	name, number := style.Width("sequence"), style.Width("total")
	count, part := style.Width("ops"), style.Width("differs")
	least := model.Saturated
	for _, k := range w.all {
		name, number = max(name, style.Width(k.name)), max(number, layer.NumberWidth(k.cost))
		count, part = max(count, style.Width(style.Count(int64(k.steps)))), max(part, style.Width(partsAt(k)))
		if !k.open {
			least = min(least, k.cost)
		}
	}
	name = min(name, 30)
	room := max(1, height-4)
	w.top = max(min(w.top, w.at), w.at-room+1)
	row := func(way, total, above, steps, parts, note string) string {
		return t.Left(way, name) + "  " + t.Right(total, number) + "  " + t.Right(above, number+1) + "  " + t.Right(steps, count) + "  " + t.Left(parts, part) + "  " + note
	}
	content := []string{t.Left("  "+t.Paint(style.Faint, row("sequence", "total", "above", "ops", "differs", "")), width)}
	for at := w.top; at < len(w.all) && at < w.top+room; at++ {
		k := w.all[at]
		above, steps, parts := "", "", partsAt(k)
		if !k.open && k.cost > least && !k.cost.IsSaturated() {
			above = "+" + style.Number(k.cost-least)
		}
		if k.steps > 0 {
			steps = style.Count(int64(k.steps))
		}
		sign, role := "  ", style.Plain
		if k.mine {
			role = style.Strong
		}
		if at == w.at {
			sign, role = t.Signs.Cursor+" ", style.Selected
		}
		content = append(content, t.Left(t.Paint(role, sign+row(k.name, style.Number(k.cost), above, steps, parts, k.note)), width))
	}
	switch {
	case w.said != "":
		content = append(content, layer.Wrap(t, w.said, width, 2, style.Bad)...)
	case w.hidden:
		content = append(content, " "+t.Paint(style.Faint, "Losses and best totals are hidden: v shows them."))
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, "complete sequences", "", content, width, min(height, len(content)+1), true)}
}

// partsAt says where a candidate first differs from the sequence on the screen.
func partsAt(k candidate) string {
	if k.parts == 0 {
		return ""
	}
	return fmt.Sprintf("at step %d", k.parts)
}
