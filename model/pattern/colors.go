package pattern

import (
	"cmp"
	"math"
	"math/bits"
	"slices"
	"sync/atomic"
)

// coloring gives each column a colour.
type coloring struct {
	of    []int32 // by column; nil where each has one of its own, or they are not known
	count int64
}

// mostColored is how many columns are coloured, and mostColoring in how many steps, each
// a colour or a word looked at, which takes half of the time of a step of a product.
const (
	mostColored  = MostSteps
	mostColoring = 2 * MostSteps
)

// Colors is how many evaluations of a tangent the matrix takes: the colours of one fixed
// greedy colouring of its columns, in which columns that share a row differ. Columns come
// in the order of falling degree (how many other columns share a row with it), ties by
// the lower index, and each takes the smallest colour that is free. A column without
// entries takes part, so that there is one colour at least.
func (p *Pattern) Colors() int64 { return p.colorsOf(p.cols, &p.colors, p.Meeting) }

// RowColors is Colors for rows: evaluations of an adjoint.
func (p *Pattern) RowColors() int64 { return p.colorsOf(p.rows, &p.rowColors, p.RowMeeting) }

func (p *Pattern) colorsOf(n int32, known *atomic.Pointer[coloring], meeting func() *Pattern) int64 {
	switch {
	case p.unknown:
		return math.MaxInt64
	case p.IsDense():
		return int64(n)
	}
	return p.coloringOf(n, known, meeting).count
}

// ColorOfColumns is the colour of each column, from 0. The caller must not change it.
// The pattern is known.
func (p *Pattern) ColorOfColumns() []int32 { return p.assigned(p.cols, &p.colors, p.Meeting) }

// ColorOfRows is the colour of each row, likewise.
func (p *Pattern) ColorOfRows() []int32 { return p.assigned(p.rows, &p.rowColors, p.RowMeeting) }

func (p *Pattern) assigned(n int32, known *atomic.Pointer[coloring], meeting func() *Pattern) []int32 {
	if !p.IsDense() {
		if c := p.coloringOf(n, known, meeting); c.of != nil {
			return c.of
		}
	}
	return each(n)
}

// each gives each of n a colour of its own.
func each(n int32) []int32 {
	all := make([]int32, n)
	for c := range all {
		all[c] = int32(c)
	}
	return all
}

// Meeting is the pattern PᵀP: which columns share a row.
func (p *Pattern) Meeting() *Pattern {
	if m := p.meeting.Load(); m != nil {
		return m
	}
	var m *Pattern
	if before, last := p.apart(); before != nil && before.factors < p.factors {
		// It is lastᵀ(beforeᵀbefore)last, and the middle is symmetric: few entries times
		// many, twice.
		t := last.Transposed()
		m = t.Times(t.Times(before.Meeting()).Transposed())
	} else {
		m = p.Transposed().Times(p)
	}
	m.transposed.Store(m)
	p.meeting.Store(m)
	return m
}

// RowMeeting is the pattern PPᵀ: which rows share a column.
func (p *Pattern) RowMeeting() *Pattern {
	if m := p.rowMeeting.Load(); m != nil {
		return m
	}
	var m *Pattern
	if p.first != nil {
		m = p.first.Times(p.first.Times(p.rest.RowMeeting()).Transposed())
	} else {
		m = p.Times(p.Transposed())
	}
	m.transposed.Store(m)
	p.rowMeeting.Store(m)
	return m
}

// Prepare makes what [Pattern.Colors] of a product of many factors needs, factor by factor,
// and PrepareRows what [Pattern.RowColors] does. It gives up when stop says so.
func (p *Pattern) Prepare(stop func() bool) {
	if before, _ := p.apart(); before != nil && before.factors < p.factors && p.meeting.Load() == nil {
		before.Prepare(stop)
	}
	if !stop() {
		p.Meeting()
	}
}

// PrepareRows is Prepare for rows.
func (p *Pattern) PrepareRows(stop func() bool) {
	if p.first != nil && p.rowMeeting.Load() == nil {
		p.rest.PrepareRows(stop)
	}
	if !stop() {
		p.RowMeeting()
	}
}

// apart gives the last factor of a product, and the product of those before; nil where p
// is no product.
func (p *Pattern) apart() (before, last *Pattern) {
	if p.first == nil || p.rest.first == nil {
		return p.first, p.rest
	}
	before, last = p.rest.apart()
	return p.first.Times(before), last
}

// coloringOf colours the n columns (rows) of which it is known which meet, those with the
// same neighbours together.
func (p *Pattern) coloringOf(n int32, known *atomic.Pointer[coloring], meeting func() *Pattern) *coloring {
	if c := known.Load(); c != nil {
		return c
	}
	p.coloring.Lock()
	defer p.coloring.Unlock()
	if c := known.Load(); c != nil {
		return c
	}
	m := meeting()
	if m.IsDense() {
		c := &coloring{count: int64(n)}
		known.Store(c)
		return c
	}
	c := &coloring{count: 1}
	if m.unknown || n > mostColored {
		c.count = math.MaxInt64
		known.Store(c)
		return c
	}
	c.of = make([]int32, n)
	degree := m.lengths()
	order := make([]int32, 0, len(m.starts))
	for k, n := range degree {
		if n > 0 { // without entries: colour 0
			order = append(order, int32(k))
		}
	}
	slices.SortStableFunc(order, func(a, b int32) int { return cmp.Compare(degree[b], degree[a]) })

	steps, done := c.slide(m, order)
	if !done {
		clear(c.of)
		steps += c.mark(m, order)
	}
	if p.table != nil {
		p.table.steps.Add(int64(steps))
	}
	known.Store(c)
	return c
}

