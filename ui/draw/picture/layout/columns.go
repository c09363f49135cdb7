package layout

import (
	"context"
	"slices"
)

// weight is how much a segment wants to be straight: most where it passes
// from bend to bend.
func (sk *Skeleton) weight(seg Segment) int {
	switch bends := sk.IsBend(seg.From); {
	case bends && sk.IsBend(seg.To):
		return 8
	case bends || sk.IsBend(seg.To):
		return 3
	}
	return 2
}

// spread places the items of a new picture within the columns from -limit to
// limit: sweeps down and up, in which each
// row follows its neighbours, and the best of what they passed through.
func (h *Sheet) spread(ctx context.Context, limit int) {
	for _, row := range h.sk.Rows {
		at := 0
		for n, i := range row {
			if n > 0 {
				at += h.apart(row[n-1], i)
			}
			h.X[i] = at
		}
		for _, i := range row {
			h.X[i] -= at / 2
		}
	}
	sol := isotonic{limited: true, limit: limit}
	best, least := slices.Clone(h.X), h.bent()
	rows := len(h.sk.Rows)
	for round := range 16 {
		if ctx.Err() != nil {
			return
		}
		// First each row follows one side only, so that what comes from there
		// goes through the whole picture; then both sides pull.
		up, down := round%2 == 0 || round >= 8, round%2 == 1 || round >= 8
		for n := range rows {
			r := n
			if round%2 == 1 {
				r = rows - 1 - n
			}
			h.placeRow(&sol, h.sk.Rows[r], up, down)
		}
		if b := h.bent(); b < least {
			least = b
			copy(best, h.X)
		}
	}
	copy(h.X, best)
	h.extend()
	h.straighten(nil)
}

// row takes the targets of one row's items, each at its least distance from the
// first, and gives the distance of the last one.
func (s *isotonic) row(p *Sheet, row []int, targets func(i int)) (length int) {
	s.reset()
	for n, i := range row {
		if n > 0 {
			length += p.apart(row[n-1], i)
		}
		s.begin(length)
		targets(i)
		s.end()
	}
	return length
}

// placeRow places one row by its neighbours above, below or both.
func (h *Sheet) placeRow(sol *isotonic, row []int, up, down bool) {
	sk := h.sk
	length := sol.row(h, row, func(i int) {
		if up {
			for _, s := range sk.In[i] {
				sol.target(h.X[sk.Segments[s].From]+h.Tops[s]-h.Bottoms[s], 4*h.sk.weight(sk.Segments[s]))
			}
		}
		if down {
			for _, s := range sk.Out[i] {
				sol.target(h.X[sk.Segments[s].To]+h.Bottoms[s]-h.Tops[s], 4*h.sk.weight(sk.Segments[s]))
			}
		}
		if len(sol.targets) == sol.from {
			sol.target(h.X[i], 1)
		}
	})
	sol.clip(length)
	h.take(sol, row)
}

// widest is the number of columns that the widest row needs.
func (h *Sheet) widest() int {
	most := 0
	for _, row := range h.sk.Rows {
		length := 0
		for n, i := range row {
			if n > 0 {
				length += h.apart(row[n-1], i)
			}
		}
		most = max(most, length)
	}
	return most
}

// take reads the columns of a row out of a solution.
func (h *Sheet) take(sol *isotonic, row []int) {
	at, shift := 0, 0
	for _, b := range sol.blocks {
		for range b.size {
			if at > 0 {
				shift += h.apart(row[at-1], row[at])
			}
			h.X[row[at]] = b.value + shift
			at++
		}
	}
}

// bent measures how far the edges are from straight.
func (h *Sheet) bent() int {
	sum := 0
	for s, seg := range h.sk.Segments {
		sum += h.sk.weight(seg) * abs(h.X[seg.From]+h.Tops[s]-h.X[seg.To]-h.Bottoms[s])
	}
	return sum
}
