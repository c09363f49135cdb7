package explorer

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/theme"
)

// overlay lies over the panes and takes the keys until it is closed.
type overlay interface {
	// Key takes a key. done closes the overlay before the intents are carried
	// out.
	Key(c *pane.Snapshot, msg tea.KeyMsg) (done bool, wishes []intent.Intent)
	// View draws at most height rows, which cover the lowest of the panes.
	View(c *pane.Snapshot, width, height int) []string
	// Foot is what the key line says meanwhile.
	Foot(c *pane.Snapshot, width int) string
}

// hints writes pairs of key and meaning for a key line.
func hints(t *theme.Theme, width int, pairs ...[2]string) string {
	out := ""
	for _, p := range pairs {
		next := out + " " + t.Paint(theme.Key, p[0]) + " " + p[1] + " "
		if theme.Width(next) > width {
			break
		}
		out = next
	}
	return out
}

// question asks for one of a few answers, each with its key.
type question struct {
	text    string
	lines   []string
	answers []answer
}

type answer struct {
	key, does string
	wish      intent.Intent
}

func (q *question) Key(_ *pane.Snapshot, msg tea.KeyMsg) (bool, []intent.Intent) {
	name := msg.String()
	if name == "esc" {
		return true, nil
	}
	for _, a := range q.answers {
		if a.key == name {
			return true, []intent.Intent{a.wish}
		}
	}
	if name == "q" || name == "ctrl+c" {
		return true, []intent.Intent{intent.Leave{}}
	}
	if name == "enter" && len(q.answers) > 0 {
		return true, []intent.Intent{q.answers[0].wish}
	}
	return false, nil
}

func (q *question) View(c *pane.Snapshot, width, height int) []string {
	t := c.Theme
	content := make([]string, 0, len(q.lines)+len(q.answers)+1)
	for _, l := range q.lines {
		content = append(content, wrap(t, l, width, 3, theme.Plain)...)
	}
	for k, a := range q.answers {
		row := "  " + t.Paint(theme.Key, t.Left(a.key, 5)) + " " + a.does
		if k == 0 {
			row += t.Paint(theme.Faint, "  (Enter)")
		}
		content = append(content, row)
	}
	h := min(height, len(content)+1)
	return t.Draw(theme.Rule, q.text, "", content, width, h, true)
}

func (q *question) Foot(c *pane.Snapshot, width int) string {
	return hints(c.Theme, width, [2]string{"Esc", "back"})
}

// prompt asks for a line of text.
type prompt struct {
	title, hint string
	line        lineInput
	accept      func(text string) intent.Intent
}

func (e *prompt) Key(_ *pane.Snapshot, msg tea.KeyMsg) (bool, []intent.Intent) {
	switch msg.String() {
	case "esc", "ctrl+c":
		return true, nil
	case "enter":
		return true, []intent.Intent{e.accept(e.line.text())}
	}
	e.line.key(msg)
	return false, nil
}

func (e *prompt) View(c *pane.Snapshot, width, height int) []string {
	content := []string{" " + e.line.view(c.Theme, width-2)}
	if e.hint != "" {
		content = append(content, c.Theme.Paint(theme.Faint, " "+e.hint))
	}
	return c.Theme.Draw(theme.Rule, e.title, "", content, width, min(height, len(content)+1), true)
}

func (e *prompt) Foot(c *pane.Snapshot, width int) string {
	return hints(c.Theme, width, [2]string{"Enter", "accept"}, [2]string{"Esc", "back"})
}
