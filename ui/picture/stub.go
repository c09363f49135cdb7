package picture

type plan struct{ x []int }

func (l *Layout) plan(z Zoom) *plan                                { return &plan{make([]int, len(l.sk.items))} }
func (p *plan) bounds(ascii bool) Rect                             { return Rect{} }
func (p *plan) position(ref Ref, ascii bool) (Point, bool)         { return Point{}, false }
func (l *Layout) settle(prev *Layout)                              {}

// Render draws the layout. The same layout and view always give the same
// canvas.
func (l *Layout) Render(v View) *Canvas { return newCanvas(v.Width, v.Height, l.zoom(v)) }

// MiniMap draws the whole picture into a small canvas, with a frame around
// the part that the view shows.
func (l *Layout) MiniMap(v View, width, height int) *Canvas {
	return newCanvas(width, height, ZoomOverview)
}

type segment struct{ edge int }

func (sk *skeleton) sorted(item int, out bool) []segment { return nil }
