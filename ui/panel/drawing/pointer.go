package drawing

import (
	"facet/model"
	"facet/ui/diagram"
	"facet/ui/layer"
	"facet/ui/picture"
)

// pointTo says in the frame where that lies which the last step did and the
// window does not show: its mark, its name, and an arrow in its direction.
func (p *Panel) pointTo(c *layer.View, l *picture.Layout, v picture.View, ref picture.Ref) string {
	at, _ := l.Position(ref, v.Zoom, v.ASCII)
	mark, arrows := "✶", [3][3]string{{"↖", "↑", "↗"}, {"←", "·", "→"}, {"↙", "↓", "↘"}}
	if v.ASCII {
		mark, arrows = "!", [3][3]string{{"<^", "^", "^>"}, {"<", ".", ">"}, {"<V", "V", "V>"}}
	}
	name := c.Edge(ref.Edge.From, ref.Edge.To)
	if ref.Kind == picture.OnVertex {
		name = diagram.ElementLabel(c.State(), model.Z(ref.Vertex))
	}
	return mark + name + " " + arrows[side(at.Y, v.Y, v.Height)][side(at.X, v.X, v.Width)]
}

// side tells whether a cell lies before a window, inside of it, or after it.
func side(at, start, size int) int {
	switch {
	case at < start:
		return 0
	case at >= start+size:
		return 2
	}
	return 1
}
