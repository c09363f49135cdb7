package drawing

import (
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/picture"
)

var _ layer.Room = (*Pane)(nil)

// Draw draws the picture that is there.
func (p *Pane) Draw(s *layer.View, b layer.Box) layer.Drawn {
	rows := p.View(s, p.Of.Now, p.Of.Current(s.Steps.Cursor()), b.Width, b.Height)
	return layer.Drawn{Title: p.Kind.String(), Right: p.Scale(p.Layout(p.Of.Now)), Rows: rows}
}

var directions = map[string]picture.Direction{"up": picture.Up, "down": picture.Down, "left": picture.Left, "right": picture.Right}

// Key goes along the edges.
func (p *Pane) Key(s *layer.View, key string) (intent.Intent, bool) {
	dir, ok := directions[key]
	if !ok {
		return nil, false
	}
	if !p.Of.Ready(s.Steps.Cursor()) {
		return intent.Say{Text: "The picture is still being drawn: Tab goes to the list."}, true
	}
	sel, ok := p.Arrow(s, p.Of.Now, dir)
	if !ok {
		return intent.Say{Text: "There is nothing more in this direction."}, true
	}
	return intent.Select{Target: sel}, true
}

// Click selects what is drawn there.
func (p *Pane) Click(s *layer.View, x, y int) (intent.Intent, bool) {
	if !p.Of.Ready(s.Steps.Cursor()) {
		return nil, false
	}
	sel, ok := p.Hit(s.State(), x, y)
	return intent.Select{Target: sel}, ok
}

// Wheel moves over the picture.
func (p *Pane) Wheel(_ *layer.View, by int) (intent.Intent, bool) {
	p.PanBy(0, 2*by)
	return nil, true
}
