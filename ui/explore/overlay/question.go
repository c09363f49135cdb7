package overlay

import (
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

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
	return framed(v, b, q.Text, "", content)
}

// Prompt asks the user for a text.
type Prompt struct {
	layer.Plain
	asked intent.AskText
	line  line
}

// NewPrompt asks for what is wanted.
func NewPrompt(i intent.AskText) *Prompt {
	return &Prompt{asked: i, line: proposing(i.Text, i.Proposal)}
}

// Passes reports whether a key is meant for what is below, as a letter at the beginning is where a
// number is asked for; j is part of costs. The prompt is closed then.
func (p *Prompt) Passes(msg tea.KeyMsg) bool {
	return p.asked.Number && !p.line.touched && msg.Type == tea.KeyRunes && !msg.Alt && len(msg.Runes) == 1 &&
		unicode.IsLetter(msg.Runes[0]) && msg.Runes[0] != 'j'
}

// Bindings accept the text, or close the prompt.
func (p *Prompt) Bindings(*layer.View) []layer.Command {
	return []layer.Command{
		layer.Do(func() []intent.Intent {
			return []intent.Intent{p.asked.Accept(p.line.text())}
		}, "enter").Foot("accept"),
		layer.Back("esc", "ctrl+c").Foot("back"),
	}
}

// Type edits the text.
func (p *Prompt) Type(_ *layer.View, msg tea.KeyMsg) (tea.Cmd, []intent.Intent, bool) {
	p.line.key(msg)
	return nil, nil, true
}

// Takes all keys: a colon is part of a text.
func (p *Prompt) Takes() layer.Text { return layer.AllText }

// Draw draws the line.
func (p *Prompt) Draw(v *layer.View, b layer.Box) layer.Drawn {
	return framed(v, b, p.asked.Title, "", []string{" " + p.line.view(v.Theme, b.Width-2)})
}
