// Package pattern says which entries of a Jacobian can be non-zero, and what that saves:
// patterns of products and sums, the scalar multiplications of a sparse product, and the
// colours of columns and rows that are evaluated together (Curtis, Powell and Reid 1974).
//
// A pattern is a value that never changes. Rows are kept as spans of columns, equal rows
// that follow each other once, so that a dense pattern takes a few bytes whatever its
// size and the powers of a band as many as their rows; where bits take less, the rows
// are bits. [Pattern.Times] and [Pattern.Union] remember what they found in a [Table]:
// a program that steps in time has few patterns, the powers of one step, and a product of
// two of them is a look-up.
package pattern

import (
	"math"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
)

const (
	// MostBytes is what one pattern may take. One that would take more is not known: see
	// [Pattern.IsKnown].
	MostBytes = 64 << 20

	// MostSteps is what a product, a sum or a colouring may take in steps, each a span, a
	// word or a column looked at. One that would take more is not known.
	MostSteps = 1 << 26

	// MostRows is how many rows and columns a pattern may have.
	MostRows = math.MaxInt32 - 1
)

// Pattern is a set of entries of a matrix. Make one with [Parse], [Dense], [FromRows],
// [Pattern.Times] or [Pattern.Union].
type Pattern struct {
	rows, cols int32
	unit       bool // all entries are 1, one in each row
	unknown    bool // it was too large to find

	// Run r stands for the equal rows starts[r] up to starts[r+1]. Its columns are
	// spans[ends[r-1]:ends[r]], pairs of first and behind the last, ascending and apart;
	// or they are the bits of words[r*stride:].
	starts []int32
	ends   []int32
	spans  []int32
	words  []uint64

	entries int64
	steps   int // that it took to make
	hash    uint64
	table   *Table
	text    string // as in the file; empty for what was computed

	// What it was made of when it was new, if it was: first·rest, where first was not.
	// Both are older.
	first, rest *Pattern
	factors     int // how many

	transposed atomic.Pointer[Pattern]
	meeting    atomic.Pointer[Pattern] // columns that share a row: PᵀP
	rowMeeting atomic.Pointer[Pattern] // rows that share a column: PPᵀ
	ofRows     atomic.Pointer[profile]
	ofColumns  atomic.Pointer[profile]
	colors     atomic.Pointer[coloring]
	rowColors  atomic.Pointer[coloring]
	coloring   sync.Mutex // held while colours are looked for: several searches ask at once
}

// Table remembers the patterns of one dag and their products and sums. It may be used
// from many goroutines. Where it has grown beyond its limit it forgets: what is asked for
// again is then computed again.
type Table struct {
	mutex    sync.RWMutex
	known    map[uint64][]*Pattern
	products map[[2]*Pattern]*Pattern
	unions   map[[2]*Pattern]*Pattern
	bytes    int64
	steps    atomic.Int64
}

// Steps is how many spans, words and columns were looked at for products, sums and
// colours of the table's patterns so far.
func (t *Table) Steps() int64 { return t.steps.Load() }

// mostTable is how many bytes a table remembers.
const mostTable = 640 << 20

// NewTable makes an empty one.
func NewTable() *Table {
	t := &Table{}
	t.forget()
	return t
}

func (t *Table) forget() {
	t.known, t.bytes = make(map[uint64][]*Pattern), 0
	t.products, t.unions = make(map[[2]*Pattern]*Pattern), make(map[[2]*Pattern]*Pattern)
}

// Intern gives the pattern of the table that is equal to p.
func (t *Table) Intern(p *Pattern) *Pattern { return t.internProduct(p, nil, nil) }

// internProduct is Intern of a product, which remembers its factors if it is new.
func (t *Table) internProduct(p, first, rest *Pattern) *Pattern {
	if p.table == t {
		return p
	}
	t.steps.Add(int64(p.steps))
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, q := range t.known[p.hash] {
		if q.Equal(p) {
			return q
		}
	}
	if t.bytes > mostTable {
		t.forget()
	}
	if p.table != nil { // of another table, which may be at work
		p = &Pattern{
			rows: p.rows, cols: p.cols, unit: p.unit, unknown: p.unknown, starts: p.starts, ends: p.ends,
			spans: p.spans,
			words: p.words, entries: p.entries, hash: p.hash, text: p.text,
		}
	}
	if p.table, p.first, p.rest, p.factors = t, first, rest, 1; rest != nil {
		p.factors = 1 + rest.factors
	}
	t.known[p.hash] = append(t.known[p.hash], p)
	t.bytes += p.Bytes()
	return p
}

