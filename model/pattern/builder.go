package pattern

import (
	"math"
	"slices"
)

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
