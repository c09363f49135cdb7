// Package drawing has the panels of the dag and the line dag: which part of a picture is
// shown, what is marked in it, where arrow keys lead, and the pictures of all steps. It
// lays small pictures out at once; [Work.Draw] of large ones is a job for the background.
//
//	panel.go     Panel, and how its rows are painted
//	window.go    which part of a picture is shown, at which zoom
//	scene.go     what the rows of a panel show
//	pointer.go   the hint in the frame to what the window does not show
//	near.go      the surroundings of the selection in place of a large picture
//	marks.go     what stands out
//	arrows.go    walking by arrow keys, and clicks
//	layer.go     the panel as a layer
//	pictures.go  the pictures of all steps; layouts.go keeps and shares them
//	way.go       the steps that lead to a picture
//	runs.go      what may come in small dags, whose vertices have homes
//	follow.go    the pictures of a changed dag
//
// Variables: p is a panel or the pictures, v the layer.View, view a picture.View (the
// part that is shown), l a layout, d the two pictures of a step, g the dag, s a state.
package drawing

import (
	"strconv"

	"facet/model"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Panel shows the dag or the line dag. Where the whole picture does not fit it shows a part.
type Panel struct {
	layer.Plain
	Of     *Pictures
	Kind   intent.Panel  // intent.Dag or intent.LineDag
	zoom   picture.Zoom  // that the user chose
	pinned bool          // the view moves only when the user moves it
	view   picture.View  // what was shown last, or is to be chosen anew
	size   picture.Point // of the panel
	ascii  bool
	step   int
	held   picture.Ref // the part of the selection that was kept visible last
	panned bool
	grown  bool   // the panel gets more room, and nothing moves for that
	away   string // the hint to what the last step did outside of the window

	near near

	byStep map[int]sight // how steps were shown, so that undo shows them so again
	scene  *picture.View // what the rows show; nil for no rows
	rows   []string      // as they were painted last
	text   []string      // what is shown: the rows, or a sentence in their place
	places picture.Places
	cache  pictureKey
}

type pictureKey struct {
	layout        *picture.Layout
	seen          layer.CacheKey
	width, height int
	x, y          int
	zoom          picture.Zoom
	magnify       int
}

// NewPanel makes a panel of one of the pictures.
func NewPanel(kind intent.Panel, of *Pictures) *Panel {
	return &Panel{Kind: kind, Of: of, byStep: make(map[int]sight)}
}

// Layout is this panel's picture of the two.
func (p *Panel) Layout(d Drawn) *picture.Layout {
	if p.near.shows() && p.near.layout != nil {
		return p.near.layout
	}
	l := d.Line
	if p.Kind == intent.Dag {
		l = d.Dag
	}
	if l == nil || p.size.X == 0 {
		return l
	}
	return l.In(p.size.X, p.size.Y, p.ascii)
}

// Forget drops how steps were shown, since the user has chosen another view.
func (p *Panel) Forget() { p.byStep = make(map[int]sight) }

// LetGo keeps no part of the picture in its cell: in a dag that was changed it may have
// another number.
func (p *Panel) LetGo() { p.held = picture.Ref{} }

// ZoomBy changes the zoom level by n. A picture that is too large for levels is magnified
// instead.
func (p *Panel) ZoomBy(n int) {
	if l := p.cache.layout; l != nil && l.Coarse() {
		p.magnify(l, n)
		return
	}
	level := int(p.view.Zoom) + n
	p.ZoomTo(picture.Zoom(max(int(picture.ZoomOverview), min(int(picture.ZoomBoxes), level))))
}

// ZoomText describes the zoom level that the user chose.
func ZoomText(p *Panel) string {
	if p.zoom == picture.ZoomAuto {
		return ""
	}
	return p.zoom.String() + ": " + map[picture.Zoom]string{
		picture.ZoomOverview: "the whole, a dot or sign for each vertex",
		picture.ZoomLabels:   "bare labels, no frames",
		picture.ZoomRows:     "a framed row for each vertex",
		picture.ZoomBoxes:    "a box with its size for each vertex",
	}[p.zoom] + ". 0 takes the largest that fits."
}

// mostMagnified is the largest factor by which an overview exceeds the panel.
const mostMagnified = 16

// magnify scales an overview by a power of two. The selection stays visible, or else the
// middle.
func (p *Panel) magnify(l *picture.Layout, n int) {
	v, before := p.view, max(1, p.view.Magnify)
	v.Magnify = before << max(n, 0) >> max(-n, 0)
	v.Magnify = max(1, min(mostMagnified, v.Magnify))
	v.X = (v.X+v.Width/2)*v.Magnify/before - v.Width/2
	v.Y = (v.Y+v.Height/2)*v.Magnify/before - v.Height/2
	if _, known := l.Position(p.held, v.Zoom, v.ASCII); known {
		v = l.Reveal(v, p.held)
	}
	p.view, p.panned = l.Clamp(v), true
	p.Forget()
}

// ZoomTo chooses a zoom level and shows the whole picture again.
func (p *Panel) ZoomTo(z picture.Zoom) {
	p.zoom, p.panned, p.view.Magnify = z, false, 0
	if z == picture.ZoomAuto {
		p.view.Zoom = z // chosen again
	}
	p.Forget()
}

// Pin pins panels, or releases them, and reports whether they are pinned now.
func Pin(panels ...*Panel) bool {
	for _, p := range panels {
		p.pinned = !p.pinned
	}
	return panels[0].pinned
}

// PanBy moves the window by cells.
func (p *Panel) PanBy(columns, rows int) {
	p.view.X += columns
	p.view.Y += rows
	p.panned = true
	p.Forget()
}

// Surround makes panels show only what is near to the selection, or what a leader shows, or
// the whole again.
func Surround(on bool, led intent.Selection, panels ...*Panel) {
	for _, p := range panels {
		zoom := p.zoom
		if p.near.shows() {
			zoom = p.near.zoom
		}
		p.near = near{on: on && led.Kind == intent.Nothing, whole: !on, led: led, zoom: zoom}
		if p.near.shows() {
			zoom = picture.ZoomAuto
		}
		p.ZoomTo(zoom)
	}
}

// Surrounding reports whether a panel shows only what is near to the selection.
func Surrounding(p *Panel) bool { return p.near.shows() }

// Whole reports whether the user asked for the whole in place of what a leader shows.
func Whole(p *Panel) bool { return p.near.whole }

// Again undoes panning.
func (p *Panel) Again() { p.ZoomTo(p.zoom) }

// Grow has the picture stay where it is when the panel gets more room.
func (p *Panel) Grow() { p.grown = true }

// Roomy reports whether the panel shows pictures with labels, and as large as this one.
func (p *Panel) Roomy(d Drawn) bool {
	l := p.Layout(d)
	return l != nil && p.view.Zoom >= picture.ZoomLabels && l.Fits(p.view.Zoom, p.size.X, p.size.Y, p.ascii)
}

// HasLabels reports whether the panel has room for a picture with labels.
func (p *Panel) HasLabels(d Drawn) bool {
	l := p.Layout(d)
	return l != nil && p.size.X > 0 && l.Fits(picture.ZoomLabels, p.size.X, p.size.Y, p.ascii)
}

// Focus is the part of the selection that should be visible.
func (p *Panel) Focus(v *layer.View) picture.Ref {
	refs := p.todo(v)
	if len(refs) == 0 {
		return picture.Ref{}
	}
	return refs[0]
}

// Place gives a panel its size, before it is known which picture it shows.
func Place(p *Panel, v *layer.View, width, height int) {
	p.size, p.ascii = picture.Point{X: width, Y: height}, v.Theme.ASCII
	if p.near.surround(v, p.Kind, p.Of.rows, p.size); p.near.shows() {
		p.Forget() // each selection has its own picture of what is near
	}
}

// Fit chooses the part of the picture that is shown, and paints it.
func (p *Panel) Fit(v *layer.View, b layer.Box) {
	if b.Width < 1 || b.Height < 1 {
		p.text = nil
		return
	}
	Place(p, v, b.Width, b.Height)
	l, current := p.Layout(p.Of.Now), p.Of.Current(v.Steps.Cursor())
	switch text := empty(p.Kind, v.Dag()); {
	case text != "":
		p.text = layer.Wrap(v.Theme, text, b.Width, b.Height, style.Plain)
	case l == nil && current:
		p.text = []string{" This dag cannot be drawn."}
	case l == nil:
		p.text = []string{" Drawing the picture" + v.Theme.Signs.Cut}
	case !current: // the last picture stays until the new one is laid out
		p.text = p.last(v, l, b.Width, b.Height)
	default:
		p.paint(v, l, b.Width, b.Height)
		p.text = p.rows
	}
}

// paint paints the current picture, unless that was done.
func (p *Panel) paint(v *layer.View, l *picture.Layout, width, height int) {
	view := p.choose(v, l, width, height)
	seen := v.CacheKey
	seen.Advice = 0 // advice changes ten times a second, and is not in the picture
	key := pictureKey{l, seen, width, height, view.X, view.Y, view.Zoom, view.Magnify}
	p.view = view
	if p.cache == key && p.rows != nil {
		return
	}
	p.scene = p.compose(v, l)
	p.rows, p.places = p.Of.Layouts.paint(v.Theme, l, p.scene)
	p.cache = key
}

// empty says that there is nothing to draw, in a dag that is being drawn; empty for others.
func empty(kind intent.Panel, g *model.Dag) string {
	switch {
	case len(g.Vertices) == 0 && kind == intent.Dag:
		return "The dag is empty: there is no vertex yet."
	case len(g.Edges) == 0 && kind == intent.LineDag:
		return "The line dag is empty: it has a vertex for each edge of the dag."
	}
	return ""
}

// last draws the picture of another step as it was shown.
func (p *Panel) last(v *layer.View, l *picture.Layout, width, height int) []string {
	if view := p.view; p.rows != nil && view.Width == width && view.Height == height && p.cache.layout == l {
		return p.rows
	}
	view := picture.View{Zoom: picture.ZoomOverview, Width: width, Height: height, ASCII: v.Theme.ASCII}
	return paint(v.Theme, l.Render(view))
}

// mark marks what is selected, what it would do, and what the last step did.
func (p *Panel) mark(v *layer.View, l *picture.Layout, view *picture.View) {
	m := p.marks(v)
	m.Last(view)
	o, ok := v.Outlook()
	if !ok {
		o = nil
	}
	if p.Kind == intent.LineDag && !p.near.shows() {
		m.After = p.Of.Foresee
	}
	m.Next(view, l, v.Sel, o)
}

func (p *Panel) marks(v *layer.View) Marks {
	return Marks{Of: p.Kind, State: v.State(), Changes: v.Steps.Changes(), Points: v.Points}
}

// paint applies the theme's styles to a canvas, row by row.
func paint(t *style.Theme, canvas *picture.Canvas) []string {
	return canvas.Rows(func(c picture.Class, text string) string { return paintRun(t, c, text) })
}

// paintRun paints a run of cells of a drawing.
func paintRun(t *style.Theme, c picture.Class, text string) string {
	switch {
	case c.State == picture.Selected, c.State == picture.Previewed: // of the next step
		return t.Paint(style.Selected, text)
	case c.State == picture.Related:
		return t.Paint(style.Related, text)
	case c.State == picture.Newborn, c.State == picture.Removed, // of the last one
		c.Part == picture.MarkSign && c.Mark == picture.Unmarked:
		return t.Paint(style.Newborn, text)
	case c.Part == picture.Label:
		return t.Paint(style.Strong, text)
	case c.Part == picture.Marker:
		return t.Paint(style.Key, text)
	}
	return text // costs, lines and frames, too: faint text cannot be read on a projector
}

// Text is the picture that was drawn last, without styles; empty for none.
func (p *Panel) Text() string {
	if p.scene == nil || p.cache.layout == nil {
		return ""
	}
	return p.cache.layout.Render(*p.scene).String()
}

// mostDots is the most vertices of an overview in which most have a name.
const mostDots = 25

// scale describes the zoom level, and how to see more where only a part is shown.
func (p *Panel) scale(of *layer.View, l *picture.Layout) string {
	if p.scene == nil || l == nil {
		return ""
	}
	v := p.view
	if about := p.near.about(of); about != "" {
		return about + v.Zoom.String()
	}
	if v.Magnify > 1 {
		return v.Zoom.String() + " x" + strconv.Itoa(v.Magnify)
	}
	if p.away != "" {
		return p.away + "   " + v.Zoom.String()
	}
	if p.pinned {
		return "pinned: P unpins   " + v.Zoom.String()
	}
	if v.Zoom == picture.ZoomOverview && p.places.Counted {
		return "left: sizes of layers, N: what is near   " + v.Zoom.String()
	}
	if v.Zoom == picture.ZoomOverview && p.zoom == picture.ZoomAuto && len(l.Graph().Vertices) > mostDots {
		return "N names what is around the selection   " + v.Zoom.String()
	}
	if b := l.Bounds(v.Zoom, v.ASCII); v.Zoom != picture.ZoomOverview &&
		(b.Width > v.Width || b.Height > v.Height) {
		return "a part: - zoom out, = new layout   " + v.Zoom.String()
	}
	return v.Zoom.String()
}
