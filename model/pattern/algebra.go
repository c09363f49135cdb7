package pattern

import (
	"math"
	"math/bits"
	"slices"
)

// Times is the pattern of the product p·q: the entries for which some column of p and
// row of q have one each. A product of units is unit.
func (p *Pattern) Times(q *Pattern) *Pattern {
	t := p.table
	if t == nil {
		return p.times(q)
	}
	key := [2]*Pattern{p, q}
	t.mutex.RLock()
	r := t.products[key]
	t.mutex.RUnlock()
	if r != nil {
		return r
	}
	// A product of products is made factor by factor, from the right: few entries times
	// many are quick, and the powers of a step are few. The intermediate product must not
	// be larger.
	if p.first != nil && p.rest.rows <= 4*p.rows {
		r = p.first.Times(p.rest.Times(q))
	} else {
		r = t.internProduct(p.times(q), p, q)
	}
	t.mutex.Lock()
	t.products[key] = r
	t.mutex.Unlock()
	return r
}

// times computes the product.
func (p *Pattern) times(q *Pattern) *Pattern {
	if p.unknown || q.unknown {
		return unknownPattern(p.rows, q.cols)
	}
	if p.IsDense() && q.IsDense() {
		return withUnit(Dense(p.Rows(), q.Columns()), p.unit && q.unit)
	}
	b := newBuilder(p.rows, q.cols)
	b.p.unit = p.unit && q.unit
	var left, row []int32
	scratch := make([]uint64, q.stride())
	steps := 0
	for r := range p.starts {
		left = p.run(r, left[:0])
		row = q.unionOf(left, row, scratch, &steps)
		b.add(row, p.end(r)-p.starts[r])
		if b.tooLarge = b.tooLarge || steps > mostSteps; b.tooLarge {
			break
		}
	}
	return b.done()
}

func withUnit(p *Pattern, unit bool) *Pattern {
	p.unit = unit
	p.sign()
	return p
}

// fewSpans is up to how many spans are sorted; more are set as bits.
const fewSpans = 48

// unionOf is the union of the rows in the spans, in the memory of to. The scratch has a
// bit for each column, all of them 0.
func (p *Pattern) unionOf(rows []int32, to []int32, scratch []uint64, steps *int) []int32 {
	to = to[:0]
	inWords := false
	low, high := len(scratch), 0 // the words of the scratch that may be set
	set := func(spans []int32) {
		if len(spans) > 0 {
			low, high = min(low, int(spans[0])/64), max(high, int(spans[len(spans)-1]-1)/64+1)
			fill(scratch, spans)
		}
	}
	n := p.stride()
	for k := 0; k < len(rows); k += 2 {
		for r := p.runOf(rows[k]); r < len(p.starts) && p.starts[r] < rows[k+1]; r++ {
			if p.words != nil {
				inWords = true
				for w, word := range p.words[r*n : (r+1)*n] {
					scratch[w] |= word
				}
				low, high = 0, n
				*steps += n
				continue
			}
			spans := p.stored(r)
			*steps += len(spans) + 1
			if !inWords {
				if to = append(to, spans...); len(to) > 2*fewSpans {
					inWords = true
					to = merged(to)
					set(to)
					to = to[:0]
				}
				continue
			}
			set(spans)
		}
	}
	if !inWords {
		return merged(to)
	}
	to = spansOf(scratch[low:high], int32(low)*64, to[:0])
	clear(scratch[low:high])
	*steps += high - low
	return to
}

// Union is the pattern of the sum p+q of matrices of the same size: the entries of both.
// A sum of units is not unit.
func (p *Pattern) Union(q *Pattern) *Pattern {
	t := p.table
	if t == nil {
		return p.union(q)
	}
	key := [2]*Pattern{p, q}
	if q.hash < p.hash {
		key = [2]*Pattern{q, p}
	}
	t.mutex.RLock()
	r := t.unions[key]
	t.mutex.RUnlock()
	if r != nil {
		return r
	}
	r = t.Intern(p.union(q))
	t.mutex.Lock()
	t.unions[key] = r
	t.mutex.Unlock()
	return r
}

