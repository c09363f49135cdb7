package layout

import (
	"cmp"
	"context"
	"slices"
)

// Homes are the columns of a table's homes at all zoom levels, and the space that its states
// need. The states themselves are not kept: a class has homes for windows of many sizes.
type Homes struct {
	*Table
	Zoom Zoom // at which they are seen first
	at   [ZoomBoxes + 1]*homesAt
}

// homesAt are the columns at one zoom level, by the numbers of the homes, and the space.
type homesAt struct {
	x           []int
	least, most int // cells
	heights     []int
	gaps        []gap
	known       []gap // that the known states need
}

// Room is the space that homes may take. Without a zoom level they take what the known states
// need. With one they have room for as many of the others as can be had for Columns more, and
// for as many lines as the lowest part of a window has that has room for the known ones: Lines
// are those of its parts, from the lowest on. That level is the one at which the lines of the
// others are looked at. In ASCII some gaps have a line more.
type Room struct {
	Zoom    Zoom
	Columns int
	Lines   []int
	ASCII   bool
}

// lines is how many lines a picture may have that needs so many.
func (o *Room) lines(needed int) int {
	for _, room := range o.Lines {
		if needed <= room {
			return room
		}
	}
	return needed + mayGrow
}

// mayGrow is how many lines a picture may have for states that may come where it has outgrown
// all parts of the window; smallWidth is what the smallest usual window, of 80 columns, has
// for a picture with bare labels.
const mayGrow, smallWidth = 3, 50

// Homes gives the homes their columns; nil where they have no place.
func (t *Table) Homes(ctx context.Context, room Room) *Homes {
	h := &Homes{Table: &Table{homes: t.homes, union: t.union}, Zoom: max(room.Zoom, ZoomLabels)}
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if h.at[z] = t.place(ctx, z, room); h.at[z] == nil {
			return nil
		}
	}
	return h
}

// bound is a least distance of two homes; -1 stands for the border of the picture.
type bound struct{ from, to, least int }

// bounds are the distances that the vertices of a state need, bends between them included.
func bounds(h *Sheet, of []int) []bound {
	all := make([]bound, 0, len(of)+len(h.sk.Rows))
	for _, row := range h.sk.Rows {
		last, length := -1, 0
		for n, i := range row {
			if n == 0 {
				length = (h.Left[i] + 1) / 2
			} else {
				length += h.apart(row[n-1], i)
			}
			if !h.sk.IsBend(i) {
				all = append(all, bound{last, of[i], length})
				last, length = of[i], 0
			}
		}
		if last >= 0 {
			end := row[len(row)-1]
			all = append(all, bound{last, -1, length + (h.Right[end]+h.beside[end]+1)/2})
		}
	}
	return all
}

// pull is how much two homes want to stand above each other: from plus by at to.
type pull struct{ from, to, by, weight int }

// place gives the homes their columns at a zoom level, and finds out how much space the states
// need.
func (t *Table) place(ctx context.Context, z Zoom, room Room) *homesAt {
	whole := make([]*Sheet, len(t.states)) // nil for states that have to make do with what there is
	s := newSolution(len(t.union.Vertices))
	pulls := make(map[pull]int)
	width := 0
	for k, state := range t.states {
		if k >= t.certain && room.Zoom == 0 {
			break
		}
		h := newSheet(z, state.Skeleton)
		h.measure(nil)
		needed := bounds(h, state.of)
		left, right, wide := s.with(needed)
		if k < t.certain {
			width = max(width, wide)
		} else if wide > width+room.Columns {
			continue
		}
		whole[k] = h
		s.add(needed, left, right)
		weight := 1
		if k == 0 {
			weight = 6
		}
		for _, chain := range state.Chains {
			a, b := chain[0], chain[len(chain)-1]
			first, last := state.Segment(a, chain[1]), state.Segment(chain[len(chain)-2], b)
			pulls[pull{from: state.of[a], to: state.of[b], by: h.Tops[first] - h.Bottoms[last]}] += weight
		}
	}
	for w, weight := range pulls {
		w.weight = weight
		s.pulls = append(s.pulls, w)
	}
	slices.SortFunc(s.pulls, func(a, b pull) int { return cmp.Or(a.from-b.from, a.to-b.to, a.by-b.by) })
	_, _, least := s.with(nil)
	at := t.known(ctx, z, room, s, whole, max(width, least))
	if at == nil {
		return nil
	}
	at.known = slices.Clone(at.gaps)
	most := room.lines(at.height(z, room.ASCII))
	if room.Zoom == z {
		for k := t.certain; k < len(whole); k++ {
			if whole[k] == nil {
				continue
			}
			// Lines rather cross once more than take another track.
			if h, ok := at.sheet(ctx, whole[k], t.states[k].of, nil, at.gaps); ok {
				at.lend(h, most, room.ASCII)
			}
		}
	}
	at.spread(z, most, room.ASCII)
	return at
}

