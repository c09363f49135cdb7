// Package drawing is the panels of the dag and the line dag: which part of a
// picture is shown, what is marked in it, where arrow keys lead, and the pictures
// of all steps. It lays nothing out by itself: Way.Draw is a job for the
// background.
package drawing

import (
	"strconv"
	"weak"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/picture"
	"facet/ui/style"
)

// Panel shows the dag or the line dag. Where the window is too small for
// the whole picture it shows a part, with a map of the whole in a corner.
type Panel struct {
	Of     *Pictures
	Kind   intent.Panel  // intent.Dag or intent.LineDag
	zoom   picture.Zoom  // that the user chose
	pinned bool          // nothing moves by itself
	whole  bool          // whoever looks at it cannot pan: all of it is shown, however small
	view   picture.View  // what was shown last, or is to be chosen anew
	drawn  picture.View  // what the rows show
	size   picture.Point // of the panel
	ascii  bool
	step   int
	held   picture.Ref // what of the selection was kept in sight last
	panned bool
	views  []picture.View // the windows of the panel: one, or that and a strip
	away   string         // points to what the last step did outside of the window

	from origin // of vertices that are under way
	near near

	byStep map[int]sight          // how a step was shown, so that undo shows it so again
	render func() *picture.Canvas // what the rows show; nil for nothing
	painted
	cache pictureKey
}

type pictureKey struct {
	layout        *picture.Layout
	seen          layer.CacheKey
	width, height int
	x, y          int
	zoom          picture.Zoom
	magnify, part int
}

// NewPanel makes a panel of one of the pictures.
func NewPanel(kind intent.Panel, of *Pictures) *Panel {
	return &Panel{Kind: kind, Of: of, byStep: make(map[int]sight)}
}

// Layout picks this panel's picture.
func (p *Panel) Layout(d Drawn) *picture.Layout {
	if p.near.on && p.near.layout != nil {
		return p.near.layout
	}
	if p.Kind == intent.Dag {
		return d.Dag
	}
	return d.Line
}

// Forget drops how steps were shown: the user wants it otherwise now.
func (p *Panel) Forget() { p.byStep = make(map[int]sight) }

// ZoomBy goes from the level that is shown to the next. A picture that is too
// large for levels is magnified instead.
func (p *Panel) ZoomBy(n int) {
	if l := p.cache.layout; l != nil && l.Coarse() {
		p.magnify(l, n)
		return
	}
	level := int(p.view.Zoom) + n
	p.ZoomTo(picture.Zoom(max(int(picture.ZoomOverview), min(int(picture.ZoomBoxes), level))))
}

// ZoomText says what the level shows that somebody chose.
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

// mostMagnified is how many times as large as the panel an overview becomes.
const mostMagnified = 16

// magnify makes an overview larger by powers of two. What is selected stays in
// sight, or else the middle.
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

// ZoomTo shows a level, the whole picture again.
func (p *Panel) ZoomTo(z picture.Zoom) {
	p.zoom, p.panned, p.view.Magnify = z, false, 0
	if z == picture.ZoomAuto {
		p.view.Zoom = z // chosen again
	}
	p.Forget()
}

// Pin holds panels still, or lets them go again, and tells which.
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

// Surround has panels show only what is near to the selection, or the whole again.
func Surround(on bool, panels ...*Panel) {
	for _, p := range panels {
		p.near = near{on: on}
		p.ZoomTo(picture.ZoomAuto)
	}
}

// Surrounding tells whether a panel shows only what is near to the selection.
func Surrounding(p *Panel) bool { return p.near.on }

// Placed tells whether the panel has a size.
func (p *Panel) Placed() bool { return p.size.X > 0 }

// Again shows the picture as the user wants it, wherever it was panned to.
func (p *Panel) Again() { p.ZoomTo(p.zoom) }

// window is what the picture has to fit into. A zoom level that the user chose is
// left alone.
func (p *Panel) window() picture.Viewport {
	w := picture.Viewport{Width: p.size.X, Height: p.size.Y, ASCII: p.ascii, Pinned: p.pinned || p.zoom != picture.ZoomAuto, Whole: p.whole}
	if v := p.view; v.Width == w.Width && v.Height == w.Height && (v.Zoom != picture.ZoomOverview || w.Pinned || chosen(p)) {
		w.Zoom = v.Zoom
	}
	return w
}

// chosen tells whether the picture was chosen for the panel as it is; until then an
// overview only stands in for it.
func chosen(p *Panel) bool {
	w := p.Of.windows.dag
	if p.Kind == intent.LineDag {
		w = p.Of.windows.line
	}
	return w.Width == p.size.X && w.Height == p.size.Y
}

// Focus is what of the selection should be in sight.
func (p *Panel) Focus(c *layer.View) picture.Ref {
	refs := p.todo(c)
	if len(refs) == 0 {
		return picture.Ref{}
	}
	return refs[0]
}

