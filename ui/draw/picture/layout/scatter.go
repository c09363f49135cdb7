package layout

import (
	"cmp"
	"math"
	"slices"
)

// mostSampled is how many edges a coarse layout looks at.
const mostSampled = 20_000

// Scatter returns a sheet without ways for the edges: vertices stand by the means
// of their neighbours, all rows over the same width. It takes a time linear in
// vertices and edges, and puts the rows into the order of what it found.
func Scatter(sk *Skeleton) *Sheet {
	p := newSheet(ZoomRows, sk)
	n := len(sk.Items)
	p.Heights = make([]int, len(sk.Rows))
	widest := 0
	for r, row := range sk.Rows {
		p.Heights[r], p.Gaps[r].Tracks = 1, 1
		widest = max(widest, len(row))
	}
	at := make([]float64, n)
	even := func() {
		for _, row := range sk.Rows {
			slices.SortStableFunc(row, func(i, j int) int { return cmp.Compare(at[i], at[j]) })
			for k, i := range row {
				at[i] = (float64(k) + 0.5) / float64(len(row))
			}
		}
	}
	for i := range at {
		at[i] = float64(i)
	}
	even()
	stride := 1 + len(sk.Segments)/mostSampled
	sum, count := make([]float64, n), make([]float64, n)
	for range 6 {
		clear(sum)
		clear(count)
		for s := 0; s < len(sk.Segments); s += stride {
			seg := sk.Segments[s]
			sum[seg.From], count[seg.From] = sum[seg.From]+at[seg.To], count[seg.From]+1
			sum[seg.To], count[seg.To] = sum[seg.To]+at[seg.From], count[seg.To]+1
		}
		for i := range at {
			if count[i] > 0 {
				at[i] = (at[i] + 2*sum[i]/count[i]) / 3
			}
		}
		even()
	}
	for r, row := range sk.Rows {
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
		p.X[i] = int(at[i] * float64(2*widest))
	}
	for s, seg := range sk.Segments {
		p.Tops[s], p.Bottoms[s] = p.X[seg.From], p.X[seg.To]
	}
	sk.Replace()
	p.extend()
	return p
}
