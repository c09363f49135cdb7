package picture

import "context"

// lower returns the sheet with rows and gaps no higher than they need to be.
func (p *sheet) lower() *sheet {
	next := *p
	needed := newSheet(p.zoom, p.sk)
	needed.measure(nil)
	next.gaps, next.heights = needed.gaps, make([]int, len(p.heights))
	next.fitHeights()
	for r, g := range p.gaps {
		next.gaps[r].tracks, next.gaps[r].need = g.need, g.need
	}
	return &next
}

// narrow returns the sheet moved into a width in cells: on the left, in the
// middle or on the right of where it was, wherever less moves.
func (p *sheet) narrow(ctx context.Context, width int) *sheet {
	var best *sheet
	least := 0
	over := p.most - p.least + 1 - width
	for _, from := range []int{p.least, p.least + over/2, p.least + over} {
		next := newSheet(p.zoom, p.sk)
		next.measure(nil)
		copy(next.x, p.x)
		next.press(from, from+width-1)
		moved := 0
		for i := range p.x {
			moved += abs(next.x[i] - p.x[i])
		}
		if best == nil || moved < least {
			best, least = next, moved
		}
	}
	best.finish(ctx, nil, nil)
	best.gone = p.gone
	return best
}

// press moves items that are outside of the cells from first to last inside, if
// their row has room for that.
func (p *sheet) press(first, last int) {
	var sol isotonic
	for _, row := range p.sk.rows {
		if len(row) == 0 {
			continue
		}
		sol.reset()
		shift := 0
		for n, i := range row {
			if n > 0 {
				shift += p.apart(row[n-1], i)
			}
			sol.begin(shift)
			sol.wish(p.x[i], 1)
			sol.end()
		}
		from := -floorHalf(-(first + p.left[row[0]]))
		to := floorHalf(last-p.right[row[len(row)-1]]) - shift
		for n := range sol.blocks {
			b := &sol.blocks[n]
			b.value = max(from, min(b.value, to))
		}
		p.take(&sol, row)
	}
	p.extend()
}
