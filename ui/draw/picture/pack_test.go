package picture

import (
	"slices"
	"testing"

	"facet/ui/draw/picture/internal/dags"
)

// TestPackedLayoutsGiveTheSameBytes packs every layout of elimination runs and
// draws what comes back, removed edges and all, and what follows from it.
func TestPackedLayoutsGiveTheSameBytes(t *testing.T) {
	for name, d := range map[string]dags.Dag{"bat": dags.Bat(), "newton2": dags.Newton(2),
		"bundled": complete(13)} {
		packed, live, parts := 0, 0, 0
		run(d, 1, 40/len(d.Names), func(step int, before, now *Layout, _ int) {
			back := must(unpack(now.Graph(), now.pack()))
			var removed []EdgeKey
			for _, e := range before.Graph().Edges {
				removed = append(removed, e.Key())
			}
			for z := ZoomOverview; z <= ZoomBoxes; z++ {
				v := View{Zoom: z, Removed: removed}
				if got, want := back.Render(v).String(), now.Render(v).String(); got != want {
					t.Fatalf("%s step %d %v comes back as\n%s\nnot as\n%s", name, step, z, got, want)
				}
			}
			if !slices.Equal(back.pack(), now.pack()) {
				t.Errorf("%s step %d: the layout that comes back packs otherwise", name, step)
			}
			packed, live, parts = packed+len(now.pack()), live+now.bytes(), parts+len(now.sk.Segments)
		})
		t.Logf("%s: %d bytes packed, %d live, %.1f for each part", name, packed, live,
			float64(packed)/float64(parts))
	}
}

func TestUnpackRefusesWhatIsNotThePackedLayout(t *testing.T) {
	l := must(place(dags.Bat().Graph()))
	packed := l.pack()
	for n := range packed {
		if n > 0 {
			if _, err := unpack(l.Graph(), packed[:n]); err == nil {
				t.Fatalf("%d of %d bytes are enough", n, len(packed))
			}
		}
	}
	if _, err := unpack(dags.Lion().Graph(), packed); err == nil {
		t.Error("a layout of another graph is accepted")
	}
	if _, err := unpack(Graph{Edges: []Edge{{From: 1, To: 2}}}, packed); err == nil {
		t.Error("an edge without ends is accepted")
	}
}

func TestAlbumKeepsAllAndUnpacksSome(t *testing.T) {
	album := NewAlbum(3)
	var graphs []Graph
	var pictures []string
	run(dags.Newton(2), 1, 30, func(step int, _, now *Layout, _ int) {
		album.Keep(step, now)
		graphs = append(graphs, now.Graph())
		pictures = append(pictures, now.Render(View{}).String())
	})
	if len(album.recent) != 3 || len(album.packed) != len(graphs)-3 {
		t.Errorf("%d are as they were, %d packed, of %d", len(album.recent), len(album.packed), len(graphs))
	}
	for _, step := range []int{0, 1, 2, 1, 0, len(graphs) - 1, 5, 0} {
		l, ok := album.Open(step, func() Graph { return graphs[step] })
		if !ok || l.Render(View{}).String() != pictures[step] {
			t.Errorf("step %d is lost", step)
		}
	}
	album.Drop(5)
	if _, ok := album.Open(5, nil); ok || album.Has(5) || !album.Has(0) {
		t.Error("what was dropped is still there")
	}
	full := album.Bytes()
	for step := range graphs {
		album.Drop(step)
	}
	if full == 0 || album.Bytes() != 0 {
		t.Errorf("full the album takes %d bytes, empty %d", full, album.Bytes())
	}
}
