package overlay

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/model/pattern"
	"facet/ui/draw/spy"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Pattern is a page that draws which entries of one Jacobian can be non-zero.
type Pattern struct {
	layer.Plain
	name string
	of   *pattern.Pattern
}

// ShowPattern is the intent to see the page of the selected Jacobian.
func ShowPattern() intent.Intent {
	return layer.Act{Of: intent.Looks, Do: func(v *layer.View) (tea.Cmd, []intent.Intent) {
		page, why := NewPattern(v)
		if why != "" {
			return nil, layer.Say(why)
		}
		return nil, []intent.Intent{layer.Over{Layer: page}}
	}}
}

// NewPattern is the page of the selected Jacobian; why says that there is nothing to draw.
func NewPattern(v *layer.View) (page *Pattern, why string) {
	name, p := v.Pattern()
	switch {
	case p == nil && !v.Dag().HasPatterns():
		return nil,
			"All Jacobians of this dag are dense: :edit, then :pattern 1 3 band 1 1 gives one a pattern."
	case p == nil:
		return nil, "No Jacobian is selected: go to one in the line dag (2), or to a face."
	}
	return &Pattern{name: name, of: p}, ""
}

// Bindings go back.
func (p *Pattern) Bindings(*layer.View) []layer.Command {
	return []layer.Command{layer.Back("enter", "esc", "pgdown", "pgup", "tab", "up", "down", "left", "right",
		" ").Foot("back")}
}

// Draw draws the plot as large as the page, and what is known of the pattern.
func (p *Pattern) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	rows := []string{"", "  " + t.Paint(style.Strong, p.name) + "  " + p.size(), "  " + spy.Sparsity(p.of) +
		p.rowColours()}
	if p.of.IsKnown() && !v.Words {
		plot := spy.FitText(p.of, b.Height-len(rows)-2, b.Width-6, t.ASCII)
		rows = append(rows, t.Paint(style.Faint, "  "+plot.Scale()))
		for _, row := range plot.Text() {
			rows = append(rows, "  "+row)
		}
	}
	return paged(v, b, "pattern", "", rows)
}

// size is how many rows and columns there are, and the pattern in words where these are
// few.
func (p *Pattern) size() string {
	text := style.Count(p.of.Rows()) + " x " + style.Count(p.of.Columns())
	if words := p.of.Short(); p.of.IsKnown() && words != "by rows" && words != "a selection" &&
		words != "dense" {
		text += ", " + words
	}
	return text
}

// rowColours is how many adjoints the Jacobian takes, where they can be counted.
func (p *Pattern) rowColours() string {
	if !p.of.IsKnown() || p.of.IsUnit() || p.of.IsDense() {
		return ""
	}
	return " of columns, " + style.Count(p.of.RowColors()) + " of rows"
}
