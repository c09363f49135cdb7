package layout_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"facet/ui/draw/picture/layout"
)

// sheetsOf places a graph at every zoom level.
func sheetsOf(g layout.Graph) (*layout.Skeleton, layout.Sheets) {
	sk := layout.NewSkeleton(g, nil, true)
	layout.Order(context.Background(), sk)
	var all layout.Sheets
	for z := layout.ZoomLabels; z <= layout.ZoomBoxes; z++ {
		all[z] = layout.First(context.Background(), z, sk)
	}
	return sk, all
}

// some are random graphs, in which edges prefer near vertices.
func some() map[string]layout.Graph {
	graphs := map[string]layout.Graph{}
	for seed := range uint64(8) {
		keys, edges := random(seed, 6+5*int(seed), 8+9*int(seed))
		rows, err := layout.Layers(keys, edges)
		if err != nil {
			panic(err)
		}
		var g layout.Graph
		for _, i := range keys {
			g.Vertices = append(g.Vertices, layout.Vertex{Key: i, Label: fmt.Sprint("v", i), Layer: rows[i],
				Shape: layout.Shape(i % 3)})
		}
		for k, e := range edges {
			g.Edges = append(g.Edges, layout.Edge{From: e.From, To: e.To, Label: []string{"", "1/2"}[k%2]})
		}
		graphs[fmt.Sprint("random ", seed)] = g
	}
	return graphs
}

// random is a dag with n vertices and about m edges.
func random(seed uint64, n, m int) (keys []int, edges []layout.EdgeKey) {
	rng, seen := rand.New(rand.NewPCG(seed, 1)), map[layout.EdgeKey]bool{}
	for i := range n {
		keys = append(keys, i)
	}
	for range m {
		from := rng.IntN(n - 1)
		e := layout.EdgeKey{From: from, To: min(n-1, from+1+rng.IntN(max(2, n/3)))}
		if !seen[e] {
			seen[e], edges = true, append(edges, e)
		}
	}
	return keys, edges
}

// apart checks that neighbours in a row keep their distance.
func apart(t *testing.T, at string, sk *layout.Skeleton, p *layout.Sheet) {
	t.Helper()
	for _, row := range sk.Rows {
		for n := 1; n < len(row); n++ {
			if i, j := row[n-1], row[n]; p.X[j]-p.X[i] < p.Apart(i, j) {
				t.Errorf("%s: items %d and %d stand %d columns apart, want %d", at, i, j, p.X[j]-p.X[i],
					p.Apart(i, j))
			}
		}
	}
}

// lead checks that hops lead from top to bottom.
func lead(t *testing.T, at string, sk *layout.Skeleton, p *layout.Sheet) {
	t.Helper()
	for s, seg := range sk.Segments {
		x, track := p.Tops[s], -1
		for _, h := range p.Hops[s] {
			if h.From != x || h.Track <= track || h.Track >= p.Gaps[sk.Items[seg.From].Row].Tracks {
				t.Fatalf("%s: segment %d goes on with %+v from column %d, track %d", at, s, h, x, track)
			}
			x, track = h.To, h.Track
		}
		if x != p.Bottoms[s] {
			t.Errorf("%s: segment %d ends in column %d, want %d", at, s, x, p.Bottoms[s])
		}
	}
}

func TestFirstSheets(t *testing.T) {
	for name, g := range some() {
		sk, all := sheetsOf(g)
		for _, p := range all[layout.ZoomLabels:] {
			at := fmt.Sprintf("%s %v", name, p.Zoom)
			apart(t, at, sk, p)
			lead(t, at, sk, p)
		}
	}
}

func TestNoSheetStaysBelowTheLeast(t *testing.T) {
	for name, g := range some() {
		sk, all := sheetsOf(g)
		for _, p := range all[layout.ZoomLabels:] {
			levels := p.Levels(false)
			width, height := p.Most-p.Least+1, levels[len(levels)-1]
			if wide, high := layout.Least(p.Zoom, sk); wide >= width || high > height {
				t.Errorf("%s %v: fills %dx%d, less than %dx%d", name, p.Zoom, width, height, wide, high)
			}
		}
	}
}
