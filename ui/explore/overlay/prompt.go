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
	title  string
	line   line
	accept func(text string) intent.Intent
	number bool
}

// ForNumbers has a letter at the beginning, where a number is asked for, mean what it
// means without the prompt; j is part of costs.
func (p *Prompt) ForNumbers(on bool) *Prompt {
	p.number = on
	return p
}

// Passes reports whether a key is meant for what is below: the prompt is closed then.
func (p *Prompt) Passes(msg tea.KeyMsg) bool {
	return p.number && !p.line.touched && msg.Type == tea.KeyRunes && !msg.Alt && len(msg.Runes) == 1 &&
		unicode.IsLetter(msg.Runes[0]) && msg.Runes[0] != 'j'
}

// NewPrompt begins with a text and a proposal behind it that typing replaces. accept
// turns what was typed into an intent.
func NewPrompt(title, text, proposal string, accept func(text string) intent.Intent) *Prompt {
	return &Prompt{title: title, line: proposing(text, proposal), accept: accept}
}

// Bindings accept the text, or close the prompt.
func (p *Prompt) Bindings(*layer.View) []layer.Command {
	return []layer.Command{
		layer.Do(func() []intent.Intent {
			return []intent.Intent{p.accept(p.line.text())}
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
	return layer.Drawn{Rows: v.Theme.Draw(style.Rule, p.title, "", content, b.Width,
		min(b.Height, len(content)+1), true)}
}
