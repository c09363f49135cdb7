package layout

import (
	"cmp"
	"context"
	"math"
	"slices"
)

// holder places the graph of a step so that no vertex that lives on leaves its column, at
// the zoom level that is shown, or at all of them where that is not known: new vertices go
// where there is room for them, as near as possible to where the plan or their parents want
// them, and lines go around. At other levels vertices are pushed aside where there is none.
type holder struct {
	plan   *Plan
	sk     *Skeleton
	old    *Skeleton
	t      *Transition
	sheets Sheets
	rows   [][]int
	placed []bool
	far    int // of the first new vertex
	try    int // the rank of the place for the first new vertex; 0 once that is placed
}

// levels are the zoom levels that have sheets.
var levels = [...]Zoom{ZoomLabels, ZoomRows, ZoomBoxes}

// strict reports whether nothing may move at a zoom level.
func (h *holder) strict(z Zoom) bool { return h.plan.room.Zoom == 0 || h.plan.room.Zoom == z }

// mostTries is how many places are tried for the first new vertex of a step; a vertex that
// is pushed down is worth pushWeight columns that it is farther from where it should be.
const mostTries, pushWeight = 4, 40

// Hold places a graph after the sheets of all zoom levels: of the places for what is new
// that one for which the fewest rows are pushed down. It is false where a vertex that lives on
// would have to leave its column.
func (p *Plan) Hold(ctx context.Context, g Graph, old *Skeleton, before Sheets) (sk *Skeleton, out Sheets,
	ok bool) {
	least, done := 0, false
	for try := range mostTries {
		h := &holder{plan: p, old: old, sk: NewSkeleton(g, old, true), try: try}
		sheets, held := h.hold(ctx, before)
		if cost := 0; held {
			pushed := h.pushed(before, sheets)
			if cost = h.far + pushWeight*pushed; !ok || cost < least {
				sk, out, ok, least = h.sk, sheets, true, cost
			}
			done = pushed == 0
		}
		if done || h.try > 0 || ctx.Err() != nil {
			break // this one is best, or there are no further places
		}
	}
	return sk, out, ok && ctx.Err() == nil
}

// hold places the graph; false where that is not possible.
func (h *holder) hold(ctx context.Context, before Sheets) (out Sheets, ok bool) {
	if h.sk.Top != h.old.Top || len(h.sk.Rows) != len(h.old.Rows) {
		return out, false
	}
	h.t = &Transition{to: h.sk.Survivors(h.old)}
	h.rows, h.placed = make([][]int, len(h.sk.Rows)), make([]bool, len(h.sk.Items))
	for _, z := range levels {
		if before[z] == nil {
			return out, false
		}
		h.sheets[z] = newSheet(z, h.sk)
		h.sheets[z].measure(before[z])
		h.sheets[z].Reserved = before[z].Reserved
	}
	if !h.survivors(before) {
		return out, false
	}
	for i, v := range h.sk.Vertices {
		if !h.placed[i] && !h.vertex(i, v) {
			return out, false
		}
	}
	for _, chain := range h.sk.Chains {
		for n, i := range chain {
			if !h.placed[i] && !h.bend(chain, n) {
				return out, false
			}
		}
	}
	h.sk.Rows = h.rows
	h.sk.Replace()
	for _, z := range levels {
		s := h.sheets[z]
		if !h.finish(ctx, s, before[z]) {
			return out, false
		}
		out[z] = s
	}
	return out, true
}

// pushed is how many vertices that live on leave their lines, and how much wider the picture
// is than what is reserved for it.
func (h *holder) pushed(before, now Sheets) (cost int) {
	for _, z := range levels {
		if !h.strict(z) {
			continue
		}
		was, is := before[z].Levels(false), now[z].Levels(false)
		for i := range h.old.Vertices {
			if r := h.old.Items[i].Row; h.t.to[i] >= 0 && was[r] != is[r] {
				cost++
			}
		}
		cost += max(0, before[z].Least-now[z].Least) + max(0, now[z].Most-before[z].Most)
	}
	return cost
}