// known gives the homes columns within a width or a little more, whatever spares more lines
// and turns, and takes up the space of the known states; nil where the first one has no place.
func (t *Table) known(ctx context.Context, z Zoom, room Room, s *solution, whole []*Sheet,
	width int) *homesAt {
	tried, wider := 1, []int{0, 2} // states to choose by, and columns more
	if z == ZoomLabels {
		tried, wider = t.certain, []int{0, 1, 2, width / 6}
	}
	var best *homesAt
	least := 0
	for _, more := range wider {
		if z == ZoomLabels && more > 0 && 2*(width+more) > smallWidth {
			continue
		}
		at := &homesAt{x: s.solve(ctx, width+more)}
		first := t.lay(ctx, at, whole[:tried])
		if first == nil {
			continue
		}
		effort := first.effort() + more
		if z == ZoomLabels {
			effort += 8 * at.height(z, room.ASCII)
		}
		if best == nil || effort < least {
			best, least = at, effort
		}
	}
	if best != nil && tried < t.certain {
		t.lay(ctx, best, whole[:t.certain])
	}
	return best
}

// lay takes up the space of the first states, and gives the sheet of the very first; nil for
// none.
func (t *Table) lay(ctx context.Context, at *homesAt, states []*Sheet) *Sheet {
	at.heights = nil
	laid := make([]*Sheet, len(states))
	for k := range laid {
		state := t.states[k]
		var before *Sheet
		if state.before >= 0 {
			before = laid[state.before]
		}
		if h, ok := at.sheet(ctx, states[k], state.of, before, nil); ok {
			laid[k] = h
			at.keep(h)
		}
	}
	return laid[0]
}

