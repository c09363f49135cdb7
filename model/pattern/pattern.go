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
