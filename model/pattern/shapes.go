package pattern

import (
	"math"
	"slices"
)

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
