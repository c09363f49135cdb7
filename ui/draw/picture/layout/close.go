package layout

import "context"

// Known returns the sheet without lines that are lent to what may come.
func (h *Sheet) Known() *Sheet {
	if h.known == nil {
		return h
	}
	next := *h
	next.Gaps, next.known = h.known, nil
	return &next
}

// Lower returns the sheet with rows and gaps no higher than they need to be.
func (h *Sheet) Lower() *Sheet {
	next := *h
	next.Tight = true
	needed := newSheet(h.Zoom, h.sk)
	needed.measure(nil)
	next.Gaps, next.Heights = needed.Gaps, make([]int, len(h.Heights))
	next.fitHeights()
	for r, g := range h.Gaps {
		next.Gaps[r].Tracks, next.Gaps[r].need = g.need, g.need
	}
	return &next
}

// Narrow returns the sheet moved into a width in cells: on the left, in the
// middle or on the right of where it was, wherever less moves.
func (h *Sheet) Narrow(ctx context.Context, width int) *Sheet {
	var best *Sheet
	least := 0
	over := h.Most - h.Least + 1 - width
	for _, from := range []int{h.Least, h.Least + over/2, h.Least + over} {
		next := newSheet(h.Zoom, h.sk)
		next.measure(nil)
		copy(next.X, h.X)
		next.press(from, from+width-1)
		moved := 0
		for i := range h.X {
			moved += abs(next.X[i] - h.X[i])
		}
		if best == nil || moved < least {
			best, least = next, moved
		}
	}
	best.finish(ctx, nil)
	best.Removed = h.Removed
	return best
}

// press moves items that are outside of the cells from first to last inside, if
// their row has room for that.
func (h *Sheet) press(first, last int) {
	var sol isotonic
	for _, row := range h.sk.Rows {
		if len(row) == 0 {
			continue
		}
		shift := sol.row(h, row, func(i int) { sol.target(h.X[i], 1) })
		from := -floorHalf(-(first + h.Left[row[0]]))
		to := floorHalf(last-h.Right[row[len(row)-1]]) - shift
		for n := range sol.blocks {
			b := &sol.blocks[n]
			b.value = max(from, min(b.value, to))
		}
		h.take(&sol, row)
	}
	h.extend()
}
