package layout

import (
	"context"
	"slices"

	"facet/ui/picture/layered"
)

// weight is how much a segment wants to be straight: most where it passes
// from bend to bend.
func (p *Sheet) weight(seg layered.Segment) int {
	switch bends := p.sk.IsBend(seg.From); {
	case bends && p.sk.IsBend(seg.To):
		return 8
	case bends || p.sk.IsBend(seg.To):
		return 3
	}
	return 2
}

// spread places the items of a new picture within the columns from -limit to
// limit: sweeps down and up, in which each
// row follows its neighbours, and the best of what they passed through.
func (p *Sheet) spread(ctx context.Context, limit int) {
	for _, row := range p.sk.Rows {
		at := 0
		for n, i := range row {
			if n > 0 {
				at += p.apart(row[n-1], i)
			}
			p.X[i] = at
		}
		for _, i := range row {
			p.X[i] -= at / 2
		}
	}
	sol := isotonic{limited: true, limit: limit}
	best, least := slices.Clone(p.X), p.bent()
	rows := len(p.sk.Rows)
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
			p.placeRow(&sol, p.sk.Rows[r], up, down)
		}
		if b := p.bent(); b < least {
			least = b
			copy(best, p.X)
		}
	}
	copy(p.X, best)
	p.extend()
	p.straighten(nil)
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
func (p *Sheet) placeRow(sol *isotonic, row []int, up, down bool) {
	sk := p.sk
	length := sol.row(p, row, func(i int) {
		if up {
			for _, s := range sk.In[i] {
				sol.target(p.X[sk.Segments[s].From]+p.Tops[s]-p.Bottoms[s], 4*p.weight(sk.Segments[s]))
			}
		}
		if down {
			for _, s := range sk.Out[i] {
				sol.target(p.X[sk.Segments[s].To]+p.Bottoms[s]-p.Tops[s], 4*p.weight(sk.Segments[s]))
			}
		}
		if len(sol.targets) == sol.from {
			sol.target(p.X[i], 1)
		}
	})
	sol.clip(length)
	p.take(sol, row)
}

// widest is the number of columns that the widest row needs.
func (p *Sheet) widest() int {
	most := 0
	for _, row := range p.sk.Rows {
		length := 0
		for n, i := range row {
			if n > 0 {
				length += p.apart(row[n-1], i)
			}
		}
		most = max(most, length)
	}
	return most
}

// take reads the columns of a row out of a solution.
func (p *Sheet) take(sol *isotonic, row []int) {
	at, shift := 0, 0
	for _, b := range sol.blocks {
		for range b.size {
			if at > 0 {
				shift += p.apart(row[at-1], row[at])
			}
			p.X[row[at]] = b.value + shift
			at++
		}
	}
}

// bent measures how far the edges are from straight.
func (p *Sheet) bent() int {
	sum := 0
	for s, seg := range p.sk.Segments {
		sum += p.weight(seg) * abs(p.X[seg.From]+p.Tops[s]-p.X[seg.To]-p.Bottoms[s])
	}
	return sum
}
