package pattern

import "slices"

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
	at := func(c int32) int32 { return c }
	if len(cuts) < int(p.cols)+1 {
		at = func(c int32) int32 {
			k, _ := slices.BinarySearch(cuts, c)
			return int32(k)
		}
	}
	b := newBuilder(p.cols, p.rows)
	runs, parts := len(p.starts), len(cuts)-1
	words := (runs + 63) / 64 * parts
	asBits := 8*words <= MostBytes && int64(words) < 1000+p.entries
	most := MostSteps
	if asBits {
		most = words
	}
	if (p.words == nil || !asBits) && sweep(p, b, cuts, at, most) {
		return b.done()
	}
	if asBits {
		steps := b.steps
		b = newBuilder(p.cols, p.rows)
		b.steps = steps
		// As a table of bits, of which 64 x 64 are transposed at once.
		table, high := make([]uint64, words), (runs+63)/64
		b.steps += words
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
	b.tooLarge = true
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

// sweep adds the columns between the cuts one after the other. A column has the rows of
// the one before, but for those in which a span begins or ends between the two, so that
// long spans cost what short ones do. It gives up after so many steps.
func sweep(p *Pattern, b *builder, cuts []int32, at func(int32) int32, most int) bool {
	from := make([]int32, len(cuts)+1) // where the changes before each part begin
	each := func(visit func(part, run int32)) {
		var spans []int32
		for r := range p.starts {
			spans = p.run(r, spans[:0])
			b.steps += len(spans) / 2
			for _, c := range spans {
				visit(at(c), int32(r))
			}
		}
	}
	each(func(part, _ int32) { from[part+1]++ })
	for k := range cuts {
		from[k+1] += from[k]
	}
	changed := make([]int32, from[len(cuts)])
	next := slices.Clone(from)
	each(func(part, run int32) { changed[next[part]] = run; next[part]++ })
	var rows, other, change []int32
	for k := range len(cuts) - 1 {
		change = change[:0]
		for _, r := range changed[from[k]:from[k+1]] {
			if n := len(change); n > 0 && change[n-1] == p.starts[r] {
				change[n-1] = p.end(int(r))
			} else {
				change = append(change, p.starts[r], p.end(int(r)))
			}
		}
		b.steps += len(rows)/2 + len(change)/2
		other = differing(rows, change, other[:0])
		rows, other = other, rows
		b.add(rows, cuts[k+1]-cuts[k])
		if b.tooLarge || b.steps > most {
			return false
		}
	}
	return true
}

// differing appends what lies in the spans of one of two lists. A place where spans of
// both begin or end is none in the result.
func differing(x, y, to []int32) []int32 {
	for len(x) > 0 && len(y) > 0 {
		switch {
		case x[0] < y[0]:
			to, x = append(to, x[0]), x[1:]
		case x[0] > y[0]:
			to, y = append(to, y[0]), y[1:]
		default:
			x, y = x[1:], y[1:]
		}
	}
	return append(append(to, x...), y...)
}
