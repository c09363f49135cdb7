package picture

import (
	"context"
	"slices"
)

// transition is what happens to the items of a skeleton in a step.
type transition struct {
	to   []int // for every item before the step the same one afterwards, or -1
	born []int // columns at ZoomRows in which newborns were put
}

// settle orders the rows of a layout that follows another: survivors as they
// stood, newborns in the free slots nearest to where they belong. All is
// measured at ZoomRows, so that the order is the same at every level.
func settle(ctx context.Context, sk *skeleton, before *sheet) *transition {
	t := &transition{to: sk.survivors(before.sk)}
	p := newSheet(ZoomRows, sk)
	p.measure(before)
	s := settler{p: p, placed: make([]bool, len(sk.items)), least: before.least / 2, most: before.most / 2}
	s.survivors(before, t)
	for _, i := range s.newVertices() {
		s.insert(i, s.birthplace(i))
	}
	for _, chain := range sk.chains {
		if ctx.Err() != nil {
			break
		}
		s.lead(chain)
	}
	if ctx.Err() == nil {
		sk.rows = s.rows
		sk.replace()
	}
	t.born = p.x
	return t
}

// settler inserts items into rows that already stand.
type settler struct {
	p      *sheet
	rows   [][]int
	placed []bool
	least  int // first and last column of the picture before the step
	most   int
}

// survivors takes over rows and columns of what was there before.
func (s *settler) survivors(before *sheet, t *transition) {
	sk := s.p.sk
	s.rows = make([][]int, len(sk.rows))
	for _, row := range before.sk.rows {
		for _, old := range row {
			i := t.to[old]
			if i < 0 {
				continue
			}
			s.p.x[i] = before.x[old]
			s.placed[i] = true
			s.rows[sk.items[i].row] = append(s.rows[sk.items[i].row], i)
		}
	}
}

func (s *settler) newVertices() []int {
	var list []int
	for i := range s.p.sk.vertices {
		if !s.placed[i] {
			list = append(list, i)
		}
	}
	return list
}

// birthplace is the midpoint of the parents of vertex i, of its neighbours if
// it has none, else of its row.
func (s *settler) birthplace(i int) int {
	sk := s.p.sk
	sum, count := 0, 0
	add := func(j int) {
		if s.placed[j] {
			sum += s.p.x[j]
			count++
		}
	}
	for _, key := range sk.vertices[i].Parents {
		if j, ok := sk.byKey[key]; ok {
			add(j)
		}
	}
	if count == 0 {
		for _, e := range sk.chains {
			if from, to := e[0], e[len(e)-1]; from == i {
				add(to)
			} else if to == i {
				add(from)
			}
		}
	}
	if row := s.rows[sk.items[i].row]; count == 0 && len(row) > 0 {
		return (s.p.x[row[0]] + s.p.x[row[len(row)-1]]) / 2
	}
	return sum / max(count, 1)
}

// What it costs to push a vertex or a bend aside, in columns that a newborn
// would rather be put away from its place.
const (
	pushVertex = 24
	pushBend   = 4
)

// insert puts item i into its row: into the free slot nearest to column at,
// or, if that is farther away than the others are worth, there where it
// belongs.
func (s *settler) insert(i, at int) {
	r := s.p.sk.items[i].row
	index, x, far := s.slot(i, at)
	if far > 0 {
		if n := s.between(r, at); s.pushes(i, n, at) < far {
			index, x = n, at
		}
	}
	s.p.x[i] = x
	s.placed[i] = true
	s.rows[r] = slices.Insert(s.rows[r], index, i)
}