// Table is where the pattern's products are remembered; nil for one that no dag has.
func (p *Pattern) Table() *Table { return p.table }

// Rows is the number of rows, n_j of an edge (i,j).
func (p *Pattern) Rows() int64 { return int64(p.rows) }

// Columns is the number of columns, n_i of an edge (i,j).
func (p *Pattern) Columns() int64 { return int64(p.cols) }

// IsUnit reports whether all entries are 1 and each row has one: a product with such a
// matrix moves entries and costs nothing.
func (p *Pattern) IsUnit() bool { return p.unit }

// IsKnown reports whether the pattern could be found within the limits. One that is not
// counts as one with more entries and colours than can be counted.
func (p *Pattern) IsKnown() bool { return !p.unknown }

// IsDense reports whether each entry can be non-zero.
func (p *Pattern) IsDense() bool { return !p.unknown && p.entries == int64(p.rows)*int64(p.cols) }

// Entries is how many entries can be non-zero.
func (p *Pattern) Entries() int64 { return p.entries }

// Bytes is about how much memory the pattern takes.
func (p *Pattern) Bytes() int64 {
	return int64(4*(len(p.starts)+len(p.ends)+len(p.spans))+8*len(p.words)) + 256
}

// Equal reports whether two patterns have the same size and entries, and are both unit
// or both not.
func (p *Pattern) Equal(q *Pattern) bool {
	return p == q || p.hash == q.hash && p.rows == q.rows && p.cols == q.cols && p.unit == q.unit &&
		p.unknown == q.unknown &&
		slices.Equal(p.starts, q.starts) && slices.Equal(p.ends, q.ends) && slices.Equal(p.spans, q.spans) &&
		slices.Equal(p.words, q.words)
}

// Hash is the same for equal patterns.
func (p *Pattern) Hash() uint64 { return p.hash }

// Row appends the columns of row r as spans: pairs of the first column and of the one
// behind the last.
func (p *Pattern) Row(r int64, spans []int32) []int32 {
	return p.run(p.runOf(int32(r)), spans)
}

// Has reports whether the entry can be non-zero.
func (p *Pattern) Has(row, column int64) bool {
	spans := p.Row(row, nil)
	for k := 0; k < len(spans); k += 2 {
		if int64(spans[k]) <= column && column < int64(spans[k+1]) {
			return true
		}
	}
	return p.unknown
}

// runOf is the run that row r belongs to.
func (p *Pattern) runOf(r int32) int {
	if len(p.starts) == int(p.rows) {
		return int(r)
	}
	at, exact := slices.BinarySearch(p.starts, r)
	if !exact {
		at--
	}
	return at
}

// end is the row behind run r.
func (p *Pattern) end(r int) int32 {
	if r+1 < len(p.starts) {
		return p.starts[r+1]
	}
	return p.rows
}

func (p *Pattern) stride() int { return (int(p.cols) + 63) / 64 }

// run appends the spans of run r.
func (p *Pattern) run(r int, to []int32) []int32 {
	if p.words == nil {
		return append(to, p.stored(r)...)
	}
	n := p.stride()
	return spansOf(p.words[r*n:(r+1)*n], 0, to)
}

// stored is the spans of run r of a pattern without words.
func (p *Pattern) stored(r int) []int32 {
	from := int32(0)
	if r > 0 {
		from = p.ends[r-1]
	}
	return p.spans[from:p.ends[r]]
}

// spansOf appends the spans of the set bits; the first word begins at column base.
func spansOf(words []uint64, base int32, to []int32) []int32 {
	open := false
	for w, word := range words {
		at := base + int32(w)*64
		if open {
			if word == ^uint64(0) {
				continue
			}
			n := bits.TrailingZeros64(^word)
			to, open = append(to, at+int32(n)), false
			word &^= 1<<n - 1
		}
		for word != 0 {
			lo := bits.TrailingZeros64(word)
			n := bits.TrailingZeros64(^(word >> lo))
			to = append(to, at+int32(lo))
			if lo+n == 64 {
				open = true
				break
			}
			to = append(to, at+int32(lo+n))
			word &^= 1<<(lo+n) - 1
		}
	}
	if open {
		to = append(to, base+int32(len(words))*64)
	}
	return to
}