// sheet places a state that was measured; false where two of its vertices would stand on the
// same cells.
func (d *homesAt) sheet(ctx context.Context, measured *Sheet, of []int, before *Sheet,
	room []gap) (*Sheet, bool) {
	h, sk := unplaced(measured), measured.sk
	h.room = room
	for i := range sk.Vertices {
		h.X[i] = d.x[of[i]]
	}
	for _, b := range bounds(h, of) {
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
	if !placeBends(h) {
		return nil, false
	}
	h.extend()
	h.straighten(bends)
	h.slidePorts()
	h.route(ctx, before)
	h.grow(nil)
	return h, ctx.Err() == nil
}

// placeBends places the bends between vertices that keep the columns that they have. It is
// false where they have no room.
func placeBends(h *Sheet) bool {
	rest := slices.Clone(h.X)
	var sol isotonic
	for range 3 {
		for _, row := range h.sk.Rows {
			sol.row(h, row, func(i int) {
				if !h.sk.IsBend(i) {
					sol.target(rest[i], keep)
					return
				}
				h.targets(&sol, i)
			})
			h.take(&sol, row)
		}
	}
	for i := range h.sk.Vertices {
		if h.X[i] != rest[i] {
			return false
		}
	}
	return true
}

// height is how many lines the states need at a zoom level.
func (d *homesAt) height(z Zoom, ascii bool) (lines int) {
	for r := range d.heights {
		lines += d.heights[r]
		if r < len(d.gaps)-1 {
			lines += (&Sheet{Zoom: z, Gaps: d.gaps}).gapHeight(r, ascii)
		}
	}
	return lines
}

// lend takes a state up that may come, if there are lines enough.
func (d *homesAt) lend(h *Sheet, most int, ascii bool) {
	more := &homesAt{least: d.least, most: d.most, heights: slices.Clone(d.heights),
		gaps: slices.Clone(d.gaps)}
	if more.keep(h); more.height(h.Zoom, ascii) <= max(most, d.height(h.Zoom, ascii)) {
		d.least, d.most, d.heights, d.gaps = more.least, more.most, more.heights, more.gaps
	}
}

// spread gives gaps a line more, those with most lines first, while the picture is no higher
// than it may be: what comes may need it.
func (d *homesAt) spread(z Zoom, most int, ascii bool) {
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

// keep notes the space that a sheet needs.
func (d *homesAt) keep(h *Sheet) {
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

// Follow places a graph by its homes after the sheets of all zoom levels, so that no vertex
// moves. It is false where the graph has what the table does not, or a vertex is not at home.
func (h *Homes) Follow(ctx context.Context, g Graph, old *Skeleton, before Sheets) (sk *Skeleton, out Sheets,
	ok bool) {
	sk, of, ok := h.arrange(g)
	if !ok || old != nil && (old.Top != sk.Top || len(old.Rows) != len(sk.Rows)) {
		return nil, out, false
	}
	var t *Transition
	if old != nil {
		t = &Transition{to: sk.Survivors(old)}
	}
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if old != nil && !h.at[z].holds(before[z], h.homes) {
			return nil, out, false
		}
		measured := newSheet(z, sk)
		measured.measure(nil)
		p, ok := h.at[z].sheet(ctx, measured, of, before[z], h.at[z].gaps)
		if !ok {
			return nil, out, false
		}
		if !h.at[z].holdsLines(p) { // lines rather lead elsewhere than before
			if other, ok := h.at[z].sheet(ctx, measured, of, nil, h.at[z].gaps); ok &&
				h.at[z].holdsLines(other) {
				p = other
			}
		}
		h.at[z].reserve(p, before[z])
		if old != nil {
			p.keepRemoved(before[z], t)
		}
		out[z] = p
	}
	return sk, out, true
}

// column is the home of a vertex, false where it has none.
func (h *Homes) column(z Zoom, v Vertex) (int, bool) {
	if h == nil {
		return 0, false
	}
	n, ok := h.homes[v.name()]
	if !ok {
		return 0, false
	}
	return h.at[z].x[n], true
}

// holds reports whether all vertices of a sheet are at home.
func (d *homesAt) holds(h *Sheet, homes map[string]int) bool {
	return h != nil && !slices.ContainsFunc(h.sk.Vertices, func(v Vertex) bool {
		return h.X[h.sk.ByKey[v.Key]] != d.x[homes[v.name()]]
	})
}

// holdsLines reports whether no gap of a sheet needs more lines than it has.
func (d *homesAt) holdsLines(h *Sheet) bool {
	for r, g := range h.Gaps {
		if g.Tracks > d.gaps[r].Tracks {
			return false
		}
	}
	return true
}

// reserve gives the sheet the space that the states need, and no less than the sheet before it
// had.
func (d *homesAt) reserve(h, before *Sheet) {
	h.known = slices.Clone(h.Gaps)
	keep := func(heights []int, gaps, known []gap) {
		for r := range h.Heights {
			h.Heights[r] = max(h.Heights[r], heights[r])
			h.Gaps[r], h.known[r] = h.Gaps[r].with(gaps[r]), h.known[r].with(known[r])
		}
	}
	if before == nil || !before.Tight { // else rows have moved together
		keep(d.heights, d.gaps, d.known)
	}
	h.Reserved = [2]int{d.least, d.most}
	if before != nil && len(before.Heights) == len(h.Heights) && before.Reserved != [2]int{} {
		keep(before.Heights, before.Gaps, before.Known().Gaps)
		h.Reserved = [2]int{min(d.least, before.Least), max(d.most, before.Most)}
	}
	hold(h)
}

// hold makes the sheet as wide as what is reserved for it.
func hold(h *Sheet) {
	if h.Reserved != [2]int{} {
		h.Least, h.Most = min(h.Least, h.Reserved[0]), max(h.Most, h.Reserved[1])
		h.Reserved = [2]int{h.Least, h.Most}
	}
}
