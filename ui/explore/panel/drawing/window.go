package drawing

import (
	"slices"

	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
)

// sight is how a step was shown: the view, and the part of the selection that it kept
// visible.
type sight struct {
	view  picture.View
	focus picture.Ref
}

// choose chooses the part of the picture to show. A step that was shown before is shown
// as it was. Otherwise the view moves only if what is selected, or what the step did,
// would be outside, or if the whole picture fits. What the user selected, and what stays
// selected at another zoom level, stays in its cell.
func (p *Panel) choose(v *layer.View, l *picture.Layout, width, height int) picture.View {
	view, ascii, focus, step := p.view, v.Theme.ASCII, p.Focus(v), v.Steps.Cursor()
	resized := view.Width != width || view.Height != height || view.ASCII != ascii
	if resized {
		p.Forget()
	}
	grown := p.grown
	p.grown = false
	fresh := step != p.step || l != p.cache.layout
	p.panned = p.panned && !resized && !fresh && focus == p.held
	cell, shown := p.Cell(focus)
	stays := shown && !resized && focus == p.held
	if old, ok := p.byStep[step]; ok && step != p.step && (!stays || old.focus == focus) {
		view, fresh = old.view, false
		resized, stays = false, false
	}
	view.Width, view.Height, view.ASCII = width, height, ascii
	todo, done := p.todo(v), p.marks(v).changed()
	wanted := todo
	if fresh || resized {
		wanted = slices.Concat(todo, done)
	}
	if zoom := p.level(l, view, resized && !grown); zoom != view.Zoom {
		view.Zoom, grown = zoom, false
		stays = shown && !resized
		resized = !stays
	}
	if l.Still() && !p.panned && view.Zoom != picture.ZoomOverview &&
		l.Fits(view.Zoom, width, height, ascii) {
		b := l.Bounds(view.Zoom, ascii)
		if at := l.Clamp(view); resized && !grown || at.X != view.X || at.Y != view.Y { // else nothing moves
			view.X, view.Y = b.X-(width-b.Width)/2, b.Y-(height-b.Height)/2
		}
		p.byStep[step] = sight{view, focus}
		p.step, p.held = step, focus
		return view
	}
	if _, known := l.Position(focus, view.Zoom, ascii); !known {
		stays = false
	}
	if stays {
		view = l.Hold(view, focus, cell)
	}
	if holds := stays && (v.Chosen || !fresh); !p.panned &&
		(resized || !holds && !showsAll(l, view, wanted)) {
		view = l.Reveal(view, focus, slices.Concat(wanted, ends(todo))...)
	}
	replaced := step == p.step && p.cache.layout != nil && l != p.cache.layout
	if inside := l.Clamp(view); !(stays && v.Chosen && !replaced) &&
		(p.panned || replaced || l.Fits(view.Zoom, width, height, ascii) ||
			4*apart(inside, view) > min(width, 2*height)) {
		view = inside // a few blank lines are better than a moving picture
	}
	p.byStep[step] = sight{view, focus}
	p.step, p.held = step, focus
	return view
}

// apart is the distance between two views of a picture, in cells.
func apart(a, b picture.View) int {
	return max(a.X-b.X, b.X-a.X, 2*(a.Y-b.Y), 2*(b.Y-a.Y))
}

// mostPointed is the most things that a leader points at and a window shows together.
const mostPointed = 6

// todo is what the selection refers to in this picture, as far as a window should show
// it: a face is two edges of the dag, but a vertex of the dag may be any number of faces.
func (p *Panel) todo(v *layer.View) []picture.Ref {
	if len(v.Points) > 0 {
		refs := p.marks(v).pointed()
		return refs[:min(mostPointed, len(refs))]
	}
	refs := p.marks(v).refs(v.Sel)
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

// showsAll reports whether the window shows all of refs.
func showsAll(l *picture.Layout, v picture.View, refs []picture.Ref) bool {
	return !slices.ContainsFunc(refs, func(ref picture.Ref) bool { return !l.Shows(v, ref) })
}

// Cell is where the window shows focus now.
func (p *Panel) Cell(focus picture.Ref) (picture.Point, bool) {
	l, v := p.cache.layout, p.view
	if l == nil {
		return picture.Point{}, false
	}
	if v.Zoom == picture.ZoomOverview && p.scene != nil && focus.Kind == picture.OnVertex {
		return p.places.Find(focus)
	}
	if v.Zoom == picture.ZoomOverview && v.Magnify <= 1 {
		return picture.Point{}, l.Shows(v, focus)
	}
	at, ok := l.Position(focus, v.Zoom, v.ASCII)
	cell := picture.Point{X: at.X - v.X, Y: at.Y - v.Y}
	return cell, ok && cell.X >= 0 && cell.X < v.Width && cell.Y >= 0 && cell.Y < v.Height
}

// Lacking is the layout and the zoom level that the user wants, where the layout is not
// made for that level yet.
func (p *Panel) Lacking(d Drawn) (*picture.Layout, picture.Zoom, bool) {
	l, z := p.Layout(d), p.zoom
	lacks := l != nil && z != picture.ZoomAuto && z != picture.ZoomOverview && !l.Ready(z)
	return l, z, lacks
}

// level is the zoom level: the user's, or the one that shows the whole. It stays as long
// as the picture fits, since a picture that changes size has moved. A picture that
// outgrew the window becomes smaller; it becomes larger again where there is room to spare.
func (p *Panel) level(l *picture.Layout, v picture.View, anew bool) picture.Zoom {
	if z := p.zoom; z != picture.ZoomAuto && (l.Ready(z) || z == picture.ZoomOverview) {
		return z
	}
	if p.pinned && !anew && v.Zoom >= picture.ZoomLabels && l.Ready(v.Zoom) {
		return v.Zoom
	}
	before := v
	if anew {
		before.Zoom = picture.ZoomAuto
	}
	if z := l.Best(before); z != picture.ZoomAuto {
		return z
	}
	return picture.ZoomOverview
}

// Shown is what was shown last.
func (p *Panel) Shown() picture.View { return p.view }

// Held is the part of the selection that was kept visible last.
func (p *Panel) Held() picture.Ref { return p.held }
