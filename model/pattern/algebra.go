package pattern

import (
	"math"
	"math/bits"
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
	u := newUnions(p, q, &b.steps)
	var left []int32
	for r := range p.starts {
		left = p.run(r, left[:0])
		b.add(u.of(left), p.end(r)-p.starts[r])
		if b.tooLarge {
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
	var left, right, spans []int32
	for i, j, row := 0, 0, int32(0); row < p.rows; {
		next := min(p.end(i), q.end(j))
		left, right = p.run(i, left[:0]), q.run(j, right[:0])
		spans = united(left, right, spans[:0])
		b.steps += len(left)/2 + len(right)/2
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

// united appends the union of two lists of spans.
func united(x, y, to []int32) []int32 {
	from := len(to)
	for len(x)+len(y) > 0 {
		next := &x
		if len(x) == 0 || len(y) > 0 && y[0] < x[0] {
			next = &y
		}
		lo, hi := (*next)[0], (*next)[1]
		*next = (*next)[2:]
		if n := len(to); n > from && lo <= to[n-1] {
			to[n-1] = max(to[n-1], hi)
		} else {
			to = append(to, lo, hi)
		}
	}
	return to
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
	if p.words != nil {
		for w, word := range p.words {
			all[w/p.stride()] += int64(bits.OnesCount64(word))
		}
		return all
	}
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
