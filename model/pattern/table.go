package pattern

import (
	"sync"
	"sync/atomic"
)

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
