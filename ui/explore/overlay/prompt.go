package overlay

import (
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

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
	content := []string{" " + p.line.view(v.Theme, b.Width-2)}
	return layer.Drawn{Rows: v.Theme.Draw(style.Rule, p.asked.Title, "", content, b.Width,
		min(b.Height, len(content)+1), true)}
}
