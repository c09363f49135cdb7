package overlay

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Help lists all keys, made from the bindings of the layers, and on a second page the
// glossary.
type Help struct {
	layer.Plain
	commands []layer.Command // in the order of the page
	shown    columns
	top      int
	most     int
	page     int // rows by which PgDn scrolls
	glossary bool
	seeking  bool   // the text that is sought is being typed
	sought   string // only lines with it are shown; empty for all
}

// columns are lines in columns of the same width, so many rows of them, and their title.
type columns struct {
	lines      [][]string
	wide, rows int
	title      string
}

// NewHelp lists commands by the headings that they name. It begins with the glossary if
// glossary is true, and shows only lines with the text that is sought, if there is any.
func NewHelp(commands []layer.Command, glossary bool, sought string) *Help {
	return &Help{commands: commands, glossary: glossary, sought: sought}
}

// Takes a text that is sought: any other key that does not scroll closes the help.
func (h *Help) Takes() layer.Text {
	if h.seeking {
		return layer.AllText
	}
	return layer.NoText
}

// Bindings scroll, and turn to the other page.
func (h *Help) Bindings(*layer.View) []layer.Command {
	other := "glossary"
	if h.glossary {
		other = "all keys"
	}
	scroll := func(by int) func() { return func() { h.top = max(0, min(h.most, h.top+by)) } }
	if h.seeking {
		end := func(sought string) func() { return func() { h.seeking, h.sought = false, sought } }
		return []layer.Command{
			layer.Change(end(h.sought), "enter").Foot("search"), layer.Change(end(""), "esc", "ctrl+c").
				Foot("all lines"),
			layer.Change(scroll(-5), "up").As("↑↓").Foot("more"), layer.Change(scroll(5), "down"),
		}
	}
	return []layer.Command{
		layer.Change(func() { h.seeking, h.sought, h.top = true, "", 0 }, searchKeys...).Foot("search"),
		layer.Change(func() {
			h.glossary, h.top = !h.glossary, 0
		}, "tab", "shift+tab", "left", "right").Foot(other),
		layer.Change(scroll(-5), "up").As("↑↓").Foot("more"),
		layer.Change(scroll(5), "down"),
		layer.Change(scroll(-h.page), "pgup"),
		layer.Change(scroll(h.page), "pgdown", " "),
		layer.Means(intent.Line("quit"), "ctrl+c"),
		layer.Back().As("any other key").Foot("back"),
	}
}

// Type takes the text that is sought, or closes the help, whatever the key.
func (h *Help) Type(_ *layer.View, msg tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) {
	if h.seeking {
		typed := []rune(h.sought)
		switch {
		case msg.Type == tea.KeyBackspace:
			typed = typed[:max(0, len(typed)-1)]
		case (msg.Type == tea.KeyRunes || msg.Type == tea.KeySpace) && !msg.Alt && len(typed) < mostSought:
			typed = append(typed, msg.Runes...)
		}
		h.sought, h.top = style.Printable(string(typed)), 0
		return nil, nil, true
	}
	return nil, []intent.Intent{intent.Back{}}, msg.String() != ":"
}

// Fit scrolls to where there are lines.
func (h *Help) Fit(v *layer.View, b layer.Box) {
	h.shown = h.columns(v, b.Width)
	h.most, h.page = max(0, h.shown.rows-(b.Height-1)), max(1, b.Height-2)
	h.top = min(h.top, h.most)
}

// Draw draws the page in columns.
func (h *Help) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	var content []string
	for y := h.top; y < h.shown.rows && len(content) < b.Height-1; y++ {
		line := " "
		for _, col := range h.shown.lines {
			if y < len(col) {
				line += t.Left(col[y], h.shown.wide)
			} else {
				line += style.Blank(h.shown.wide)
			}
		}
		content = append(content, line)
	}
	right := ""
	if h.most > 0 {
		right = t.Text("↑↓ more")
	}
	return paged(v, b, h.shown.title, right, content)
}

// columns lays the page out.
func (h *Help) columns(v *layer.View, width int) (c columns) {
	t := v.Theme
	title := "help"
	sections := h.sections(v)
	if h.glossary {
		title, sections = "glossary", terms(t)
	}
	if h.sought != "" || h.seeking {
		title += ": search " + h.sought
		if h.seeking {
			title += t.Signs.Cut
		}
		if sections = with(sections, h.sought); len(sections) == 0 {
			sections = [][]string{{t.Paint(style.Faint, "Nothing here has "+h.sought+".")}}
		}
	}
	least := 2 // the widest line plus the gap between columns
	for _, section := range sections {
		for _, line := range section {
			least = max(least, 2+style.Width(line))
		}
	}
	if !h.glossary { // the few wider lines are wrapped
		least = min(least, fairColumn)
	}
	number := max(1, min(3, (width-1)/least))
	c.title, c.wide = title, (width-1)/number
	for k := range sections {
		sections[k] = wrapped(t, sections[k], c.wide)
	}
	c.lines = distribute(sections, number)
	for _, col := range c.lines {
		c.rows = max(c.rows, len(col))
	}
	return c
}

