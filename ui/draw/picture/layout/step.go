package layout

import (
	"context"
	"slices"
)

// Transition is what happens to the items of a skeleton in a step: OrderRows finds
// it, and the sheets of all zoom levels follow it.
type Transition struct {
	to    []int  // for every item before the step the same one afterwards, or -1
	zoom  Zoom   // at which the order was found
	born  []int  // columns at that level in which new vertices were put
	homes *Homes // nil for none
}

// OrderRows orders the rows of a layout that follows another: survivors as they
// stood, new vertices in the free slots nearest to their homes, or to where they belong
// without. All is measured at the level of the sheet before, and the order is the same at
// every level.
func OrderRows(ctx context.Context, sk *Skeleton, before *Sheet, homes *Homes) *Transition {
	t := &Transition{to: sk.Survivors(before.sk), zoom: before.Zoom, homes: homes}
	p := newSheet(before.Zoom, sk)
	p.measure(before)
	s := rowInserter{p: p, placed: make([]bool, len(sk.Items)), least: before.Least / 2,
		most: before.Most / 2}
	s.survivors(before, t)
	for _, i := range s.newVertices() {
		at, ok := homes.column(before.Zoom, sk.Vertices[i])
		if !ok {
			at = s.preferredColumn(i)
		}
		if old, moved := before.sk.ByKey[sk.Vertices[i].Key]; moved { // from another row
			at = before.X[old]
		}
		s.insert(i, at)
	}
	for _, chain := range sk.Chains {
		if ctx.Err() != nil {
			break
		}
		s.bends(chain)
	}
	if ctx.Err() == nil {
		sk.Rows = s.rows
		sk.Replace()
	}
	t.born = p.X
	return t
}

// rowInserter inserts items into rows that already stand.
type rowInserter struct {
	p      *Sheet
	rows   [][]int
	placed []bool
	least  int // first and last column of the picture before the step
	most   int
}

// survivors takes over rows and columns of what was there before.
func (s *rowInserter) survivors(before *Sheet, t *Transition) {
	sk := s.p.sk
	s.rows = make([][]int, len(sk.Rows))
	for _, row := range before.sk.Rows {
		for _, old := range row {
			i := t.to[old]
			if i < 0 {
				continue
			}
			s.p.X[i] = before.X[old]
			s.placed[i] = true
			s.rows[sk.Items[i].Row] = append(s.rows[sk.Items[i].Row], i)
		}
	}
}

func (s *rowInserter) newVertices() []int {
	var list []int
	for i := range s.p.sk.Vertices {
		if !s.placed[i] {
			list = append(list, i)
		}
	}
	return list
}

// preferredColumn is the midpoint of the parents of vertex i, of its neighbours if
// it has none; else it lies behind the end of its row.
func (s *rowInserter) preferredColumn(i int) int {
	sk := s.p.sk
	sum, count := 0, 0
	add := func(j int) {
		if s.placed[j] {
			sum += s.p.X[j]
			count++
		}
	}
	for _, key := range sk.Vertices[i].Parents {
		if j, ok := sk.ByKey[key]; ok {
			add(j)
		}
	}
	if count == 0 {
		for _, e := range sk.Chains {
			if from, to := e[0], e[len(e)-1]; from == i {
				add(to)
			} else if to == i {
				add(from)
			}
		}
	}
	if row := s.rows[sk.Items[i].Row]; count == 0 && len(row) > 0 {
		return s.p.X[row[len(row)-1]] + 1
	}
	return sum / max(count, 1)
}

// What it costs to push a vertex or a bend aside, in columns that a new
// vertex would rather be put away from its place.
const (
	pushVertex = 24
	pushBend   = 4
)

// insert puts item i into its row: into the free slot nearest to column at,
// or, if that is farther away than the others are worth, there where it
// belongs.
func (s *rowInserter) insert(i, at int) {
	r := s.p.sk.Items[i].Row
	index, x, far := s.slot(i, at)
	if far > 0 {
		if n := s.between(r, at); s.pushes(i, n, at) < far {
			index, x = n, at
		}
	}
	s.p.X[i] = x
	s.placed[i] = true
	s.rows[r] = slices.Insert(s.rows[r], index, i)
}

// pushes is the cost of putting item i at index n of its row and column at,
// whatever stands there.
func (s *rowInserter) pushes(i, n, at int) int {
	row := s.rows[s.p.sk.Items[i].Row]
	cost := 0
	for _, by := range []int{-1, 1} {
		x, last := at, i
		for k := n + (by-1)/2; k >= 0 && k < len(row); k += by {
			j := row[k]
			if by < 0 {
				x -= s.p.apart(j, last)
			} else {
				x += s.p.apart(last, j)
			}
			if by*(s.p.X[j]-x) >= 0 {
				break
			}
			if s.p.sk.IsBend(j) {
				cost += pushBend
			} else {
				cost += pushVertex
			}
			last = j
		}
	}
	return cost
}

