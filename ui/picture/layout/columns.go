package layout

import (
	"context"
	"slices"

	"facet/ui/picture/layered"
)

// isotonic finds columns for a row of items that keep their distances and
// are as near as possible to where the items want to be: pool adjacent
// violators, with the weighted median of all targets as the value of a pool.
type isotonic struct {
	// limited solutions keep to columns from -limit to limit.
	limited bool
	limit   int
	blocks  []block
	spare   []target
	shift   int
	from    int // first target of the item at hand
	targets []target
}

type target struct{ at, weight int }

// keep is the weight of the column that an item had before the step.
const keep = 1 << 16

// block is a run of items at their least distances.
type block struct {
	value, size int
	from, to    int // its targets
}

func (s *isotonic) reset() { s.blocks, s.targets = s.blocks[:0], s.targets[:0] }

// begin starts the next item, at the given least distance from the first one.
func (s *isotonic) begin(shift int) { s.shift, s.from = shift, len(s.targets) }

func (s *isotonic) target(at, weight int) {
	s.targets = append(s.targets, target{at - s.shift, weight})
}

// end completes the item and pools what it violates.
func (s *isotonic) end() {
	added := s.targets[s.from:]
	slices.SortFunc(added, func(a, b target) int { return a.at - b.at })
	b := block{median(added), 1, s.from, len(s.targets)}
	for len(s.blocks) > 0 && s.blocks[len(s.blocks)-1].value > b.value {
		before := s.blocks[len(s.blocks)-1]
		s.blocks = s.blocks[:len(s.blocks)-1]
		s.merge(before.from, b.from, b.to)
		b = block{median(s.targets[before.from:b.to]), before.size + b.size, before.from, b.to}
	}
	s.blocks = append(s.blocks, b)
}

// merge merges two neighbouring sorted runs of targets.
func (s *isotonic) merge(from, middle, to int) {
	s.spare = append(s.spare[:0], s.targets[from:middle]...)
	a, b := s.spare, s.targets[middle:to]
	for at := from; len(a) > 0; at++ {
		if len(b) > 0 && b[0].at < a[0].at {
			s.targets[at], b = b[0], b[1:]
		} else {
			s.targets[at], a = a[0], a[1:]
		}
	}
}

// median returns the middle of the interval of weighted medians, so that a
// parent of two stands between them. Between two survivors of a step it chooses
// one of them: rather one moves than both.
func median(sorted []target) int {
	total := 0
	for _, w := range sorted {
		total += w.weight
	}
	sum, low := 0, 0
	for n, w := range sorted {
		sum += w.weight
		if 2*sum >= total {
			low = w.at
			if 2*sum == total && n+1 < len(sorted) && w.weight < keep {
				return floorHalf(low + sorted[n+1].at)
			}
			break
		}
	}
	return low
}

func floorHalf(n int) int {
	return n >> 1
}

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

// clip moves what lies outside the limits back to them: the best that a
// row of the given length can do within them.
func (s *isotonic) clip(length int) {
	if !s.limited {
		return
	}
	for n := range s.blocks {
		b := &s.blocks[n]
		b.value = max(-s.limit, min(b.value, s.limit-length))
	}
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

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}