// View draws width by height cells.
func (p *Panel) View(c *layer.View, d Drawn, current bool, width, height int) []string {
	if width < 1 || height < 1 {
		return nil
	}
	p.size, p.ascii, p.whole = picture.Point{X: width, Y: height}, c.Theme.ASCII, c.Led
	if p.near.surround(c, p.Kind, p.Of.books.rows); p.near.on {
		p.Forget() // each selection has a picture of its own
	}
	l := p.Layout(d)
	if l == nil && current {
		return []string{" This dag cannot be drawn."}
	}
	if l == nil {
		return []string{" Drawing the picture" + c.Theme.Signs.Cut}
	}
	if !current { // what was shown last stays until the new one is there
		return p.last(c, l, width, height)
	}
	v := p.choose(c, l, width, height)
	seen := c.CacheKey
	seen.Advice = 0 // what planning finds out, ten times a second, is not in the picture
	key := pictureKey{l, seen, width, height, v.X, v.Y, v.Zoom, v.Magnify, p.from.part}
	if p.cache == key && p.rows != nil {
		p.view = p.drawn
		return p.rows
	}
	way := p.draw(c, l, v)
	p.drawn, p.render = p.view, way.render
	p.painted = paintOnce(p.Of.Layouts, c.Theme, way)
	p.cache = key
	return p.rows
}

// paintOnce gives a picture as it is on the screen, one that somebody else shows as it
// was painted there.
func paintOnce(c *Layouts, t *style.Theme, d drawing) painted {
	draw := func() painted {
		canvas := d.render()
		return painted{paint(t, canvas), canvas.Places()}
	}
	if c == nil || !d.whole {
		return draw()
	}
	key := paintKey{weak.Make(d.of), d.view.Key(), t.Look()}
	p, ok := c.paintings.find(key)
	if !ok {
		p = draw()
		c.paintings.keep(key, p)
	}
	return p
}

// last is the picture of another step, as it was.
func (p *Panel) last(c *layer.View, l *picture.Layout, width, height int) []string {
	if v := p.view; p.rows != nil && v.Width == width && v.Height == height && p.cache.layout == l {
		return p.rows
	}
	v := picture.View{Zoom: picture.ZoomOverview, Width: width, Height: height, ASCII: c.Theme.ASCII}
	return paint(c.Theme, l.Render(v))
}

// mark adds what is selected, what it would do, and what the last step did.
func (p *Panel) mark(c *layer.View, l *picture.Layout, v *picture.View) {
	m := p.marks(c)
	m.Last(v)
	o, ok := c.Outlook()
	if !ok {
		o = nil
	}
	m.Next(v, l, c.Sel, o)
}

func (p *Panel) marks(c *layer.View) Marks {
	return Marks{Of: p.Kind, State: c.State(), Changes: c.Steps.Changes(), Points: c.Points}
}

// inset lays a map of the whole picture into a corner where nothing is drawn
// while only a part of it is shown.
func inset(canvas *picture.Canvas, l *picture.Layout, v picture.View) {
	b := l.Bounds(v.Zoom, v.ASCII)
	w, h := min(24, v.Width/4), min(8, v.Height/4)
	if v.Zoom == picture.ZoomOverview || w < 10 || h < 4 || b.Width <= v.Width && b.Height <= v.Height {
		return
	}
	v.Selected, v.Related, v.Preview, v.Removed, v.Changed = nil, nil, nil, nil, nil
	canvas.Inset(l.MiniMap(v, w, h), v.ASCII)
}

// paint gives a canvas its styles, row by row.
func paint(t *style.Theme, canvas *picture.Canvas) []string {
	rows := make([]string, canvas.Height)
	for y := range rows {
		row := canvas.Row(y)
		var line, run []byte
		for x := 0; x < len(row); {
			class := row[x].Class
			run = run[:0]
			for x < len(row) && row[x].Class == class {
				run = append(run, row[x].Text...)
				x++
			}
			line = append(line, paintRun(t, class, string(run))...)
		}
		rows[y] = string(line)
	}
	return rows
}

// paintRun paints a run of cells of a drawing.
func paintRun(t *style.Theme, c picture.Class, text string) string {
	switch {
	case c.State == picture.Selected, c.State == picture.Previewed: // of the next step
		return t.Paint(style.Selected, text)
	case c.State == picture.Related:
		return t.Paint(style.Related, text)
	case c.State == picture.Newborn, c.State == picture.Removed, c.Part == picture.MarkSign && c.Mark == picture.Unmarked: // of the last one
		return t.Paint(style.Newborn, text)
	case c.Part == picture.Label:
		return t.Paint(style.Strong, text)
	case c.Part == picture.Marker:
		return t.Paint(style.Key, text)
	}
	return text // costs, lines and frames, too: what is faint cannot be read on a wall
}

// Text is the picture that was drawn last, without styles; empty for none.
func (p *Panel) Text() string {
	if p.render == nil {
		return ""
	}
	return p.render().String()
}

// scale tells the zoom level, and what helps where only a part is shown.
func (p *Panel) scale(l *picture.Layout) string {
	if p.render == nil || l == nil {
		return ""
	}
	v := p.view
	if about := p.near.about(); about != "" && p.near.on {
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
	if b := l.Bounds(v.Zoom, v.ASCII); v.Zoom != picture.ZoomOverview && (b.Width > v.Width || b.Height > v.Height) {
		return "a part: - zoom out, = new layout   " + v.Zoom.String()
	}
	return v.Zoom.String()
}
