package pattern

import "slices"

// unions gives the unions of rows of a pattern for a product. Rows that follow each other
// are united in pairs, pairs in fours, and so on, as far as they are asked for: a long span of
// rows is then a few unions that are known, and a band costs little more than its rows.
type unions struct {
	p      *Pattern
	levels []level
	room   int  // how many more numbers the levels may keep
	steps  *int // spans and words looked at

	found     []int32  // spans that have been found
	most      int      // how many numbers are found before they are set as bits or joined
	scratch   []uint64 // a bit for each column; made when first wanted
	low, high int      // the words of the scratch that may have bits
	sorting   []uint64
}

// level is the unions of 2^k runs each: spans[ends[n-1]:ends[n]], or words.
type level struct {
	ends, spans []int32
	words       []uint64
	n           int
}

// newUnions gives the unions of rows of p that a product with left needs. Where rows are
// looked at a few times at most, none are united before.
func newUnions(left, p *Pattern, steps *int) *unions {
	u := &unions{p: p, levels: []level{{p.ends, p.spans, p.words, len(p.starts)}}, room: -1, steps: steps}
	kept := len(p.starts) + len(p.spans) + len(p.words)
	looked, few := 0, 4*kept+1<<12
	var spans []int32
	for r := 0; r < len(left.starts) && looked < few; r++ {
		spans = left.run(r, spans[:0])
		*steps += len(spans) / 2
		for k := 0; k < len(spans); k += 2 {
			from, to := p.runOf(spans[k]), p.runOf(spans[k+1]-1)+1
			looked += to - from
			if p.words != nil {
				looked += (to - from) * p.stride()
			} else if looked += int(p.ends[to-1]); from > 0 {
				looked -= int(p.ends[from-1])
			}
		}
	}
	if looked >= few {
		u.room = 1<<20 + 4*kept
	}
	return u
}

// of is the union of the rows in the spans; the next call overwrites it.
func (u *unions) of(rows []int32) []int32 {
	u.begin()
	for k := 0; k < len(rows); k += 2 {
		u.runs(u.p.runOf(rows[k]), u.p.runOf(rows[k+1]-1)+1)
	}
	return u.take()
}

// begin begins a row.
func (u *unions) begin() {
	u.found, u.most = u.found[:0], fewSpans
	u.low, u.high = u.p.stride(), 0
}

// runs finds those of runs from up to to.
func (u *unions) runs(from, to int) {
	for k := 0; from < to; k++ {
		if to-from < 4 || !u.reach(k+1) {
			for n := from; n < to; n++ {
				u.find(k, n)
			}
			return
		}
		if from%2 == 1 {
			u.find(k, from)
			from++
		}
		if to%2 == 1 {
			to--
			u.find(k, to)
		}
		from, to = from/2, to/2
	}
}

// reach makes level k of the one below, if there is room; a single union at its end stays
// below.
func (u *unions) reach(k int) bool {
	if k < len(u.levels) {
		return true
	}
	below, above := &u.levels[k-1], level{n: u.levels[k-1].n / 2}
	if above.n == 0 || u.room < 0 {
		return false
	}
	kept := *u // in the middle of a row
	u.found, u.scratch = nil, nil
	u.begin()
	if below.words != nil {
		stride := u.p.stride()
		above.words = make([]uint64, above.n*stride)
		for w := range above.words {
			n, c := w/stride, w%stride
			above.words[w] = below.words[2*n*stride+c] | below.words[(2*n+1)*stride+c]
		}
		*u.steps += len(above.words)
	} else {
		for n := range above.n {
			u.begin()
			u.find(k-1, 2*n)
			u.find(k-1, 2*n+1)
			above.spans = append(above.spans, u.take()...)
			above.ends = append(above.ends, int32(len(above.spans)))
		}
	}
	u.found, u.most, u.scratch, u.low, u.high = kept.found, kept.most, kept.scratch, kept.low, kept.high
	u.room -= len(above.spans) + len(above.ends) + 2*len(above.words)
	u.levels = append(u.levels, above)
	return true
}

// find takes union n of level k.
func (u *unions) find(k, n int) {
	l := &u.levels[k]
	if l.words != nil {
		stride := u.p.stride()
		u.bits(0, stride)
		for w, word := range l.words[n*stride : (n+1)*stride] {
			u.scratch[w] |= word
		}
		*u.steps += stride
		return
	}
	from := int32(0)
	if n > 0 {
		from = l.ends[n-1]
	}
	u.found = append(u.found, l.spans[from:l.ends[n]]...)
	*u.steps += int(l.ends[n]-from)/2 + 1
	if len(u.found) > u.most {
		u.gather()
	}
}

// fewSpans is up to how many numbers are always sorted.
const fewSpans = 96

// bits makes room for words of the scratch.
func (u *unions) bits(low, high int) {
	if u.scratch == nil {
		u.scratch = make([]uint64, u.p.stride())
	}
	u.low, u.high = min(u.low, low), max(u.high, high)
}

// gather sets what was found as bits, where they lie close and these are few words, and
// joins it otherwise.
func (u *unions) gather() {
	low, high, words := u.low, u.high, 0
	for k := 0; k < len(u.found); k += 2 {
		first, last := int(u.found[k])/64, int(u.found[k+1]-1)/64
		low, high, words = min(low, first), max(high, last+1), words+last-first
	}
	if words += high - low; words > 8*len(u.found) {
		u.found = u.merged(u.found)
		u.most = max(fewSpans, 2*len(u.found))
		return
	}
	u.bits(low, high)
	fill(u.scratch, u.found)
	*u.steps += words
	u.found = u.found[:0]
}

// take is what was found, ascending and apart.
func (u *unions) take() []int32 {
	u.found = u.merged(u.found)
	if u.low >= u.high {
		return u.found
	}
	if n := len(u.found); n > 0 {
		u.bits(int(u.found[0])/64, int(u.found[n-1]-1)/64+1)
		fill(u.scratch, u.found)
	}
	u.found = spansOf(u.scratch[u.low:u.high], int32(u.low)*64, u.found[:0])
	clear(u.scratch[u.low:u.high])
	*u.steps += u.high - u.low
	return u.found
}

// merged is [merged], without new memory for each row.
func (u *unions) merged(spans []int32) []int32 {
	var out []int32
	out, u.sorting = mergedWith(spans, slices.Grow(u.sorting[:0], len(spans)/2))
	return out
}