// slot returns the free slot for item i nearest to a column: its index in the
// row, its column and the distance. Places that make the picture wider count
// double.
func (s *rowInserter) slot(i, at int) (index, x, far int) {
	row := s.rows[s.p.sk.Items[i].Row]
	if len(row) == 0 {
		return 0, at, 0
	}
	far = -1
	for n := 0; n <= len(row); n++ {
		column := at
		if n < len(row) {
			column = min(column, s.p.X[row[n]]-s.p.apart(i, row[n]))
		}
		if n > 0 {
			least := s.p.X[row[n-1]] + s.p.apart(row[n-1], i)
			if n < len(row) && least > s.p.X[row[n]]-s.p.apart(i, row[n]) {
				continue
			}
			column = max(column, least)
		}
		d := abs(column-at) + max(0, s.least-column, column-s.most)
		if far < 0 || d < far {
			index, x, far = n, column, d
		}
	}
	return index, x, far
}

// between returns the index in row r at which column at lies.
func (s *rowInserter) between(r, at int) int {
	for n, j := range s.rows[r] {
		if s.p.X[j] >= at {
			return n
		}
	}
	return len(s.rows[r])
}

// bends leads a new edge through the rows between its ends: in one column if
// there is one that is nearly free all the way.
func (s *rowInserter) bends(chain []int) {
	sk := s.p.sk
	var bends []int
	for _, i := range chain {
		if !s.placed[i] {
			bends = append(bends, i)
		}
	}
	if len(bends) == 0 {
		return
	}
	a, b := s.p.X[chain[0]], s.p.X[chain[len(chain)-1]]
	candidates := []int{a, b, (a + b) / 2}
	for _, i := range bends {
		for _, at := range []int{a, b, (a + b) / 2} {
			_, x, _ := s.slot(i, at)
			candidates = append(candidates, x)
		}
	}
	best, least := a, -1
	for _, at := range candidates {
		cost := abs(at-a) + abs(at-b)
		for _, i := range bends {
			_, _, far := s.slot(i, at)
			if far > 0 {
				cost += 4 + 4*min(far, s.pushes(i, s.between(sk.Items[i].Row, at), at))
			}
		}
		if least < 0 || cost < least {
			best, least = at, cost
		}
	}
	for _, i := range bends {
		s.insert(i, best)
	}
}

// follow places the items of a later picture: survivors keep their columns
// unless others press against them.
func (h *Sheet) follow(ctx context.Context, before *Sheet, t *Transition) {
	const bend = 64
	sk := h.sk
	fresh := make([]bool, len(sk.Items))
	for i := range sk.Items {
		fresh[i] = true
	}
	for old := range before.sk.Items {
		if i := t.to[old]; i >= 0 {
			h.X[i], fresh[i] = before.X[old], false
		}
	}
	h.guess(fresh, t)
	rest := slices.Clone(h.X)
	var sol isotonic
	for round := range 4 {
		if ctx.Err() != nil {
			return
		}
		for n := range sk.Rows {
			r := n
			if round%2 == 1 {
				r = len(sk.Rows) - 1 - n
			}
			row := sk.Rows[r]
			sol.row(h, row, func(i int) {
				switch {
				case !fresh[i] && !sk.IsBend(i):
					sol.target(rest[i], keep)
				case !fresh[i]:
					sol.target(rest[i], bend)
				default:
					sol.target(rest[i], 6)
					h.targets(&sol, i)
				}
			})
			h.take(&sol, row)
		}
	}
	h.extend()
	h.straighten(fresh)
}

// guess gives what is new a first column. At the level of
// OrderRows it is the one found there; at others its home, or the place between its neighbours
// in the row that corresponds to it.
func (h *Sheet) guess(fresh []bool, t *Transition) {
	born := t.born
	for _, row := range h.sk.Rows {
		for n, i := range row {
			if !fresh[i] {
				continue
			}
			if h.Zoom == t.zoom {
				h.X[i] = born[i]
				continue
			}
			if !h.sk.IsBend(i) {
				if at, ok := t.homes.column(h.Zoom, h.sk.Vertices[i]); ok {
					h.X[i] = at
					continue
				}
			}
			left, right := n-1, n+1
			for right < len(row) && fresh[row[right]] {
				right++
			}
			switch {
			case left >= 0 && right < len(row):
				j, k := row[left], row[right]
				from, to := h.X[j]+h.apart(j, i), h.X[k]-h.apart(i, k)
				h.X[i] = from
				if span := born[k] - born[j]; span > 0 && to > from {
					h.X[i] = min(to, from+(to-from)*(born[i]-born[j])/span)
				}
			case left >= 0:
				h.X[i] = h.X[row[left]] + max(h.apart(row[left], i), min(pushVertex, born[i]-born[row[left]]))
			case right < len(row):
				k := row[right]
				h.X[i] = h.X[k] - max(h.apart(i, k), min(pushVertex, born[k]-born[i]))
			}
		}
	}
}

// targets adds what the neighbours of item i target for it.
func (h *Sheet) targets(sol *isotonic, i int) {
	for _, s := range h.sk.In[i] {
		sol.target(h.X[h.sk.Segments[s].From]+h.Tops[s]-h.Bottoms[s], h.sk.weight(h.sk.Segments[s]))
	}
	for _, s := range h.sk.Out[i] {
		sol.target(h.X[h.sk.Segments[s].To]+h.Bottoms[s]-h.Tops[s], h.sk.weight(h.sk.Segments[s]))
	}
}
