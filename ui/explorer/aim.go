package explorer

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/pane"
	"facet/ui/picture"
)

// aimed is a view, and what of the selection it kept in sight.
type aimed struct {
	view  picture.View
	focus picture.Ref
}

// aim settles what part of the picture is shown. A step that was shown before
// is shown as it was; else nothing moves unless the selection would be outside
// or the picture has room to be seen as a whole. What stays selected over a step
// or another zoom level stays in its cell.
func (p *picturePane) aim(c *pane.Snapshot, l *picture.Layout, width, height int) picture.View {
	v, ascii, focus, step := p.view, c.Theme.ASCII, p.focus(c), c.Steps.Cursor()
	resized := v.Width != width || v.Height != height || v.ASCII != ascii
	if resized {
		p.forget()
		p.panned = false
	}
	cell, shown := p.cell(focus)
	stays := shown && !resized && focus == p.aimed
	if old, ok := p.byStep[step]; ok && step != p.step && (!stays || old.focus == focus) {
		v = old.view
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
		v = l.Reveal(v, focus)
	case p.panned:
	case b.Width <= width && b.Height <= height:
		v.X, v.Y = within(v.X, width, b.X, b.Width), within(v.Y, height, b.Y, b.Height)
	case known && !stays && p.outside(l, v, focus):
		v = l.Reveal(v, focus)
	}
	p.byStep[step] = aimed{v, focus}
	p.step, p.aimed = step, focus
	return v
}

// outside tells whether the window does not show a thing.
func (p *picturePane) outside(l *picture.Layout, v picture.View, focus picture.Ref) bool {
	at, _ := l.Position(focus, v.Zoom, v.ASCII)
	return at.X < v.X+1 || at.X >= v.X+v.Width-1 || at.Y < v.Y || at.Y >= v.Y+v.Height
}

// cell is where the window shows a thing now.
func (p *picturePane) cell(focus picture.Ref) (picture.Point, bool) {
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

// zoomedMsg tells that a picture is laid out at another zoom level.
type zoomedMsg struct{}

// wantZoom has the picture laid out at the level that the user wants to see.
func (m *Model) wantZoom(p *picturePane) tea.Cmd {
	l, z := p.layout(m.pictures.now), p.zoom
	lane := "zoom of the " + p.kind.String()
	if l == nil || z == picture.ZoomAuto || z == picture.ZoomOverview || l.Ready(z) || m.lanes.Busy(lane) {
		return nil
	}
	return m.lanes.Start(lane, func(ctx context.Context) tea.Msg {
		_ = l.Prepare(ctx, z)
		return zoomedMsg{}
	})
}

// level is the zoom: the user's, or the one at which the whole is shown. Once
// chosen it stays as long as it fits, since a picture that changes its size has
// moved; one that has outgrown the window becomes smaller where that shows the
// whole, and larger again where there is room to spare.
func (p *picturePane) level(l *picture.Layout, v picture.View, anew bool) picture.Zoom {
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