// builder takes the rows of a pattern one after the other.
type builder struct {
	p        Pattern
	last     []int32 // the row before
	next     int32
	steps    int  // spans and words looked at for it
	tooLarge bool // it is beyond a limit, and takes no more rows
}

func newBuilder(rows, cols int32) *builder { return &builder{p: Pattern{rows: rows, cols: cols}} }

// add appends n rows with these spans.
func (b *builder) add(spans []int32, n int32) {
	if n == 0 || b.tooLarge {
		return
	}
	b.steps += len(spans)/2 + 1
	if len(b.p.starts) == 0 || !slices.Equal(spans, b.last) {
		b.p.starts = append(b.p.starts, b.next)
		b.last = append(b.last[:0], spans...)
		b.put(spans)
		b.tooLarge = b.p.Bytes() > MostBytes
	}
	b.tooLarge = b.tooLarge || b.steps > MostSteps
	b.next += n
	for k := 0; k < len(spans); k += 2 {
		b.p.entries += int64(spans[k+1]-spans[k]) * int64(n)
	}
}

// put keeps the spans of a new run, as bits once these take less.
func (b *builder) put(spans []int32) {
	n := b.p.stride()
	if b.p.words == nil && 4*(len(b.p.spans)+len(spans)) > 8*n*len(b.p.starts)+4096 {
		old := Pattern{cols: b.p.cols, spans: b.p.spans, ends: b.p.ends}
		b.p.words, b.p.spans, b.p.ends = make([]uint64, 0, 2*n*len(b.p.starts)), nil, nil
		for r := range old.ends {
			b.p.words = append(b.p.words, make([]uint64, n)...)
			fill(b.p.words[r*n:], old.stored(r))
		}
	}
	if b.p.words != nil {
		at := len(b.p.words)
		b.p.words = append(b.p.words, make([]uint64, n)...)
		fill(b.p.words[at:], spans)
		return
	}
	b.p.spans = append(b.p.spans, spans...)
	b.p.ends = append(b.p.ends, int32(len(b.p.spans)))
}

// fill sets the bits of the spans.
func fill(words []uint64, spans []int32) {
	for k := 0; k < len(spans); k += 2 {
		lo, hi := spans[k], spans[k+1]-1
		first, last := lo/64, hi/64
		low, high := ^uint64(0)<<(lo%64), ^uint64(0)>>(63-hi%64)
		if first == last {
			words[first] |= low & high
			continue
		}
		words[first] |= low
		for w := first + 1; w < last; w++ {
			words[w] = ^uint64(0)
		}
		words[last] |= high
	}
}

// done gives the pattern. Whether rows are spans or bits is decided by the whole, so that
// equal patterns are kept alike.
func (b *builder) done() *Pattern {
	if b.tooLarge {
		p := unknownPattern(b.p.rows, b.p.cols)
		p.steps = b.steps
		return p
	}
	p := &Pattern{
		rows: b.p.rows, cols: b.p.cols, unit: b.p.unit, starts: b.p.starts, ends: b.p.ends, spans: b.p.spans,
		words:   b.p.words,
		entries: b.p.entries, steps: b.steps,
	}
	if p.words != nil {
		n, total := p.stride(), 0
		var spans []int32
		for r := range p.starts {
			spans = p.run(r, spans[:0])
			total += len(spans)
		}
		if 4*total <= 8*n*len(p.starts) {
			words := p.words
			p.words, p.spans, p.ends = nil, make([]int32, 0, total), make([]int32, 0, len(p.starts))
			for r := range p.starts {
				p.spans = spansOf(words[r*n:(r+1)*n], 0, p.spans)
				p.ends = append(p.ends, int32(len(p.spans)))
			}
		}
	} else if n := p.stride(); 4*len(p.spans) > 8*n*len(p.starts) {
		p.words = make([]uint64, n*len(p.starts))
		for r := range p.starts {
			fill(p.words[r*n:], p.stored(r))
		}
		p.spans, p.ends = nil, nil
	}
	p.sign()
	return p
}

