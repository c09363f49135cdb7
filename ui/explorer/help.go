package explorer

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/theme"
)

// helpPage shows all keys, made from the key map.
type helpPage struct {
	table table
	top   int
	extra [][2]string // the solver's keys on its page
	most  int
}

func (h *helpPage) Key(_ *pane.Snapshot, msg tea.KeyMsg) (bool, []intent.Intent) {
	switch msg.String() {
	case "up", "pgup":
		h.top = max(0, h.top-5)
	case "down", "pgdown", " ":
		h.top = min(h.most, h.top+5)
	case "ctrl+c":
		return true, []intent.Intent{intent.Leave{}}
	default:
		return true, nil
	}
	return false, nil
}

func (h *helpPage) Foot(c *pane.Snapshot, width int) string {
	return hints(c.Theme, width, [2]string{c.Theme.Text("↑↓"), "more"}, [2]string{"any other key", "back"})
}

func (h *helpPage) View(c *pane.Snapshot, width, height int) []string {
	t := c.Theme
	sections := h.sections(c)
	columns := max(1, min(3, width/58))
	wide := (width - 1) / columns
	split := distribute(sections, columns)
	rows := 0
	for _, col := range split {
		rows = max(rows, len(col))
	}
	h.most = max(0, rows-(height-1))
	h.top = min(h.top, h.most)
	var content []string
	for y := h.top; y < rows && len(content) < height-1; y++ {
		line := " "
		for _, col := range split {
			if y < len(col) {
				line += t.Left(col[y], wide)
			} else {
				line += theme.Blank(wide)
			}
		}
		content = append(content, line)
	}
	right := ""
	if h.most > 0 {
		right = t.Text("↑↓ more")
	}
	return t.Draw(theme.Rule, "help", right, content, width, height, true)
}

// sections are the groups of the key map, and what the marks mean.
func (h *helpPage) sections(c *pane.Snapshot) [][]string {
	t := c.Theme
	var out [][]string
	var group string
	line := func(key, does string) {
		last := len(out) - 1
		out[last] = append(out[last], "  "+t.Paint(theme.Key, t.Left(t.Text(key), 14))+" "+t.Text(does))
	}
	head := func(name string) { out = append(out, []string{t.Paint(theme.Strong, name)}) }
	for _, e := range h.table {
		if e.Group == "" {
			continue
		}
		if e.Group != group {
			group = e.Group
			head(group)
		}
		line(e.Keys.Help().Key, e.Keys.Help().Desc)
	}
	if len(h.extra) > 0 {
		for _, k := range h.extra {
			line(k[0], k[1])
		}
	}
	head("Arrow keys")
	line("in a picture", "walk: vertex, edge, vertex")
	line("in the list", "choose; ← → a step back, forward")
	line("in the history", "choose; Enter goes there, ← → branches")
	head("Marks")
	line("○  ●  Σ", "matrix-free; Jacobian; of a sum")
	line("T/A on an edge", "tangent and adjoint cost")
	line("heavy, double", "selected; changed by it")
	line("‹ ›  dotted", "would be born; just removed")
	return out
}

// distribute puts sections into columns of about equal length.
func distribute(sections [][]string, columns int) [][]string {
	total := 0
	for _, s := range sections {
		total += len(s) + 1
	}
	out := make([][]string, columns)
	at := 0
	for _, s := range sections {
		if at < columns-1 && len(out[at]) > 0 && len(out[at])+len(s)/2 >= total/columns {
			at++
		}
		if len(out[at]) > 0 {
			out[at] = append(out[at], "")
		}
		out[at] = append(out[at], s...)
	}
	return out
}

// keyLine is the short help at the foot of the screen.
func keyLine(c *pane.Snapshot, all table, width int) string {
	t := c.Theme
	tail := " " + t.Paint(theme.Key, "?") + " help"
	out := ""
	add := func(key, brief string) {
		next := out + " " + t.Paint(theme.Key, key) + " " + brief + " "
		if theme.Width(next)+theme.Width(tail) <= width {
			out = next
		}
	}
	for _, e := range all {
		if e.Brief != "" && e.Brief != "help" {
			key, _, _ := strings.Cut(e.Keys.Help().Key, " ")
			add(key, e.Brief)
		}
	}
	return out + tail
}
