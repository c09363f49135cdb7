package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/style"
)

// Prompt asks for a text.
type Prompt struct {
	title  string
	line   line
	accept func(text string) intent.Intent
}

// NewPrompt begins with a text, which accept makes an intent of.
func NewPrompt(title, text string, accept func(text string) intent.Intent) *Prompt {
	return &Prompt{title: title, line: newLine(text), accept: accept}
}

// Key edits the text, or takes it.
func (p *Prompt) Key(_ *layer.View, msg tea.KeyMsg) (bool, []intent.Intent) {
	switch msg.String() {
	case "esc", "ctrl+c":
		return true, nil
	case "enter":
		return true, []intent.Intent{p.accept(p.line.text())}
	}
	p.line.key(msg)
	return false, nil
}

// Typing is true: a colon is part of a text.
func (p *Prompt) Typing() bool { return true }

// View draws the line.
func (p *Prompt) View(c *layer.View, width, height int) []string {
	content := []string{" " + p.line.view(c.Theme, width-2)}
	return c.Theme.Draw(style.Rule, p.title, "", content, width, min(height, len(content)+1), true)
}

// Foot names both ways out.
func (p *Prompt) Foot(c *layer.View, width int) string {
	return layer.Hints(c.Theme, width, [2]string{"Enter", "accept"}, [2]string{"Esc", "back"})
}
