package picture

func (l *Layout) overview(v View) *Canvas { return newCanvas(v.Width, v.Height, ZoomOverview) }

// MiniMap draws the whole picture into a small canvas, with a frame around
// the part that the view shows.
func (l *Layout) MiniMap(v View, width, height int) *Canvas {
	return newCanvas(width, height, ZoomOverview)
}