// survivors takes over vertices and bends, in their order. It is false where two vertices
// have become too wide for their columns. Bends for which there is no room any more are
// placed anew.
func (h *holder) survivors(before Sheets) bool {
	for r, row := range h.old.Rows {
		for _, was := range row {
			i := h.t.to[was]
			if i < 0 {
				continue
			}
			for _, z := range levels {
				h.sheets[z].X[i] = before[z].X[was]
			}
			if h.sk.IsBend(i) {
				continue
			}
			h.rows[r], h.placed[i] = append(h.rows[r], i), true
		}
		if !h.fits(h.rows[r]) {
			return false
		}
	}
	for r, row := range h.old.Rows {
		last := 0
		for _, was := range row {
			i := h.t.to[was]
			if i < 0 {
				continue
			}
			if at := slices.Index(h.rows[r], i); at >= 0 {
				last = at + 1
				continue
			}
			if row := slices.Insert(slices.Clone(h.rows[r]), last, i); h.fits(row) {
				h.rows[r], h.placed[i] = row, true
				last++
			}
		}
	}
	return true
}

// fits reports whether a row has room for its bends between vertices that keep their
// columns, at all zoom levels.
func (h *holder) fits(row []int) bool {
	for _, z := range levels {
		if !h.strict(z) {
			continue
		}
		s := h.sheets[z]
		last, length := -1, 0
		for n, i := range row {
			if n > 0 {
				length += s.apart(row[n-1], i)
			}
			if h.sk.IsBend(i) {
				continue
			}
			if last >= 0 && s.X[i]-s.X[last] < length {
				return false
			}
			last, length = i, 0
		}
	}
	return true
}

// place is one for a new vertex: an index in its row, with a column at each zoom level, how
// far that is from where the vertex should be, and how far lines have to go around it.
type place struct {
	at, far, around int
	columns         [ZoomBoxes + 1]int
}

// vertex puts a new vertex in a place: its row has one at least at both ends. It is false
// where the place that is to be tried does not exist.
func (h *holder) vertex(i int, v Vertex) bool {
	row := h.rows[h.sk.Items[i].Row]
	var places []place
	for n := 0; n <= len(row); n++ {
		if n < len(row) && n > 0 && (h.sk.IsBend(row[n-1]) && h.sk.IsBend(row[n])) {
			continue
		}
		if p, ok := h.place(i, v, n); ok {
			places = append(places, p)
		}
	}
	slices.SortStableFunc(places, func(a, b place) int { return a.far + a.around - b.far - b.around })
	if h.try >= len(places) {
		return false
	}
	p := places[h.try]
	h.try, h.far = 0, max(h.far, p.far)
	for _, z := range levels {
		h.sheets[z].X[i] = p.columns[z]
	}
	h.rows[h.sk.Items[i].Row], h.placed[i] = slices.Insert(slices.Clone(row), p.at, i), true
	return true
}

// place is that at index n of the row; false where there is no room for the vertex.
func (h *holder) place(i int, v Vertex, n int) (p place, ok bool) {
	row := h.rows[h.sk.Items[i].Row]
	p.at = n
	for _, z := range levels {
		s := h.sheets[z]
		target := h.target(z, i, v)
		at := target
		left, right := h.neighbours(row, n)
		if left >= 0 {
			at = max(at, s.X[left]+spanned(s, row, left, n, i))
		}
		if right >= 0 {
			at = min(at, s.X[right]-spannedRight(s, row, n, right, i))
		}
		d := abs(at - target)
		if left >= 0 && at < s.X[left]+spanned(s, row, left, n, i) {
			if h.strict(z) {
				return p, false
			}
			d += pushVertex
		}
		for k, j := range row {
			if h.sk.IsBend(j) && (k < n) != (s.X[j] <= at) {
				p.around += abs(s.X[j] - at)
			}
		}
		if s.Reserved != [2]int{} {
			d += 4 * max(0, s.Reserved[0]-2*at+s.Left[i], 2*at+s.Right[i]-s.Reserved[1])
		}
		p.far, p.columns[z] = p.far+d, at
	}
	return p, true
}