func (p *Pattern) union(q *Pattern) *Pattern {
	if p.unknown || q.unknown {
		return unknownPattern(p.rows, p.cols)
	}
	b := newBuilder(p.rows, p.cols)
	var spans []int32
	for i, j, row := 0, 0, int32(0); row < p.rows; {
		next := min(p.end(i), q.end(j))
		spans = merged(q.run(j, p.run(i, spans[:0])))
		b.add(spans, next-row)
		if row = next; row == p.end(i) {
			i++
		}
		if row == q.end(j) {
			j++
		}
		if b.tooLarge {
			break
		}
	}
	return b.done()
}

// Transposed is the pattern of the transposed matrix, which counts as not unit.
func (p *Pattern) Transposed() *Pattern {
	if q := p.transposed.Load(); q != nil {
		return q
	}
	q := p.transpose()
	if p.table != nil {
		q = p.table.Intern(q)
	}
	p.transposed.Store(q)
	return q
}

func (p *Pattern) transpose() *Pattern {
	if p.unknown {
		return unknownPattern(p.cols, p.rows)
	}
	// Columns between two places where some row begins or ends a span are alike.
	var cuts, spans []int32
	if p.words == nil && len(p.spans) < int(p.cols) {
		cuts = append(append(cuts, 0, p.cols), p.spans...)
		slices.Sort(cuts)
		cuts = slices.Compact(cuts)
	} else {
		for c := range p.cols + 1 {
			cuts = append(cuts, c)
		}
	}
	place := make(map[int32]int32)
	at := func(c int32) int32 { return place[c] }
	if len(cuts) == int(p.cols)+1 {
		at = func(c int32) int32 { return c }
	} else {
		for k, c := range cuts {
			place[c] = int32(k)
		}
	}
	b := newBuilder(p.cols, p.rows)
	runs, parts := len(p.starts), len(cuts)-1
	if words := (runs + 63) / 64 * parts; 8*words <= MostBytes && int64(words) < 1000+p.entries {
		// As a table of bits, of which 64 x 64 are transposed at once.
		table, high := make([]uint64, words), (runs+63)/64
		line := make([]uint64, (parts+63)/64)
		var square [64]uint64
		lines := make([]uint64, 64*len(line))
		for from := 0; from < runs; from += 64 {
			clear(lines)
			for r := from; r < min(runs, from+64); r++ {
				spans = p.run(r, spans[:0])
				for k := range spans {
					spans[k] = at(spans[k])
				}
				fill(lines[(r-from)*len(line):(r-from+1)*len(line)], spans)
			}
			for w := range line {
				for k := range square {
					square[k] = lines[k*len(line)+w]
				}
				transposeSquare(&square)
				for k := range min(64, parts-64*w) {
					table[(64*w+k)*high+from/64] = square[k]
				}
			}
		}
		for k := range parts {
			spans = spansOf(table[k*high:(k+1)*high], 0, spans[:0])
			for x := range spans {
				if int(spans[x]) < runs {
					spans[x] = p.starts[spans[x]]
				} else {
					spans[x] = p.rows
				}
			}
			b.add(spans, cuts[k+1]-cuts[k])
		}
		return b.done()
	}
	lists := make([][]int32, parts)
	for r := range p.starts {
		spans = p.run(r, spans[:0])
		lo, hi := p.starts[r], p.end(r)
		for k := 0; k < len(spans); k += 2 {
			for c := at(spans[k]); c < at(spans[k+1]); c++ {
				if n := len(lists[c]); n > 0 && lists[c][n-1] == lo {
					lists[c][n-1] = hi
				} else {
					lists[c] = append(lists[c], lo, hi)
				}
			}
		}
	}
	for k, list := range lists {
		b.add(list, cuts[k+1]-cuts[k])
	}
	return b.done()
}

