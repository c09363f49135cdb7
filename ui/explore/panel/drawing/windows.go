package drawing

import (
	"facet/ui/draw/picture"
	"facet/ui/explore/panel"
)

// Windows are the sizes and zooms in which the dag and the line dag are shown.
type Windows struct {
	dag, line picture.Viewport
	whole     picture.Point // the largest part of the terminal's window that a picture may get
	room      panel.Room    // that the window gives them
	led       bool          // the lecturer goes the way, which is known
}

// WindowsOf is what the pictures of two panels have to fit into, at the present zoom.
func WindowsOf(dag, line *Panel, whole picture.Point, room panel.Room, ascii, led bool) Windows {
	w := Windows{dag.window(), line.window(), whole, room, led}
	w.dag.ASCII, w.line.ASCII = ascii, ascii // also before anything is drawn
	return w
}

// like reports whether a picture that was chosen for one fits into the other.
func (w Windows) like(q Windows) bool {
	w.dag.Zoom, w.line.Zoom, q.dag.Zoom, q.line.Zoom = 0, 0, 0, 0
	w.room, q.room = panel.Room{}, panel.Room{}
	return w == q
}
