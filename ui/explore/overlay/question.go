package overlay

import (
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Question asks for one of a few answers, each with its key. Other keys never answer it.
type Question struct {
	layer.Plain
	Text    string
	Lines   []string
	Answers []Answer // Enter means the first one
	// Passing is what happens when the user goes on without an answer: by Esc, by a
	// presenter's keys, or by a command.
	Passing intent.Intent
}

// Answer is one possible answer.
type Answer struct {
	Key, Does string
	Intent    intent.Intent
}

// clicker lists the keys that a presenter's remote control sends.
var clicker = []string{"pgup", "pgdown", ".", "f5", "up", "down", "left", "right"}

// Bindings are the answers, and going on without one.
func (q *Question) Bindings(*layer.View) []layer.Command {
	var all []layer.Command
	for _, a := range q.Answers {
		all = append(all, layer.Means(a.Intent, a.Key))
	}
	if len(q.Answers) > 0 {
		all = append(all, layer.Means(q.Answers[0].Intent, "enter"))
	}
	var passing intent.Intent = intent.Back{}
	if q.Passing != nil {
		passing = q.Passing
	}
	return append(all, layer.Means(passing, "esc").Foot("back"), layer.Means(passing, clicker...),
		layer.Mention("command", "command"))
}

// Draw draws the question above its answers.
func (q *Question) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t, width := v.Theme, b.Width
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
	return layer.Drawn{Rows: t.Draw(style.Rule, q.Text, "", content, width, min(b.Height, len(content)+1),
		true)}
}