// pushes is the cost of putting item i at index n of its row and column at,
// whatever stands there.
func (s *settler) pushes(i, n, at int) int {
	row := s.rows[s.p.sk.items[i].row]
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
			if by*(s.p.x[j]-x) >= 0 {
				break
			}
			if s.p.sk.isBend(j) {
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
func (s *settler) slot(i, at int) (index, x, far int) {
	row := s.rows[s.p.sk.items[i].row]
	if len(row) == 0 {
		return 0, at, 0
	}
	far = -1
	for n := 0; n <= len(row); n++ {
		column := at
		if n < len(row) {
			column = min(column, s.p.x[row[n]]-s.p.apart(i, row[n]))
		}
		if n > 0 {
			least := s.p.x[row[n-1]] + s.p.apart(row[n-1], i)
			if n < len(row) && least > s.p.x[row[n]]-s.p.apart(i, row[n]) {
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
func (s *settler) between(r, at int) int {
	for n, j := range s.rows[r] {
		if s.p.x[j] >= at {
			return n
		}
	}
	return len(s.rows[r])
}

// lead leads a new edge through the rows between its ends: in one column if
// there is one that is nearly free all the way.
func (s *settler) lead(chain []int) {
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
	a, b := s.p.x[chain[0]], s.p.x[chain[len(chain)-1]]
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
				cost += 4 + 4*min(far, s.pushes(i, s.between(sk.items[i].row, at), at))
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
func (p *sheet) follow(ctx context.Context, before *sheet, t *transition) {
	const bend = 64
	sk := p.sk
	fresh := make([]bool, len(sk.items))
	for i := range sk.items {
		fresh[i] = true
	}
	for old := range before.sk.items {
		if i := t.to[old]; i >= 0 {
			p.x[i], fresh[i] = before.x[old], false
		}
	}
	p.guess(fresh, t.born)
	rest := slices.Clone(p.x)
	var sol isotonic
	for round := range 4 {
		if ctx.Err() != nil {
			return
		}
		for n := range sk.rows {
			r := n
			if round%2 == 1 {
				r = len(sk.rows) - 1 - n
			}
			row := sk.rows[r]
			sol.reset()
			shift := 0
			for n, i := range row {
				if n > 0 {
					shift += p.apart(row[n-1], i)
				}
				sol.begin(shift)
				switch {
				case !fresh[i] && !sk.isBend(i):
					sol.wish(rest[i], keep)
				case !fresh[i]:
					sol.wish(rest[i], bend)
				default:
					sol.wish(rest[i], 6)
					p.wishes(&sol, i)
				}
				sol.end()
			}
			p.take(&sol, row)
		}
	}
	p.extend()
	p.straighten(fresh)
}

// guess gives what is new a first column. At ZoomRows it is the one found by
// settle; at other levels the place between its neighbours in the row that
// corresponds to it.
func (p *sheet) guess(fresh []bool, born []int) {
	for _, row := range p.sk.rows {
		for n, i := range row {
			if !fresh[i] {
				continue
			}
			if p.zoom == ZoomRows {
				p.x[i] = born[i]
				continue
			}
			left, right := n-1, n+1
			for right < len(row) && fresh[row[right]] {
				right++
			}
			switch {
			case left >= 0 && right < len(row):
				j, k := row[left], row[right]
				from, to := p.x[j]+p.apart(j, i), p.x[k]-p.apart(i, k)
				p.x[i] = from
				if span := born[k] - born[j]; span > 0 && to > from {
					p.x[i] = min(to, from+(to-from)*(born[i]-born[j])/span)
				}
			case left >= 0:
				p.x[i] = p.x[row[left]] + max(p.apart(row[left], i), min(pushVertex, born[i]-born[row[left]]))
			case right < len(row):
				k := row[right]
				p.x[i] = p.x[k] - max(p.apart(i, k), min(pushVertex, born[k]-born[i]))
			}
		}
	}
}

// wishes adds what the neighbours of item i wish for it.
func (p *sheet) wishes(sol *isotonic, i int) {
	for _, s := range p.sk.in[i] {
		sol.wish(p.x[p.sk.segs[s].from]+p.tops[s]-p.bottoms[s], p.weight(p.sk.segs[s]))
	}
	for _, s := range p.sk.out[i] {
		sol.wish(p.x[p.sk.segs[s].to]+p.bottoms[s]-p.tops[s], p.weight(p.sk.segs[s]))
	}
}
