package drawing

import (
	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
)

// pointTo is the hint in the frame to what the last step did and no window shows: its
// mark, its name, and an arrow in its direction.
func pointTo(v *layer.View, l *picture.Layout, view picture.View, ref picture.Ref) string {
	at, _ := l.Position(ref, view.Zoom, view.ASCII)
	mark, arrows := "✶", [3][3]string{{"↖", "↑", "↗"}, {"←", "·", "→"}, {"↙", "↓", "↘"}}
	if view.ASCII {
		mark, arrows = "!", [3][3]string{{"<^", "^", "^>"}, {"<", ".", ">"}, {"<V", "V", "V>"}}
	}
	name := v.Edge(ref.Edge.From, ref.Edge.To)
	if ref.Kind == picture.OnVertex {
		name = diagram.ElementLabel(v.State(), model.Z(ref.Vertex))
	}
	return mark + name + " " + arrows[side(at.Y, view.Y, view.Height)][side(at.X, view.X, view.Width)]
}

// side reports whether a cell lies before a window, inside of it, or after it.
func side(at, start, size int) int {
	switch {
	case at < start:
		return 0
	case at >= start+size:
		return 2
	}
	return 1
}
