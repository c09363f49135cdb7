package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Help shows all keys, made from the key map, and on another page what the words
// mean.
type Help struct {
	table    []layer.Command
	top      int
	guide    [][2]string // the keys of who leads
	extra    [][2]string // the solver's keys on its page
	most     int
	glossary bool
}

// NewHelp shows what the entries say of their keys, after those of who leads, which
// come first; extra are keys of the solver's page. It begins with the glossary if
// that is wanted.
func NewHelp(table []layer.Command, guide, extra [][2]string, glossary bool) *Help {
	return &Help{table: table, guide: guide, extra: extra, glossary: glossary}
}

// Typing is false: any key but those that scroll goes back.
func (h *Help) Typing() bool { return false }

func (h *Help) Key(_ *layer.View, msg tea.KeyMsg) (bool, []intent.Intent) {
	switch msg.String() {
	case "up", "pgup":
		h.top = max(0, h.top-5)
	case "down", "pgdown", " ":
		h.top = min(h.most, h.top+5)
	case "tab", "shift+tab", "left", "right":
		h.glossary, h.top = !h.glossary, 0
	case "ctrl+c":
		return true, []intent.Intent{intent.Leave{}}
	default:
		return true, nil
	}
	return false, nil
}

func (h *Help) Foot(c *layer.View, width int) string {
	other := "glossary"
	if h.glossary {
		other = "all keys"
	}
	return layer.Hints(c.Theme, width, [2]string{"Tab", other}, [2]string{c.Theme.Text("↑↓"), "more"}, [2]string{"any other key", "back"})
}

func (h *Help) View(c *layer.View, width, height int) []string {
	t, title := c.Theme, "help"
	sections, least := h.sections(c), 58
	if h.glossary {
		title, sections, least = "glossary", terms(t), 78
	}
	columns := max(1, min(3, width/least))
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
				line += style.Blank(wide)
			}
		}
		content = append(content, line)
	}
	right := ""
	if h.most > 0 {
		right = t.Text("↑↓ more")
	}
	return t.Draw(style.Rule, title, right, content, width, height, true)
}

// sections are the groups of the key map, and what the marks mean.
func (h *Help) sections(c *layer.View) [][]string {
	t := c.Theme
	var out [][]string
	var group string
	line := func(key, does string) {
		last := len(out) - 1
		out[last] = append(out[last], "  "+t.Paint(style.Key, t.Left(t.Text(key), 14))+" "+t.Text(does))
	}
	head := func(name string) { out = append(out, []string{t.Paint(style.Strong, name)}) }
	if len(h.guide) > 0 {
		head("Here")
		for _, k := range h.guide {
			line(k[0], k[1])
		}
	}
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
	line("in a picture", "move: vertex, edge, vertex")
	line("in the list", "select; ← → undo, redo")
	line("in the history", "select; Enter goes there, ← → branches")
	head("Marks")
	line(t.Signs.MatrixFree+"  "+t.Signs.Jacobian+"  "+t.Signs.Sum, "matrix-free; Jacobian; sum")
	line("T/A on an edge", "tangent and adjoint cost")
	line(t.Signs.Fill+"  dotted", "last step: new or changed; removed")
	line("heavy  "+t.Signs.Would, "next step: selected; new vertices")
	line("double", "changed by the selected operation")
	return out
}

// terms is the glossary, each word with the sign that the pictures use.
func terms(t *style.Theme) [][]string {
	var out [][]string
	for _, term := range style.Glossary(t) {
		out = append(out, []string{
			t.Paint(term.Role, t.Left(term.Name, 14)) + t.Paint(style.Strong, t.Left(term.Sign, 5)) + term.Lines[0],
			style.Blank(19) + term.Lines[1]})
	}
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
