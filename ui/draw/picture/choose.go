package picture

import (
	"context"
	"sync/atomic"

	"facet/ui/draw/picture/layout"
)

// Viewport is the window for a picture, and how the picture was shown there last.
type Viewport struct {
	Width, Height int
	ASCII         bool
	// Zoom is the level that was shown last. With ZoomAuto, as for a new picture
	// or a window of another size, the largest that fits is chosen.
	Zoom Zoom
	// Pinned forbids moving any vertex to make the whole fit.
	Pinned bool
	// Whole asks for the whole picture, as an overview where nothing else fits, but never
	// in another order of the rows. A follower cannot pan.
	Whole bool
}

// Choice is how a window should show a picture.
type Choice struct {
	// Layout is the one given, the same with its gaps closed, or a new one.
	Layout *Layout
	Zoom   Zoom
	// Whole reports whether the window holds all of the picture.
	Whole bool
	// Closed reports whether rows and columns moved together in their order, Tidied
	// whether the graph was placed anew. The user can be told, and Travel can show it.
	Closed, Tidied bool
}

// Fits reports whether a window holds the whole picture at a zoom level.
func (l *Layout) Fits(z Zoom, width, height int, ascii bool) bool {
	if z == ZoomOverview || l.coarse {
		return true
	}
	if !l.Ready(z) && l.exceeds(z, width, height) {
		return false
	}
	b := l.Bounds(z, ascii)
	return b.Width <= width && b.Height <= height
}

// In is the layout as a window holds all of it with labels: as it is, or else with lines given
// up that are only lent to what may come, or else with all that it does not need. No column
// changes.
func (l *Layout) In(width, height int, ascii bool) *Layout {
	if l.coarse || !l.Ready(ZoomLabels) || l.Fits(ZoomLabels, width, height, ascii) ||
		l.exceeds(ZoomLabels, width, height) {
		return l
	}
	if known := l.Known(); known.Fits(ZoomLabels, width, height, ascii) {
		return known
	}
	if lower := lowered(l, &l.tight, (*layout.Sheet).Lower); lower.Fits(ZoomLabels, width, height, ascii) {
		return lower
	}
	return l
}

// Known is the layout without lines that are only lent to what may come.
func (l *Layout) Known() *Layout {
	if l.homes == nil {
		return l
	}
	return lowered(l, &l.known, (*layout.Sheet).Known)
}

// lowered is the layout with other sheets, which are made once.
func lowered(l *Layout, kept *atomic.Pointer[Layout], lower func(*layout.Sheet) *layout.Sheet) *Layout {
	if kept.Load() == nil {
		next := &Layout{graph: l.graph, sk: l.sk, homes: l.homes}
		for z := range l.sheets {
			if p := l.sheets[z].sheet.Load(); p != nil {
				next.sheets[z].sheet.Store(lower(p))
			}
		}
		kept.CompareAndSwap(nil, next)
	}
	return kept.Load()
}