// neighbours are the vertices on both sides of place n in a row, -1 for none.
func (h *holder) neighbours(row []int, n int) (left, right int) {
	left, right = -1, -1
	for k := n - 1; k >= 0 && left < 0; k-- {
		if !h.sk.IsBend(row[k]) {
			left = row[k]
		}
	}
	for k := n; k < len(row) && right < 0; k++ {
		if !h.sk.IsBend(row[k]) {
			right = row[k]
		}
	}
	return left, right
}

// spanned is the least distance from a vertex of a row to i at place n, with the bends
// between them; spannedRight that from i to a vertex further right.
func spanned(h *Sheet, row []int, from, n, i int) int {
	at := slices.Index(row, from)
	length := 0
	for k := at + 1; k < n; k++ {
		length += h.apart(row[k-1], row[k])
	}
	return length + h.apart(row[n-1], i)
}

func spannedRight(h *Sheet, row []int, n, to, i int) int {
	at := slices.Index(row, to)
	length := h.apart(i, row[n])
	for k := n + 1; k <= at; k++ {
		length += h.apart(row[k-1], row[k])
	}
	return length
}

// target is the column that a new vertex should have at a zoom level: that of the plan, or
// that between its parents, or between its neighbours.
func (h *holder) target(z Zoom, i int, v Vertex) int {
	s := h.sheets[z]
	if n, known := h.plan.number[v.name()]; known && h.plan.sheets[z] != nil {
		return h.plan.sheets[z].x[n]
	}
	sum, count := 0, 0
	add := func(j int) {
		if h.placed[j] {
			sum, count = sum+s.X[j], count+1
		}
	}
	for _, key := range v.Parents {
		if j, ok := h.sk.ByKey[key]; ok {
			add(j)
		}
	}
	for n := 0; count == 0 && n < len(h.sk.Chains); n++ {
		if c := h.sk.Chains[n]; c[0] == i {
			add(c[len(c)-1])
		} else if c[len(c)-1] == i {
			add(c[0])
		}
	}
	return sum / max(1, count)
}

// bend finds a place in its row for the bend of an edge, near to the straight line.
func (h *holder) bend(chain []int, n int) bool {
	i := chain[n]
	r := h.sk.Items[i].Row
	row := h.rows[r]
	for _, z := range levels {
		s := h.sheets[z]
		a, b := s.X[chain[n-1]], s.X[chain[len(chain)-1]]
		s.X[i] = a
		if r := len(chain) - n; r > 1 {
			s.X[i] = a + (b-a)/r
		}
	}
	s := h.sheets[cmp.Or(h.plan.room.Zoom, ZoomRows)]
	places := make([]int, len(row)+1)
	far := make([]int, len(row)+1)
	for k := range places {
		places[k] = k
		from, to := math.MinInt, math.MaxInt
		if k > 0 {
			from = s.X[row[k-1]] + s.apart(row[k-1], i)
		}
		if k < len(row) {
			to = s.X[row[k]] - s.apart(i, row[k])
		}
		far[k] = abs(max(min(s.X[i], to), from) - s.X[i])
	}
	slices.SortStableFunc(places, func(a, b int) int { return cmp.Compare(far[a], far[b]) })
	for _, k := range places {
		if tried := slices.Insert(slices.Clone(row), k, i); h.fits(tried) {
			h.rows[r], h.placed[i] = tried, true
			return true
		}
	}
	return false
}

// finish places the bends of a sheet, its ports and lines.
func (h *holder) finish(ctx context.Context, s, before *Sheet) bool {
	rest := slices.Clone(s.X)
	if !placeBends(s, rest) && h.strict(s.Zoom) {
		return false
	}
	s.extend()
	bends := make([]bool, len(h.sk.Items))
	for i := range bends {
		bends[i] = h.sk.IsBend(i)
	}
	s.straighten(bends)
	s.finish(ctx, before)
	hold(s)
	s.keepRemoved(before, h.t)
	return true
}

// placeBends places the bends between vertices that keep the columns that they have. It is
// false where they have no room.
func placeBends(h *Sheet, rest []int) bool {
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
