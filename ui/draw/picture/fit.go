package picture

import (
	"context"

	"facet/ui/draw/picture/layout"
)

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

// lowered is the layout with lower sheets, which are made once.
func lowered(l *Layout, to *kept[Layout], lower func(*layout.Sheet) *layout.Sheet) *Layout {
	next, _ := to.get(func() (*Layout, error) { return l.with(lower), nil })
	return next
}

// Refit gives the layout with which a window goes on after a step that outgrew it, and whether
// the graph was placed anew for that: one that is whole there with labels, if there is any, and
// that moves as little as it may. First rows and columns close the gaps between them; then they
// move in their order; else the graph is placed anew. What no layout makes whole stays as it is,
// but for gaps that take a fifth of its height and that nothing needs.
//
// Where the layout does not fit, Refit takes as long as New, once for windows of all sizes. Its
// only errors are those of the context.
func (l *Layout) Refit(ctx context.Context, width, height int, ascii bool) (
	next *Layout, anew bool, err error) {
	fits := func(l *Layout) bool { return l.Fits(ZoomLabels, width, height, ascii) }
	if l.coarse || fits(l) {
		return l, false, nil
	}
	sheet, err := l.prepare(ctx, ZoomLabels)
	if err != nil {
		return nil, false, err
	}
	tight := lowered(l, &l.tight, (*layout.Sheet).Lower)
	if !l.exceeds(ZoomLabels, width, height) {
		closed := tight
		if sheet.Most-sheet.Least >= width {
			if closed, err = l.narrow(ctx, width); err != nil {
				return nil, false, err
			}
		}
		if fits(closed) {
			return closed, false, nil
		}
	}
	if !l.exceeds(ZoomLabels, width*5/4+8, height) { // else no order makes it that narrow
		spread, err := l.spread.get(func() (*Layout, error) {
			return (&Layout{graph: l.graph, sk: l.sk, homes: l.homes}).complete(ctx)
		})
		if err != nil || fits(spread) {
			return spread, false, err
		}
		tidy, err := l.tidy.get(func() (*Layout, error) {
			tidy, err := New(ctx, l.graph)
			if err == nil {
				tidy.homes = l.homes
			}
			return tidy, err
		})
		if err != nil || fits(tidy) {
			return tidy, true, err
		}
	}
	if 5*tight.Bounds(ZoomLabels, false).Height <= 4*l.Bounds(ZoomLabels, false).Height {
		return tight, false, nil
	}
	return l, false, nil
}

// narrow is the layout with its labels moved into a width as far as the order in its rows
// allows, and without lines that it does not need. What is within the width already moves only
// if others press against it.
func (l *Layout) narrow(ctx context.Context, width int) (*Layout, error) {
	next := l.with(func(p *layout.Sheet) *layout.Sheet {
		if p.Zoom == ZoomLabels {
			p = p.Narrow(ctx, width)
		}
		return p.Lower()
	})
	return next, context.Cause(ctx)
}

// Best is the zoom level at which a window shows all of the layout, ZoomAuto if there is none:
// the one of the view before, a larger one if it fits with room to spare, else the largest that
// fits; that with ZoomAuto, too, as for a new picture or a window of another size.
func (l *Layout) Best(before View) Zoom {
	if l.coarse {
		return ZoomOverview
	}
	for z := ZoomBoxes; z >= ZoomLabels; z-- {
		width, height := before.Width, before.Height
		if before.Zoom != ZoomAuto && z > before.Zoom {
			width, height = width-width/8, height-max(2, height/8)
		}
		if l.Fits(z, width, height, before.ASCII) {
			return z
		}
	}
	return ZoomAuto
}
