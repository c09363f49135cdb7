package overlay

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Question asks for one of a few answers, each with its key. A key that is none
// of them never decides anything.
type Question struct {
	Text    string
	Lines   []string
	Answers []Answer // Enter means the first
	// Passing is what happens when somebody goes on without an answer: by Esc,
	// by a presenter's keys, or by a command.
	Passing intent.Intent
}

// Answer is one of them.
type Answer struct {
	Key, Does string
	Intent    intent.Intent
}

// clicker lists what a presenter's remote sends.
var clicker = []string{"pgup", "pgdown", ".", "f5", "up", "down", "left", "right"}

// Key takes an answer.
func (q *Question) Key(_ *layer.View, msg tea.KeyMsg) (bool, []intent.Intent) {
	name := msg.String()
	for _, a := range q.Answers {
		if a.Key == name {
			return true, []intent.Intent{a.Intent}
		}
	}
	switch {
	case name == "esc", slices.Contains(clicker, name):
		if q.Passing == nil {
			return true, nil
		}
		return true, []intent.Intent{q.Passing}
	case name == "q", name == "ctrl+c":
		return true, []intent.Intent{intent.Leave{}}
	case name == "enter" && len(q.Answers) > 0:
		return true, []intent.Intent{q.Answers[0].Intent}
	}
	return false, nil
}

// Typing is false: every key is an answer or none.
func (q *Question) Typing() bool { return false }

// View draws the question above its answers.
func (q *Question) View(c *layer.View, width, height int) []string {
	t := c.Theme
	content := make([]string, 0, len(q.Lines)+len(q.Answers)+1)
	for _, l := range q.Lines {
		content = append(content, layer.Wrap(t, l, width, 3, style.Plain)...)
	}
	for k, a := range q.Answers {
		row := "  " + t.Paint(style.Key, t.Left(a.Key, 5)) + " " + a.Does
		if k == 0 {
			row += t.Paint(style.Faint, "  (Enter)")
		}
		content = append(content, row)
	}
	return t.Draw(style.Rule, q.Text, "", content, width, min(height, len(content)+1), true)
}

// Foot names the way out.
func (q *Question) Foot(c *layer.View, width int) string {
	return layer.Hints(c.Theme, width, [2]string{"Esc", "back"}, [2]string{":", "command"})
}
