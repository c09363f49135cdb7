package drawing

import (
	"slices"

	"facet/ui/layer"
	"facet/ui/picture"
)

// sight is a view, and what of the selection it kept in sight.
type sight struct {
	view  picture.View
	focus picture.Ref
}

// choose says what part of the picture is shown. A step that was shown before
// is shown as it was; else nothing moves unless what is selected or what the step
// did would be outside, or the picture has room to be seen as a whole. What was
// chosen by hand, or stays selected at another zoom level, stays in its cell.
func (p *Panel) choose(c *layer.View, l *picture.Layout, width, height int) picture.View {
	v, ascii, focus, step := p.view, c.Theme.ASCII, p.Focus(c), c.Steps.Cursor()
	resized := v.Width != width || v.Height != height || v.ASCII != ascii
	if resized {
		p.Forget()
	}
	fresh := step != p.step || l != p.cache.layout
	p.panned = p.panned && !resized && !fresh && focus == p.held
	cell, shown := p.Cell(focus)
	stays := shown && !resized && focus == p.held
	if old, ok := p.byStep[step]; ok && step != p.step && (!stays || old.focus == focus) {
		v, fresh = old.view, false
		resized, stays = false, false
	}
	v.Width, v.Height, v.ASCII = width, height, ascii
	todo, done := p.todo(c), p.marks(c).changed()
	wanted := todo
	if fresh || resized {
		wanted = slices.Concat(todo, done)
	}
	closer := wanted
	if !fresh && !resized && focus == p.held {
		closer = nil // it was chosen for these already
	}
	if zoom := p.level(l, v, resized, closer); zoom != v.Zoom {
		v.Zoom = zoom
		stays = shown && !resized
		resized = !stays
	}
	if _, known := l.Position(focus, v.Zoom, ascii); !known {
		stays = false
	}
	if stays {
		v = l.Hold(v, focus, cell)
	}
	if holds := stays && (c.Chosen || !fresh); !p.panned && (resized || !holds && !showsAll(l, v, wanted)) {
		v = l.Reveal(v, focus, slices.Concat(wanted, ends(todo))...)
	}
	replaced := step == p.step && p.cache.layout != nil && l != p.cache.layout
	if inside := l.Clamp(v); !(stays && c.Chosen && !replaced) && (p.panned || replaced || l.Fits(v.Zoom, width, height, ascii) || 4*apart(inside, v) > min(width, 2*height)) {
		v = inside // a few blank lines are better than a picture that moves
	}
	p.byStep[step] = sight{v, focus}
	p.step, p.held = step, focus
	return v
}

// apart is how far one view was panned from another, in cells.
func apart(a, b picture.View) int {
	return max(a.X-b.X, b.X-a.X, 2*(a.Y-b.Y), 2*(b.Y-a.Y))
}

// todo is what the selection is in this picture, as far as a window should show
// it: a face is two edges of the dag, but a vertex of the dag may be any number of
// faces.
func (p *Panel) todo(c *layer.View) []picture.Ref {
	if len(c.Points) > 0 {
		refs := p.marks(c).pointed()
		return refs[:min(mostShared, len(refs))]
	}
	refs := p.marks(c).refs(c.Sel)
	return refs[:min(2, len(refs))]
}

// ends lists the vertices at both ends of edges.
func ends(refs []picture.Ref) []picture.Ref {
	var out []picture.Ref
	for _, ref := range refs {
		if ref.Kind == picture.OnEdge {
			out = append(out, picture.RefVertex(ref.Edge.To), picture.RefVertex(ref.Edge.From))
		}
	}
	return out
}

// showsAll tells whether the window shows all of several things.
func showsAll(l *picture.Layout, v picture.View, refs []picture.Ref) bool {
	return !slices.ContainsFunc(refs, func(ref picture.Ref) bool { return !l.Shows(v, ref) })
}

// Cell is where the window shows a thing now.
func (p *Panel) Cell(focus picture.Ref) (picture.Point, bool) {
	l, v := p.cache.layout, p.view
	if l == nil {
		return picture.Point{}, false
	}
	if v.Zoom == picture.ZoomOverview && p.render != nil && focus.Kind == picture.OnVertex {
		return p.places.Find(focus)
	}
	if v.Zoom == picture.ZoomOverview && v.Magnify <= 1 {
		return picture.Point{}, l.Shows(v, focus)
	}
	at, ok := l.Position(focus, v.Zoom, v.ASCII)
	cell := picture.Point{X: at.X - v.X, Y: at.Y - v.Y}
	return cell, ok && cell.X >= 0 && cell.X < v.Width && cell.Y >= 0 && cell.Y < v.Height
}

// Lacking is the layout and the zoom level at which the user wants to see it where
// it is not laid out at that level.
func (p *Panel) Lacking(d Drawn) (*picture.Layout, picture.Zoom, bool) {
	l, z := p.Layout(d), p.zoom
	lacks := l != nil && z != picture.ZoomAuto && z != picture.ZoomOverview && !l.Ready(z)
	return l, z, lacks
}

// level is the zoom: the user's, or the one at which the whole is shown. Once
// chosen it stays as long as it fits, since a picture that changes its size has
// moved; one that has outgrown the window becomes smaller where that shows the
// whole, or at least what is wanted together, and larger again where there is room
// to spare.
func (p *Panel) level(l *picture.Layout, v picture.View, anew bool, wanted []picture.Ref) picture.Zoom {
	if z := p.zoom; z != picture.ZoomAuto && (l.Ready(z) || z == picture.ZoomOverview) {
		return z
	}
	if p.pinned && !anew && v.Zoom >= picture.ZoomLabels && l.Ready(v.Zoom) {
		return v.Zoom
	}
	w := picture.Viewport{Width: v.Width, Height: v.Height, ASCII: v.ASCII, Zoom: v.Zoom}
	if anew {
		w.Zoom = picture.ZoomAuto
	}
	if z := l.Best(w); z != picture.ZoomAuto {
		return z
	}
	if anew || p.whole || v.Zoom < picture.ZoomLabels {
		return picture.ZoomOverview
	}
	holds := func(at picture.View) bool { return l.Together(at, wanted...) }
	split := func(at picture.View) bool { _, _, height := share(l, at, wanted); return height > 0 }
	for wanted = wanted[:min(len(wanted), mostShared)]; len(wanted) > 1; wanted = wanted[:len(wanted)-1] { // what is named first matters more
		for _, shows := range []func(picture.View) bool{holds, split} {
			for _, z := range []picture.Zoom{v.Zoom, picture.ZoomRows, picture.ZoomLabels} {
				if at := v; l.Ready(z) {
					if at.Zoom = z; shows(at) {
						return z
					}
				}
			}
		}
	}
	return v.Zoom
}

// Shown is what was shown last.
func (p *Panel) Shown() picture.View { return p.view }

// Held is what of the selection was kept in sight last.
func (p *Panel) Held() picture.Ref { return p.held }
