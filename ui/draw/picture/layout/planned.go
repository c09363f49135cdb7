package layout

import (
	"cmp"
	"context"
	"slices"
)

// bound is a least distance of two vertices of a plan; -1 stands for the border of the
// picture.
type bound struct{ from, to, least int }

// pull is how much two vertices want to stand above each other: from plus by at to.
type pull struct{ from, to, by, weight int }

// bounds are the distances that the vertices of a state need, bends between them
// included.
func bounds(h *Sheet, number []int) []bound {
	all := make([]bound, 0, len(number)+len(h.sk.Rows))
	for _, row := range h.sk.Rows {
		last, length := -1, 0
		for n, i := range row {
			if n == 0 {
				length = (h.Left[i] + 1) / 2
			} else {
				length += h.apart(row[n-1], i)
			}
			if !h.sk.IsBend(i) {
				all = append(all, bound{last, number[i], length})
				last, length = number[i], 0
			}
		}
		if last >= 0 {
			end := row[len(row)-1]
			all = append(all, bound{last, -1, length + (h.Right[end]+h.beside[end]+1)/2})
		}
	}
	return all
}

// place gives all vertices their columns at a zoom level, and finds out how much space the
// states need.
func (p *Plan) place(ctx context.Context, z Zoom, all []*Skeleton, states []PlannedState,
	spare int) *planned {
	whole := make([]*measured, len(all))
	s := newSolution(len(p.union.Vertices))
	pulls := make(map[pull]int)
	width, most := 0, 0
	for k, sk := range all {
		if ctx.Err() != nil {
			return nil
		}
		if sk == nil {
			continue
		}
		m := p.measure(z, sk)
		left, right, more := s.with(m.bounds)
		if k < spare || width == 0 {
			width = max(width, more)
		} else if most = max(most, width+p.room.Columns); more > most {
			all[k] = nil // it has to make do with the room that there is
			continue
		}
		whole[k] = m
		s.add(m.bounds, left, right)
		weight := 1
		if k == 0 {
			weight = 6
		}
		for _, chain := range sk.Chains {
			a, b := chain[0], chain[len(chain)-1]
			first, last := sk.Segment(a, chain[1]), sk.Segment(chain[len(chain)-2], b)
			pulls[pull{from: m.numbers[a], to: m.numbers[b], by: m.Tops[first] - m.Bottoms[last]}] += weight
		}
	}
	for w, weight := range pulls {
		w.weight = weight
		s.pulls = append(s.pulls, w)
	}
	slices.SortFunc(s.pulls, func(a, b pull) int { return cmp.Or(a.from-b.from, a.to-b.to, a.by-b.by) })
	_, _, least := s.with(nil)
	width = max(width, least)
	tried := 1 // states that are laid out to choose a width: the fewer lines the better, in all of them
	if z == ZoomLabels {
		tried = spare
	}
	best := -1
	var out *planned
	var laid []*Sheet
	for _, more := range []int{0, 1, 2, width / 6} {
		if z == ZoomLabels && more > 0 && 2*(width+more) > smallWidth {
			continue
		}
		trial := &planned{x: s.solve(ctx, width+more)}
		sheets := trial.all(ctx, whole[:tried], states)
		if ctx.Err() != nil {
			return nil
		}
		if sheets[0] == nil {
			continue
		}
		e := sheets[0].effort() + more
		if z == ZoomLabels {
			e += 8 * trial.height(z, p.room.ASCII)
		}
		if best < 0 || e < best {
			best, out, laid = e, trial, sheets
		}
	}
	if best < 0 {
		return nil
	}
	if tried < spare {
		out = &planned{x: out.x}
		laid = out.all(ctx, whole[:spare], states)
	}
	if p.room.Zoom != 0 && p.room.Zoom != z { // what may come is not looked at there
		return out
	}
	most = p.highest(out.height(z, p.room.ASCII))
	for _, m := range whole[spare:] {
		if m == nil || ctx.Err() != nil || laid[0] == nil {
			continue
		}
		// Lines rather cross once more than take another track.
		if h, ok := out.sheet(ctx, m, nil, out.gaps); ok {
			out.lend(h, most, p.room.ASCII)
		}
	}
	return out
}

