package pattern

// Coarse is the pattern of blocks of so many rows and columns, of which the last may be
// smaller: an entry for each block that has one. It is for pictures of patterns, belongs
// to no table, and is unknown where p is.
func Coarse(p *Pattern, rows, columns int64) *Pattern {
	height, width := blocksIn(p.Rows(), rows), blocksIn(p.Columns(), columns)
	if p.unknown {
		return unknownPattern(int32(height), int32(width))
	}
	b := newBuilder(int32(height), int32(width))
	var spans, block []int32 // of a run, and of the row of blocks that is being gathered
	at := int64(0)
	put := func(spans []int32, n int64) {
		b.add(spans, int32(n))
		at += n
	}
	for r := range p.starts {
		spans = p.run(r, spans[:0])
		for k := range spans {
			if k%2 == 0 {
				spans[k] = int32(int64(spans[k]) / columns)
			} else {
				spans[k] = int32((int64(spans[k])-1)/columns) + 1
			}
		}
		spans = merged(spans)
		if int64(p.starts[r])/rows > at {
			put(block, 1)
			block = block[:0]
		}
		block = merged(append(block, spans...))
		if last := int64(p.end(r)-1) / rows; last > at {
			put(block, 1)
			put(spans, last-at)
			block = append(block[:0], spans...)
		}
	}
	put(block, 1)
	return b.done()
}

// blocksIn is how many blocks of a length cover n.
func blocksIn(n, length int64) int64 { return (n + length - 1) / length }
