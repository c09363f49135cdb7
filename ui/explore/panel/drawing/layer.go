package drawing

import (
	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

var _ layer.Layer = (*Panel)(nil)

// Draw draws the current picture.
func (p *Panel) Draw(v *layer.View, _ layer.Box) layer.Drawn {
	return layer.Drawn{Title: p.Kind.String(), Right: p.scale(v, p.Layout(p.Of.Now)), Rows: p.text}
}

// Bindings walk along the edges.
func (p *Panel) Bindings(v *layer.View) []layer.Command {
	return []layer.Command{
		p.walk(v, picture.Up, "up").As("in a picture").Help(layer.ArrowKeys, "move: vertex, edge, vertex"),
		p.walk(v, picture.Down, "down"), p.walk(v, picture.Left, "left"), p.walk(v, picture.Right, "right"),
	}
}

func (p *Panel) walk(v *layer.View, to picture.Direction, key string) layer.Command {
	return layer.On(func() (tea.Cmd, []intent.Intent) {
		if !p.Of.Ready(v.Steps.Cursor()) {
			return nil, layer.Say("The picture is still being drawn: Tab goes to the list.")
		}
		sel, ok := p.arrow(v, p.Of.Now, to)
		if !ok {
			return nil, layer.Say("There is nothing more in this direction.")
		}
		return nil, []intent.Intent{intent.Select{Target: sel}}
	}, key)
}

// Click selects what is drawn at a cell.
func (p *Panel) Click(v *layer.View, x, y int) (intent.Intent, bool) {
	if !p.Of.Ready(v.Steps.Cursor()) {
		return nil, false
	}
	sel, ok := p.hit(v.State(), x, y)
	return intent.Select{Target: sel}, ok
}

// Wheel pans the picture.
func (p *Panel) Wheel(_ *layer.View, by int) (intent.Intent, bool) {
	p.PanBy(0, 2*by)
	return nil, true
}
