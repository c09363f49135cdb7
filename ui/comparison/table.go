package comparison

import (
	"fmt"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/overlay"
	"facet/ui/style"
)

// Table shows ways, one on a row; Enter goes to the chosen one.
type Table struct {
	all    []Way
	hidden bool // the best is not to be given away
	at     int
	top    int
	said   string
}

var _ overlay.Overlay = (*Table)(nil)

// NewTable begins on the line on the screen.
func NewTable(all []Way, hidden bool) *Table {
	t := &Table{all: all, hidden: hidden}
	for k, w := range all {
		if w.Mine {
			t.at = k
		}
	}
	return t
}

// Typing is false: no key is text.
func (w *Table) Typing() bool { return false }

// Key chooses a row, goes there, or goes back.
func (w *Table) Key(_ *layer.View, msg tea.KeyMsg) (bool, []intent.Intent) {
	w.said = ""
	name := msg.String()
	if by, ok := layer.Rows(name); ok {
		w.at = max(0, min(len(w.all)-1, w.at+by))
		return false, nil
	}
	switch name {
	case "enter":
		if want := w.all[w.at].Intent; want != nil {
			return true, []intent.Intent{want}
		}
		w.said = w.all[w.at].Name + " gives a cost and no sequence: there is nothing to look at."
		return false, nil
	case "q", "ctrl+c":
		return true, []intent.Intent{intent.Leave{}}
	case "esc", "B", "pgup", "pgdown", "tab", " ":
		return true, nil
	}
	return false, nil
}

// Foot names the keys.
func (w *Table) Foot(c *layer.View, width int) string {
	return layer.Hints(c.Theme, width, [2]string{c.Theme.Text("↑↓"), "choose"}, [2]string{"Enter", "go there, or preview it"}, [2]string{"Esc", "back"})
}

// View draws the table.
func (w *Table) View(c *layer.View, width, height int) []string {
	t := c.Theme
	name, number := style.Width("way"), style.Width("total")
	count, part := style.Width("ops"), style.Width("parts")
	least := model.Saturated
	for _, k := range w.all {
		name, number = max(name, style.Width(k.Name)), max(number, layer.NumberWidth(k.Cost))
		count, part = max(count, style.Width(style.Count(int64(k.Steps)))), max(part, style.Width(partsAt(k)))
		if !k.Open {
			least = min(least, k.Cost)
		}
	}
	name = min(name, 30)
	room := max(1, height-4)
	w.top = max(min(w.top, w.at), w.at-room+1)
	row := func(way, total, above, steps, parts, note string) string {
		return t.Left(way, name) + "  " + t.Right(total, number) + "  " + t.Right(above, number+1) + "  " + t.Right(steps, count) + "  " + t.Left(parts, part) + "  " + note
	}
	content := []string{t.Left("  "+t.Paint(style.Faint, row("way", "total", "more", "ops", "parts", "")), width)}
	for at := w.top; at < len(w.all) && at < w.top+room; at++ {
		k := w.all[at]
		above, steps, parts := "", "", partsAt(k)
		if !k.Open && k.Cost > least && !k.Cost.IsSaturated() {
			above = "+" + style.Number(k.Cost-least)
		}
		if k.Steps > 0 {
			steps = style.Count(int64(k.Steps))
		}
		sign, role := "  ", style.Plain
		if k.Mine {
			role = style.Strong
		}
		if at == w.at {
			sign, role = t.Signs.Cursor+" ", style.Selected
		}
		content = append(content, t.Left(t.Paint(role, sign+row(k.Name, style.Number(k.Cost), above, steps, parts, k.Note)), width))
	}
	switch {
	case w.said != "":
		content = append(content, layer.Wrap(t, w.said, width, 2, style.Bad)...)
	case w.hidden:
		content = append(content, " "+t.Paint(style.Faint, "Hints are off: the best is not shown; v brings it back."))
	}
	return t.Draw(style.Rule, "ways to the whole Jacobian", "", content, width, min(height, len(content)+1), true)
}

// partsAt says where a way leaves the line on the screen.
func partsAt(k Way) string {
	if k.Parts == 0 {
		return ""
	}
	return fmt.Sprintf("at step %d", k.Parts)
}
