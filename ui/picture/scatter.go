package picture

import (
	"math"
	"slices"
)

// mostSampled is how many edges a coarse layout looks at.
const mostSampled = 20_000

// scatter returns a sheet without ways for the edges: vertices stand by the means
// of their neighbours, all rows over the same width. It takes a time linear in
// vertices and edges, and puts the rows into the order of what it found.
func scatter(sk *skeleton) *sheet {
	p := newSheet(ZoomRows, sk)
	n := len(sk.items)
	p.heights = make([]int, len(sk.rows))
	widest := 0
	for r, row := range sk.rows {
		p.heights[r], p.gaps[r].tracks = 1, 1
		widest = max(widest, len(row))
	}
	at := make([]float64, n)
	even := func() {
		for _, row := range sk.rows {
			slices.SortStableFunc(row, func(i, j int) int {
				switch {
				case at[i] < at[j]:
					return -1
				case at[i] > at[j]:
					return 1
				}
				return 0
			})
			for k, i := range row {
				at[i] = (float64(k) + 0.5) / float64(len(row))
			}
		}
	}
	for i := range at {
		at[i] = float64(i)
	}
	even()
	stride := 1 + len(sk.segs)/mostSampled
	sum, count := make([]float64, n), make([]float64, n)
	for range 6 {
		clear(sum)
		clear(count)
		for s := 0; s < len(sk.segs); s += stride {
			seg := sk.segs[s]
			sum[seg.from], count[seg.from] = sum[seg.from]+at[seg.to], count[seg.from]+1
			sum[seg.to], count[seg.to] = sum[seg.to]+at[seg.from], count[seg.to]+1
		}
		for i := range at {
			if count[i] > 0 {
				at[i] = (at[i] + 2*sum[i]/count[i]) / 3
			}
		}
		even()
	}
	for r, row := range sk.rows {
		if len(row) > 3 {
			continue
		}
		// Rows of few vertices would all stand in the middle, and every edge
		// behind every other: they take turns.
		_, turn := math.Modf(float64(r) * 0.618)
		for k, i := range row {
			at[i] = (float64(k) + turn) / float64(len(row))
		}
	}
	widest = max(widest, 30)
	for i := range at {
		p.x[i] = int(at[i] * float64(2*widest))
	}
	for s, seg := range sk.segs {
		p.tops[s], p.bottoms[s] = p.x[seg.from], p.x[seg.to]
	}
	sk.replace()
	p.extend()
	return p
}