// Choose says how a window should show a layout after a step, or after the
// window or what its user asked for changed, so that the picture is whole where
// it can be and moves as little as it may. It keeps layout and zoom while they
// fit; else it lets rows and columns close the gaps between them; else it takes
// the largest zoom from ZoomLabels on at which the picture fits, closed if need
// be; else it places the graph anew if that fits. Where nothing fits, a new picture is
// an overview; one that was shown larger stays at its zoom level, and the window shows a
// part; gaps close once a fifth of the height is lines that nothing needs. A zoom level
// that was given up is taken again once the picture fits with room to spare.
//
// Choose takes as long as New where the layout does not fit. Its only errors are
// those of the context.
func (l *Layout) Choose(ctx context.Context, w Viewport) (Choice, error) {
	keep := Choice{Layout: l, Zoom: w.Zoom}
	if l.coarse || w.Zoom == ZoomOverview && w.Pinned {
		keep.Zoom, keep.Whole = ZoomOverview, true
		return keep, nil
	}
	best := l.Best(w)
	if best != ZoomAuto && best >= w.Zoom {
		keep.Zoom, keep.Whole = best, true
		return keep, nil
	}
	closed := func(z Zoom) (Choice, bool) {
		if z >= ZoomLabels && l.exceeds(z, w.Width, w.Height) {
			return Choice{}, false
		}
		l, err := l.close(ctx, z, w.Width)
		return Choice{Layout: l, Zoom: z, Whole: true, Closed: true}, err == nil &&
			l.Fits(z, w.Width, w.Height, w.ASCII)
	}
	if w.Zoom >= ZoomLabels && !w.Pinned && (l.homes == nil || best == ZoomAuto) {
		// at home it stands still and becomes smaller
		if choice, ok := closed(w.Zoom); ok {
			return choice, nil
		}
	}
	if best != ZoomAuto {
		keep.Zoom, keep.Whole = best, true
		return keep, nil
	}
	if w.Pinned {
		keep.Zoom = max(keep.Zoom, ZoomOverview)
		return keep, nil
	}
	if w.Zoom <= ZoomOverview || w.Whole { // where nothing else is whole, the overview is
		keep.Zoom, keep.Whole = ZoomOverview, true
	}
	if w.Zoom == ZoomOverview { // it is left for what fits with room to spare
		w.Width, w.Height, w.Whole = w.Width-w.Width/8, w.Height-max(2, w.Height/8), true
	}
	if choice, ok := closed(ZoomLabels); ok {
		return choice, nil
	}
	if ctx.Err() != nil {
		return keep, context.Cause(ctx)
	}
	if l.exceeds(ZoomLabels, w.Width*5/4+8, w.Height) {
		return l.lower(ctx, keep) // no order makes it that narrow
	}
	// A smaller zoom with room for the steps that follow is better than a larger
	// one that would soon be given up.
	w.Zoom = ZoomLabels
	spread, err := (&Layout{graph: l.graph, sk: l.sk, homes: l.homes}).complete(ctx)
	if err != nil {
		return keep, err
	}
	if z := spread.Best(w); z != ZoomAuto {
		return Choice{Layout: spread, Zoom: z, Whole: true, Closed: true}, nil
	}
	if w.Whole {
		return keep, nil
	}
	tidy, err := New(ctx, l.graph)
	if err != nil {
		return keep, err
	}
	tidy.homes = l.homes
	if z := tidy.Best(w); z != ZoomAuto {
		return Choice{Layout: tidy, Zoom: z, Whole: true, Tidied: true}, nil
	}
	return l.lower(ctx, keep)
}

// lower closes the gaps of a picture that is shown in part once a fifth of its
// height is lines that nothing needs.
func (l *Layout) lower(ctx context.Context, keep Choice) (Choice, error) {
	if keep.Whole {
		return keep, nil
	}
	before := l.Bounds(keep.Zoom, false)
	lower, err := l.close(ctx, keep.Zoom, before.Width+1)
	if err == nil && 5*lower.Bounds(keep.Zoom, false).Height <= 4*before.Height {
		keep.Layout, keep.Closed = lower, true
	}
	return keep, err
}

// Best is the zoom level at which a window shows all of the layout, ZoomAuto if
// there is none: the one shown last, a larger one if it fits with room to
// spare, else the largest that fits.
func (l *Layout) Best(w Viewport) Zoom {
	if l.coarse {
		return ZoomOverview
	}
	for z := ZoomBoxes; z >= ZoomLabels; z-- {
		width, height := w.Width, w.Height
		if w.Zoom != ZoomAuto && z > w.Zoom {
			width, height = width-width/8, height-max(2, height/8)
		}
		if l.Fits(z, width, height, w.ASCII) {
			return z
		}
	}
	return ZoomAuto
}

// close returns the layout with all lines given up that it does not need, and
// at zoom level z moved into a width, as far as the order in its rows allows.
// What is within it already moves only if others press against it.
func (l *Layout) close(ctx context.Context, z Zoom, width int) (*Layout, error) {
	if _, err := l.prepare(ctx, z); err != nil {
		return nil, err
	}
	next := &Layout{graph: l.graph, sk: l.sk, homes: l.homes}
	for at := range l.sheets {
		p := l.sheets[at].sheet.Load()
		if p == nil {
			continue
		}
		if p.Zoom == z && p.Most-p.Least >= width {
			p = p.Narrow(ctx, width)
		}
		next.sheets[at].sheet.Store(p.Lower())
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return next, nil
}