// all places states, and keeps the space that they need.
func (d *planned) all(ctx context.Context, all []*measured, states []PlannedState) []*Sheet {
	laid := make([]*Sheet, len(all))
	for k, m := range all {
		if m == nil || ctx.Err() != nil {
			continue
		}
		var before *Sheet
		if at := states[k].Before; at >= 0 {
			before = laid[at]
		}
		if h, ok := d.sheet(ctx, m, before, nil); ok {
			laid[k] = h
			d.keep(h)
		}
	}
	return laid
}

// numbers are the plan's numbers of the vertices of a state.
func (p *Plan) numbers(sk *Skeleton) []int {
	out := make([]int, len(sk.Vertices))
	for i, v := range sk.Vertices {
		out[i] = p.number[v.name()]
	}
	return out
}

// lend takes a state up that may come, if there are lines enough.
func (d *planned) lend(h *Sheet, most int, ascii bool) {
	more := &planned{least: d.least, most: d.most, heights: slices.Clone(d.heights),
		gaps: slices.Clone(d.gaps)}
	if more.keep(h); more.height(h.Zoom, ascii) <= max(most, d.height(h.Zoom, ascii)) {
		d.least, d.most, d.heights, d.gaps = more.least, more.most, more.heights, more.gaps
	}
}

// spread gives gaps a line more, those with most lines first, while the picture is no
// higher than it may be: what comes may need it.
func (d *planned) spread(z Zoom, most int, ascii bool) {
	gaps := make([]int, max(0, len(d.gaps)-1))
	for r := range gaps {
		gaps[r] = r
	}
	slices.SortStableFunc(gaps, func(a, b int) int { return d.gaps[b].Tracks - d.gaps[a].Tracks })
	for _, r := range gaps {
		if d.gaps[r].Tracks++; d.gaps[r].Tracks == 1 || d.height(z, ascii) > most {
			d.gaps[r].Tracks--
		}
	}
}

// highest is how many lines a picture may have that needs so many: as many as there are in
// the lowest part of a window that has room for it.
func (p *Plan) highest(needed int) int {
	for _, room := range p.room.Lines {
		if needed <= room {
			return room
		}
	}
	return needed + higher
}

// keep notes the space that a sheet needs.
func (d *planned) keep(h *Sheet) {
	if d.heights == nil {
		d.least, d.most = h.Least, h.Most
		d.heights, d.gaps = slices.Clone(h.Heights), slices.Clone(h.Gaps)
		return
	}
	d.least, d.most = min(d.least, h.Least), max(d.most, h.Most)
	for r := range d.heights {
		d.heights[r] = max(d.heights[r], h.Heights[r])
		d.gaps[r] = d.gaps[r].with(h.Gaps[r])
	}
}

// with is a gap with room for what either of two gaps has.
func (g gap) with(other gap) gap {
	return gap{max(g.Tracks, other.Tracks), g.need, g.labels || other.labels, g.heads || other.heads,
		g.ports || other.ports}
}

// measured is a sheet of a state of which nothing is placed yet, with the plan's numbers of
// its vertices and the distances that these need.
type measured struct {
	*Sheet
	numbers []int
	bounds  []bound
}

func (p *Plan) measure(z Zoom, sk *Skeleton) *measured {
	h := newSheet(z, sk)
	h.measure(nil)
	numbers := p.numbers(sk)
	return &measured{h, numbers, bounds(h, numbers)}
}

// sheet places a state by the plan; false where two of its vertices would stand on the
// same cells.
func (d *planned) sheet(ctx context.Context, m *measured, before *Sheet, room []gap) (*Sheet, bool) {
	h, sk := m.unplaced(), m.sk
	h.room = room
	for i, v := range m.numbers {
		h.X[i] = d.x[v]
	}
	for _, b := range m.bounds {
		if b.from >= 0 && b.to >= 0 && d.x[b.to]-d.x[b.from] < b.least {
			return nil, false
		}
	}
	bends := make([]bool, len(sk.Items))
	for _, chain := range sk.Chains {
		a, b := h.X[chain[0]], h.X[chain[len(chain)-1]]
		for n, i := range chain {
			if sk.IsBend(i) {
				bends[i] = true
				h.X[i] = a + (b-a)*n/(len(chain)-1)
			}
		}
	}
	if !placeBends(h, slices.Clone(h.X)) {
		return nil, false
	}
	h.extend()
	h.straighten(bends)
	h.slidePorts()
	h.route(ctx, before)
	h.grow(nil)
	return h, ctx.Err() == nil
}
