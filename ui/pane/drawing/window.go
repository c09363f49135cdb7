package drawing

import (
	"slices"

	"facet/ui/pane"
	"facet/ui/picture"
)

// sight is a view, and what of the selection it kept in sight.
type sight struct {
	view  picture.View
	focus picture.Ref
}

// look settles what part of the picture is shown. A step that was shown before
// is shown as it was; else nothing moves unless the selection or what the step did
// would be outside or the picture has room to be seen as a whole. What stays selected over a step
// or another zoom level stays in its cell.
func (p *Pane) look(c *pane.Snapshot, l *picture.Layout, width, height int) picture.View {
	v, ascii, focus, step := p.view, c.Theme.ASCII, p.Focus(c), c.Steps.Cursor()
	resized := v.Width != width || v.Height != height || v.ASCII != ascii
	if resized {
		p.Forget()
		p.panned = false
	}
	cell, shown := p.Cell(focus)
	stays := shown && !resized && focus == p.held
	fresh := step != p.step
	if old, ok := p.byStep[step]; ok && step != p.step && (!stays || old.focus == focus) {
		v, fresh = old.view, false
		resized, stays = false, false
	}
	v.Width, v.Height, v.ASCII = width, height, ascii
	if zoom := p.level(l, v, resized); zoom != v.Zoom {
		v.Zoom = zoom
		stays = shown && !resized
		resized = !stays
	}
	_, known := l.Position(focus, v.Zoom, ascii)
	if stays = stays && known; stays {
		v = l.Hold(v, focus, cell)
	}
	switch b := l.Bounds(v.Zoom, ascii); {
	case resized:
		v = l.Reveal(v, focus, p.marks(c).changed()...)
	case p.panned:
	case b.Width <= width && b.Height <= height:
		v.X, v.Y = within(v.X, width, b.X, b.Width), within(v.Y, height, b.Y, b.Height)
	case known && !stays && (p.Outside(l, v, focus) || fresh && p.outsideAny(l, v, p.marks(c).changed())):
		v = l.Reveal(v, focus, p.marks(c).changed()...)
	}
	p.byStep[step] = sight{v, focus}
	p.step, p.held = step, focus
	return v
}

// Outside tells whether the window does not show a thing.
func (p *Pane) Outside(l *picture.Layout, v picture.View, focus picture.Ref) bool {
	at, _ := l.Position(focus, v.Zoom, v.ASCII)
	return at.X < v.X+1 || at.X >= v.X+v.Width-1 || at.Y < v.Y || at.Y >= v.Y+v.Height
}

// outsideAny tells whether the window does not show one of several things.
func (p *Pane) outsideAny(l *picture.Layout, v picture.View, refs []picture.Ref) bool {
	return slices.ContainsFunc(refs, func(ref picture.Ref) bool { return p.Outside(l, v, ref) })
}

// Cell is where the window shows a thing now.
func (p *Pane) Cell(focus picture.Ref) (picture.Point, bool) {
	l, v := p.cache.layout, p.view
	if l == nil {
		return picture.Point{}, false
	}
	at, ok := l.Position(focus, v.Zoom, v.ASCII)
	cell := picture.Point{X: at.X - v.X, Y: at.Y - v.Y}
	return cell, ok && cell.X >= 0 && cell.X < v.Width && cell.Y >= 0 && cell.Y < v.Height
}

// within pans one axis no further than needed for the window to show all of a
// picture that fits.
func within(pan, window, start, size int) int {
	return max(start+size-window, min(pan, start))
}

// Lacking is the layout and the zoom level at which the user wants to see it where
// it is not laid out at that level.
func (p *Pane) Lacking(d Drawn) (*picture.Layout, picture.Zoom, bool) {
	l, z := p.Layout(d), p.zoom
	lacks := l != nil && z != picture.ZoomAuto && z != picture.ZoomOverview && !l.Ready(z)
	return l, z, lacks
}

// level is the zoom: the user's, or the one at which the whole is shown. Once
// chosen it stays as long as it fits, since a picture that changes its size has
// moved; one that has outgrown the window becomes smaller where that shows the
// whole, and larger again where there is room to spare.
func (p *Pane) level(l *picture.Layout, v picture.View, anew bool) picture.Zoom {
	if z := p.zoom; z != picture.ZoomAuto && (l.Ready(z) || z == picture.ZoomOverview) {
		return z
	}
	w := picture.Pane{Width: v.Width, Height: v.Height, ASCII: v.ASCII, Zoom: v.Zoom}
	if anew {
		w.Zoom = picture.ZoomAuto
	}
	if z := l.Best(w); z != picture.ZoomAuto {
		return z
	}
	if anew || v.Zoom < picture.ZoomLabels {
		return picture.ZoomRows
	}
	return v.Zoom
}

// Shown is what was shown last.
func (p *Pane) Shown() picture.View { return p.view }

// Held is what of the selection was kept in sight last.
func (p *Pane) Held() picture.Ref { return p.held }