// searchKeys begin the search, as elsewhere, and as in browsers where that key is out of
// reach.
var searchKeys = []string{"/", "ctrl+f"}

// mostSought is the most letters of a text that is sought.
const mostSought = 40

// with keeps the lines that have a text, below their headings; a heading that has it keeps
// all of its lines.
func with(sections [][]string, text string) (out [][]string) {
	has := func(line string) bool {
		return strings.Contains(strings.ToLower(ansi.Strip(line)), strings.ToLower(text))
	}
	for _, s := range sections {
		kept := s[:1:1]
		for _, line := range s[1:] {
			if has(line) || has(s[0]) {
				kept = append(kept, line)
			}
		}
		if len(kept) > 1 || has(s[0]) {
			out = append(out, kept)
		}
	}
	return out
}

// sections are the headings with their commands, in the order in which commands first
// name them, and the meaning of the marks.
func (h *Help) sections(v *layer.View) [][]string {
	t := v.Theme
	var out [][]string
	at := make(map[string]int)
	head := func(name string) { out = append(out, []string{t.Paint(style.Strong, name)}) }
	line := func(at int, key, does string) {
		out[at] = append(out[at], "  "+t.Paint(style.Key, t.Left(t.Text(key), 14))+" "+t.Text(does))
	}
	head("On the screen")
	for _, part := range onScreen(t) {
		line(0, part[0], part[1])
	}
	for _, e := range h.commands {
		if e.Group == "" {
			continue
		}
		k, known := at[e.Group]
		if !known {
			k = len(out)
			at[e.Group] = k
			head(e.Group)
		}
		line(k, e.Keys.Help().Key, e.Keys.Help().Desc)
	}
	marks := len(out)
	head("Marks")
	line(marks, t.Signs.MatrixFree+"  "+t.Signs.Jacobian+"  "+t.Signs.Sum, "matrix-free; Jacobian; sum")
	line(marks, "T/A on an edge", "tangent and adjoint cost")
	line(marks, t.Signs.Fill+"  "+t.Signs.Removed, "last step: new or changed; removed")
	heavy, double := "┃ ━ ▼", "║ ═ ▽"
	if t.ASCII {
		heavy, double = "# = V", "\" = w"
	}
	line(marks, heavy+"  "+t.Signs.Would, "next step: selected; new vertices")
	line(marks, double, "changed by the selected operation")
	return out
}

// onScreen explains the parts of the header and the frames, one line each.
func onScreen(t *style.Theme) [][2]string {
	return [][2]string{
		{"spent", "so far; still at least: what is needed"},
		{"best", "the best total known; proved: optimal"},
		{"dense, sparse", "totals of tangent (T), adjoint (A) mode"},
		{"faces left 3/9", "of all met so far, those of fill too"},
		{"price", "what the operation alone costs"},
		{"then", "the best total after it, or " + t.Signs.AtLeast + " a bound"},
		{"loss", "how much more than the best; 0 is best"},
		{":=  +=", "a new Jacobian; added to an old one"},
		{"Z0  Z1", "picture: in dots; in bare labels"},
		{"Z2  Z3", "picture: in frames; in boxes with sizes"},
	}
}

// terms is the glossary, each word with its sign in the pictures.
func terms(t *style.Theme) [][]string {
	var out [][]string
	for _, term := range style.Glossary(t) {
		out = append(out, []string{
			t.Paint(term.Role, t.Left(term.Name, 14)) + t.Paint(style.Strong, t.Left(term.Sign, 5)) +
				term.Lines[0],
			style.Blank(19) + term.Lines[1]})
	}
	return out
}

// wrapped wraps lines that are wider than a column; the continuation is indented to the
// texts of the keys.
func wrapped(t *style.Theme, lines []string, wide int) []string {
	var out []string
	for _, line := range lines {
		for k, part := range strings.Split(ansi.Wrap(line, wide-indent-2, ""), "\n") {
			if style.Width(line) <= wide {
				part = line
			}
			if k > 0 {
				part = style.Blank(indent) + part
			}
			out = append(out, t.Left(part, wide))
			if style.Width(line) <= wide {
				break
			}
		}
	}
	return out
}

// fairColumn is the least width of a column of the help where there are several.
const fairColumn = 56

// indent is the column of the help at which texts of keys begin.
const indent = 17

// distribute divides sections among columns of about equal length.
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