// sign computes the hash.
func (p *Pattern) sign() {
	h := uint64(p.rows)<<32 ^ uint64(p.cols)
	stir := func(x uint64) {
		h ^= x
		h *= 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	stir(h)
	if p.unit {
		stir(1)
	}
	if p.unknown {
		stir(2)
	}
	for _, list := range [...][]int32{p.starts, p.ends, p.spans} {
		stir(uint64(len(list)))
		for _, x := range list {
			stir(uint64(x))
		}
	}
	for _, x := range p.words {
		stir(x)
	}
	p.hash = h
}

// unknownPattern stands for one beyond the limits.
func unknownPattern(rows, cols int32) *Pattern {
	p := &Pattern{rows: rows, cols: cols, unknown: true, entries: math.MaxInt64}
	p.sign()
	return p
}

// Dense is the pattern in which each entry can be non-zero.
func Dense(rows, columns int64) *Pattern {
	b := newBuilder(int32(rows), int32(columns))
	b.add([]int32{0, b.p.cols}, b.p.rows)
	return b.done()
}

// Shifted is the identity of n rows with its first entry in column at.
func Shifted(n, columns, at int64) *Pattern {
	if columns > MostRows {
		return unknownPattern(int32(n), MostRows)
	}
	b := newBuilder(int32(n), int32(columns))
	b.p.unit = true
	for r := int32(0); r < b.p.rows && !b.tooLarge; r++ {
		b.add([]int32{int32(at) + r, int32(at) + r + 1}, 1)
	}
	return b.done()
}

// Stacked is the pattern of matrices with the same columns, one above the other.
func Stacked(all []*Pattern) *Pattern {
	rows := int64(0)
	for _, p := range all {
		rows += p.Rows()
	}
	if rows > MostRows || slices.ContainsFunc(all, func(p *Pattern) bool { return p.unknown }) {
		return unknownPattern(int32(min(rows, MostRows)), all[0].cols)
	}
	b := newBuilder(int32(rows), all[0].cols)
	var spans []int32
	for _, p := range all {
		for r := range p.starts {
			spans = p.run(r, spans[:0])
			b.add(spans, p.end(r)-p.starts[r])
		}
	}
	p := b.done()
	if t := all[0].table; t != nil {
		p = t.Intern(p)
	}
	return p
}

// Blocks is the pattern of so many equal rows after so many others, each with these spans
// of columns: pairs of the first column and of the one behind the last, ascending and apart.
func Blocks(columns int64, heights []int64, spans [][]int32) *Pattern {
	rows := int64(0)
	for _, n := range heights {
		rows += n
	}
	b := newBuilder(int32(rows), int32(columns))
	for k, n := range heights {
		b.add(spans[k], int32(n))
	}
	return b.done()
}

// FromRows is the pattern with these columns in each row, in any order.
func FromRows(columns int64, rows [][]int64) *Pattern {
	b := newBuilder(int32(len(rows)), int32(columns))
	var spans []int32
	for _, row := range rows {
		spans = spans[:0]
		for _, c := range row {
			spans = append(spans, int32(c), int32(c)+1)
		}
		b.add(merged(spans), 1)
	}
	return b.done()
}

// merged sorts spans and joins those that touch, in place.
func merged(spans []int32) []int32 {
	spans, _ = mergedWith(spans, nil)
	return spans
}

// mergedWith is merged with memory for sorting.
func mergedWith(spans []int32, packed []uint64) (joined []int32, memory []uint64) {
	n := len(spans) / 2
	inOrder := true
	for k := 1; k < n && inOrder; k++ {
		inOrder = spans[2*k] >= spans[2*k-2]
	}
	if !inOrder {
		for k := range n {
			packed = append(packed, uint64(spans[2*k])<<32|uint64(spans[2*k+1]))
		}
		slices.Sort(packed)
		for k, s := range packed {
			spans[2*k], spans[2*k+1] = int32(s>>32), int32(s&math.MaxUint32)
		}
	}
	out := 0
	for k := range n {
		lo, hi := spans[2*k], spans[2*k+1]
		if out > 0 && lo <= spans[out-1] {
			spans[out-1] = max(spans[out-1], hi)
			continue
		}
		spans[out], spans[out+1] = lo, hi
		out += 2
	}
	return spans[:out], packed
}
