package layout_test

import (
	"context"
	"fmt"
	"testing"

	"facet/ui/draw/picture/internal/dags"
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

func some() map[string]layout.Graph {
	graphs := map[string]layout.Graph{}
	for name, d := range dags.Named() {
		graphs[name] = d.Graph()
	}
	for seed := range uint64(5) {
		graphs[fmt.Sprint("random ", seed)] = dags.Random(seed, 30, 50).Graph()
	}
	return graphs
}

func TestNeighboursInARowKeepTheirDistance(t *testing.T) {
	for name, g := range some() {
		sk, all := sheetsOf(g)
		for _, p := range all[layout.ZoomLabels:] {
			for _, row := range sk.Rows {
				for n := 1; n < len(row); n++ {
					if i, j := row[n-1], row[n]; p.X[j]-p.X[i] < p.Apart(i, j) {
						t.Errorf("%s %v: items %d and %d stand %d columns apart, want %d", name, p.Zoom, i, j,
							p.X[j]-p.X[i], p.Apart(i, j))
					}
				}
			}
		}
	}
}

func TestHopsLeadFromTopToBottom(t *testing.T) {
	for name, g := range some() {
		sk, all := sheetsOf(g)
		for _, p := range all[layout.ZoomLabels:] {
			for s, seg := range sk.Segments {
				at, track := p.Tops[s], -1
				for _, h := range p.Hops[s] {
					if h.From != at || h.Track <= track || h.Track >= p.Gaps[sk.Items[seg.From].Row].Tracks {
						t.Fatalf("%s %v: segment %d goes on with %+v from column %d, track %d", name, p.Zoom,
							s, h, at, track)
					}
					at, track = h.To, h.Track
				}
				if at != p.Bottoms[s] {
					t.Errorf("%s %v: segment %d ends in column %d, want %d", name, p.Zoom, s, at,
						p.Bottoms[s])
				}
			}
		}
	}
}

func TestExceedsIsCertain(t *testing.T) {
	for name, g := range some() {
		sk, all := sheetsOf(g)
		for _, p := range all[layout.ZoomLabels:] {
			levels := p.Levels(false)
			if width, height := p.Most-p.Least+1, levels[len(levels)-1]; layout.Exceeds(p.Zoom, sk, width,
				height) {
				t.Errorf("%s %v: exceeds %dx%d, which it fills", name, p.Zoom, width, height)
			}
		}
	}
}