// transposeSquare transposes 64 x 64 bits (Warren, Hacker's Delight 7-3, with the lowest
// bit first).
func transposeSquare(a *[64]uint64) {
	mask := uint64(0x00000000ffffffff)
	for j := 32; j != 0; j, mask = j/2, mask^mask<<(j/2) {
		for k := 0; k < 64; k = (k + j + 1) &^ j {
			t := (a[k]>>j ^ a[k+j]) & mask
			a[k] ^= t << j
			a[k+j] ^= t
		}
	}
}

// profile is how many entries the rows (columns) have: counts[k] up to ends[k].
type profile struct {
	ends   []int32
	counts []int64
	most   int64
}

func (f *profile) add(end int32, n int64) {
	f.most = max(f.most, n)
	if last := len(f.counts) - 1; last >= 0 && f.counts[last] == n {
		f.ends[last] = end
		return
	}
	f.ends, f.counts = append(f.ends, end), append(f.counts, n)
}

// profileOfRows is the profile of the rows.
func (p *Pattern) profileOfRows() *profile {
	if known := p.ofRows.Load(); known != nil {
		return known
	}
	f := &profile{}
	for r, n := range p.lengths() {
		f.add(p.end(r), n)
	}
	p.ofRows.Store(f)
	return f
}

// lengths is how many entries a row of each run has.
func (p *Pattern) lengths() []int64 {
	all := make([]int64, len(p.starts))
	var spans []int32
	for r := range all {
		spans = p.run(r, spans[:0])
		for k := 0; k < len(spans); k += 2 {
			all[r] += int64(spans[k+1] - spans[k])
		}
	}
	return all
}

// manyColumns is up to how many columns are counted one by one.
const manyColumns = 1 << 20

// profileOfColumns is the profile of the columns.
func (p *Pattern) profileOfColumns() *profile {
	if known := p.ofColumns.Load(); known != nil {
		return known
	}
	f := &profile{}
	if p.cols > manyColumns {
		f = p.Transposed().profileOfRows()
	} else {
		change := make([]int64, p.cols+1)
		var spans []int32
		for r := range p.starts {
			spans = p.run(r, spans[:0])
			n := int64(p.end(r) - p.starts[r])
			for k := 0; k < len(spans); k += 2 {
				change[spans[k]] += n
				change[spans[k+1]] -= n
			}
		}
		n := int64(0)
		for c := range p.cols {
			n += change[c]
			f.add(c+1, n)
		}
	}
	p.ofColumns.Store(f)
	return f
}

// MostInRow is the largest number of entries of a row: as many colours the columns need
// at least. It does not fall where entries are added.
func (p *Pattern) MostInRow() int64 {
	if p.unknown {
		return math.MaxInt64
	}
	return p.profileOfRows().most
}

// MostInColumn is the largest number of entries of a column, for colours of the rows.
func (p *Pattern) MostInColumn() int64 {
	if p.unknown {
		return math.MaxInt64
	}
	return p.profileOfColumns().most
}

// Multiplications is how many scalar multiplications the sparse product p·q takes, the
// sum over m of the entries in column m of p times those in row m of q; at most
// math.MaxInt64.
func (p *Pattern) Multiplications(q *Pattern) int64 {
	if p.unknown || q.unknown {
		return math.MaxInt64
	}
	left, right := p.profileOfColumns(), q.profileOfRows()
	sum := uint64(0)
	for i, j, at := 0, 0, int32(0); at < q.rows; {
		next := min(left.ends[i], right.ends[j])
		hi, each := bits.Mul64(uint64(left.counts[i]), uint64(right.counts[j]))
		over, part := bits.Mul64(each, uint64(next-at))
		next64, carry := bits.Add64(sum, part, 0)
		if hi|over|carry != 0 || next64 > math.MaxInt64 {
			return math.MaxInt64
		}
		sum = next64
		if at = next; at == left.ends[i] {
			i++
		}
		if at == right.ends[j] {
			j++
		}
	}
	return int64(sum)
}
