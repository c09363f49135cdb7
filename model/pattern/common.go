package pattern

// Common is the pattern of the entries that p and q, of the same size, have in common;
// unit if one of them is. Both are known.
func Common(p, q *Pattern) *Pattern {
	b := newBuilder(p.rows, p.cols)
	b.p.unit = p.unit || q.unit
	var left, right, row []int32
	for i, j, at := 0, 0, int32(0); at < p.rows; {
		left, right, row = p.run(i, left[:0]), q.run(j, right[:0]), row[:0]
		for x, y := 0, 0; x < len(left) && y < len(right); {
			if lo, hi := max(left[x], right[y]), min(left[x+1], right[y+1]); lo < hi {
				row = append(row, lo, hi)
			}
			if left[x+1] < right[y+1] {
				x += 2
			} else {
				y += 2
			}
		}
		next := min(p.end(i), q.end(j))
		b.add(row, next-at)
		if at = next; at == p.end(i) {
			i++
		}
		if at == q.end(j) {
			j++
		}
	}
	r := b.done()
	if p.table != nil {
		r = p.table.Intern(r)
	}
	return r
}