// mark colours the runs of columns of the meeting pattern in this order: each colour knows
// the runs that may not have it. It gives its steps.
func (c *coloring) mark(m *Pattern, order []int32) (steps int) {
	words := (len(m.starts) + 63) / 64
	var taken [][]uint64    // by colour: the runs that may not have it
	var spans, runs []int32 // runs by column, where they are not the columns themselves
	if len(m.starts) < len(c.of) {
		runs = make([]int32, len(c.of))
		for k := range m.starts {
			for c := m.starts[k]; c < m.end(k); c++ {
				runs[c] = int32(k)
			}
		}
	}
	for _, run := range order {
		spans = m.run(int(run), spans[:0])
		wide := len(spans)
		for k := 0; k < len(spans); k += 2 {
			if runs != nil { // PᵀP is symmetric: a span is of whole runs
				spans[k], spans[k+1] = runs[spans[k]], runs[spans[k+1]-1]+1
			}
			wide += int(spans[k+1]-spans[k]) / 64
		}
		color := 0
		for column := m.starts[run]; column < m.end(int(run)); column++ {
			from := color
			for color < len(taken) && taken[color][run/64]>>(run%64)&1 != 0 {
				color++
			}
			if color == len(taken) {
				taken = append(taken, make([]uint64, words))
				steps += 8 * words // it stays
			}
			fill(taken[color], spans)
			c.of[column] = int32(color)
			color++
			steps += color - from + wide
		}
		if steps > mostColoring {
			c.count = math.MaxInt64
			return steps
		}
	}
	c.count = max(1, int64(len(taken)))
	return steps
}

// manyChanges is up to how many changes for each column [coloring.slide] is quicker.
const manyChanges = 32

// window is some columns, and how many of them have each colour.
type window struct {
	columns []int32  // as spans
	uses    []int32  // by colour
	free    []uint64 // the colours without a use
}

func (w *window) tally(color, by int32) {
	for int(color) >= len(w.uses) {
		w.free, w.uses = append(w.free, ^uint64(0)), append(w.uses, make([]int32, 64)...)
	}
	if w.uses[color] += by; w.uses[color] == 0 {
		w.free[color/64] |= 1 << (color % 64)
	} else {
		w.free[color/64] &^= 1 << (color % 64)
	}
}

// slide colours the runs of columns in this order where few of their neighbours are others
// than those of a run just before, as in a band. It takes turns between two windows: the
// columns at both ends of a band have the same degrees. It gives its steps; where too much
// changes it gives up, and done is false.
func (c *coloring) slide(m *Pattern, order []int32) (steps int, done bool) {
	for k := range c.of {
		c.of[k] = -1
	}
	var windows [2]window
	var meets []int32
	var change [2][]int32
	changes := 0
	for _, run := range order {
		meets = m.run(int(run), meets[:0])
		at, least := 0, math.MaxInt
		for k := range windows {
			change[k] = differing(meets, windows[k].columns, change[k][:0])
			changed := 0
			for n := 0; n < len(change[k]); n += 2 {
				changed += int(change[k][n+1] - change[k][n])
			}
			if steps += len(change[k])/2 + 1; changed < least {
				at, least = k, changed
			}
		}
		if changes += least; changes > manyChanges*len(c.of) {
			return steps + changes, false
		}
		w := &windows[at]
		w.move(meets, change[at], c.of)
		word := 0
		for column := m.starts[run]; column < m.end(int(run)); column++ {
			for word < len(w.free) && w.free[word] == 0 {
				word++
				steps++
			}
			color := int32(64 * word)
			if word < len(w.free) {
				color += int32(bits.TrailingZeros64(w.free[word]))
			}
			c.of[column] = color
			c.count = max(c.count, int64(color)+1)
			w.tally(color, 1)
			if other := &windows[1-at]; holds(other.columns, column) {
				other.tally(color, 1)
			}
			steps++
		}
	}
	for k, color := range c.of {
		c.of[k] = max(0, color)
	}
	return steps + changes, true
}

// move makes the window that of other columns, of which it is known what changes.
func (w *window) move(columns, change, colors []int32) {
	at := 0
	for k := 0; k < len(change); k += 2 {
		for column := change[k]; column < change[k+1]; column++ {
			for at < len(columns) && columns[at] <= column {
				at++ // so that it is odd within a span
			}
			if color := colors[column]; color >= 0 {
				w.tally(color, int32(2*(at%2)-1))
			}
		}
	}
	w.columns = append(w.columns[:0], columns...)
}

// holds reports whether a column is in the spans.
func holds(spans []int32, column int32) bool {
	at, exact := slices.BinarySearch(spans, column)
	return exact == (at%2 == 0)
}
