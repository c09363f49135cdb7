package layout

import "context"

// Lower returns the sheet with rows and gaps no higher than they need to be.
func (p *Sheet) Lower() *Sheet {
	next := *p
	next.Tight = true
	needed := newSheet(p.Zoom, p.sk)
	needed.measure(nil)
	next.Gaps, next.Heights = needed.Gaps, make([]int, len(p.Heights))
	next.fitHeights()
	for r, g := range p.Gaps {
		next.Gaps[r].Tracks, next.Gaps[r].need = g.need, g.need
	}
	return &next
}

// Narrow returns the sheet moved into a width in cells: on the left, in the
// middle or on the right of where it was, wherever less moves.
func (p *Sheet) Narrow(ctx context.Context, width int) *Sheet {
	var best *Sheet
	least := 0
	over := p.Most - p.Least + 1 - width
	for _, from := range []int{p.Least, p.Least + over/2, p.Least + over} {
		next := newSheet(p.Zoom, p.sk)
		next.measure(nil)
		copy(next.X, p.X)
		next.press(from, from+width-1)
		moved := 0
		for i := range p.X {
			moved += abs(next.X[i] - p.X[i])
		}
		if best == nil || moved < least {
			best, least = next, moved
		}
	}
	best.finish(ctx, nil)
	best.Removed = p.Removed
	return best
}

// press moves items that are outside of the cells from first to last inside, if
// their row has room for that.
func (p *Sheet) press(first, last int) {
	var sol isotonic
	for _, row := range p.sk.Rows {
		if len(row) == 0 {
			continue
		}
		shift := sol.row(p, row, func(i int) { sol.target(p.X[i], 1) })
		from := -floorHalf(-(first + p.Left[row[0]]))
		to := floorHalf(last-p.Right[row[len(row)-1]]) - shift
		for n := range sol.blocks {
			b := &sol.blocks[n]
			b.value = max(from, min(b.value, to))
		}
		p.take(&sol, row)
	}
	p.extend()
}
