package picture

import (
	"sync"
	"testing"

	"facet/ui/draw/picture/internal/dags"
)

// moved counts the survivors of a step and those that left their column or
// their line.
func moved(before, now *Layout, z Zoom) (survivors, columns, lines int) {
	for _, v := range now.graph.Vertices {
		a, ok := before.Position(RefVertex(v.Key), z, false)
		if !ok {
			continue
		}
		b, _ := now.Position(RefVertex(v.Key), z, false)
		survivors++
		if a.X != b.X {
			columns++
		}
		if a.Y != b.Y {
			lines++
		}
	}
	return
}

func TestStillness(t *testing.T) {
	alone(t)
	t.Parallel()
	for _, test := range []struct {
		name string
		d    dags.Dag
		most float64 // share of the survivors that may move sideways per step
	}{
		{"bat", dags.Bat(), 0},
		{"lion", dags.Lion(), 0},
		{"newton10", dags.Newton(10), 0.05},
		{"openfoam", dags.Openfoam(), 0.05},
		{"30/45", dags.Random(1, 30, 45), 0.05},
		{"60/100", dags.Random(2, 60, 100), 0.10},
	} {
		for _, policy := range []struct {
			name  string
			seeds []uint64
			zooms []Zoom
		}{
			{"at random", []uint64{0, 1, 2}, []Zoom{ZoomRows}},
			{"thriftily", []uint64{thrifty}, []Zoom{ZoomLabels, ZoomRows, ZoomBoxes}},
		} {
			if !*All {
				policy.seeds, policy.zooms = policy.seeds[:1], policy.zooms[:min(2, len(policy.zooms))]
			}
			for _, z := range policy.zooms {
				var survivors, columns, lines, steps int
				first, last := Rect{}, Rect{}
				for _, seed := range policy.seeds {
					run(test.d, seed, 40, func(step int, before, now *Layout, _ int) {
						s, c, y := moved(before, now, z)
						survivors, columns, lines = survivors+s, columns+c, lines+y
						steps++
						if step == 0 {
							first = before.Bounds(z, false)
						}
						last = now.Bounds(z, false)
					})
				}
				share := float64(columns) / float64(survivors)
				t.Logf("%-9s %v %s: %d steps, moved sideways %.2f %%, pushed down by a grown gap %.2f %% of %d; size %dx%d, then %dx%d",
					test.name, z, policy.name, steps, 100*share, 100*float64(lines)/float64(survivors),
					survivors,
					first.Width, first.Height, last.Width, last.Height)
				if share > test.most {
					t.Errorf("%s %v: %.2f %% of the survivors moved, more than %.0f %%", test.name, z,
						100*share, 100*test.most)
				}
			}
		}
	}
}

// TestSpareLinesKeepRowsWhereTheyAre runs with least growth, with and without
// room in the first picture.
func TestSpareLinesKeepRowsWhereTheyAre(t *testing.T) {
	for name, d := range map[string]dags.Dag{"bat": dags.Bat(), "newton10": dags.Newton(10),
		"openfoam": dags.Openfoam(), "30/45": dags.Random(1, 30, 45)} {
		for _, sample := range []Graph{{}, {Spare: 2}, {Room: 11, Spare: 2}} {
			var survivors, lines, steps, pushing int
			var first, last Rect
			runFrom(newLine(d), sample, thrifty, 40, func(step int, before, now *Layout, _ int) {
				s, _, y := moved(before, now, ZoomRows)
				survivors, lines, steps = survivors+s, lines+y, steps+1
				if y > 0 {
					pushing++
				}
				if step == 0 {
					first = before.Bounds(ZoomRows, false)
				}
				last = now.Bounds(ZoomRows, false)
			})
			share := 100 * float64(lines) / float64(survivors)
			t.Logf("%-9s room %2d, spare %d: %d of %d steps push something down, %.1f %% of the survivors; size %dx%d, then %dx%d", name,
				sample.Room, sample.Spare, pushing, steps, share, first.Width, first.Height, last.Width,
				last.Height)
			if sample.Spare > 0 && (share > 5 || name == "bat" && pushing > 0) {
				t.Errorf("%s: %.1f %% of the survivors are pushed down in spite of spare lines", name, share)
			}
		}
	}
}

// TestPreviewShowsWhereANewbornWillBe compares the preview of every step with
// what the step then does.
func TestPreviewShowsWhereANewbornWillBe(t *testing.T) {
	exact, near, all := 0, 0, 0
	for _, d := range []dags.Dag{dags.Bat(), dags.Newton(2), dags.Openfoam()} {
		run(d, thrifty, 30, func(step int, before, now *Layout, born int) {
			v, ok := now.Vertex(born)
			if !ok {
				return
			}
			b := before.Bounds(ZoomRows, false)
			view := View{Zoom: ZoomRows, X: b.X - 40, Y: b.Y, Width: b.Width + 80, Height: b.Height,
				Preview: &Preview{Label: v.Label, Layer: v.Layer, Parents: v.Parents}}
			all++
			at, ok := before.Render(view).Find(Ref{Kind: OnPreview})
			is, _ := now.Position(RefVertex(born), ZoomRows, false)
			if far := abs(at.X + view.X - is.X); ok && far <= 1 {
				exact++
			} else if ok && far <= 12 {
				near++
			}
		})
	}
	t.Logf("%d newborns: %d where the preview showed them, %d near it", all, exact, near)
	if 2*exact < all || all < 25 {
		t.Errorf("only %d of %d newborns are where their preview was", exact, all)
	}
}

func TestUndoRestoresEveryByte(t *testing.T) {
	var layouts []*Layout
	var pictures []string
	run(dags.Newton(2), 1, 30, func(_ int, before, now *Layout, _ int) {
		if len(layouts) == 0 {
			layouts = append(layouts, before)
			pictures = append(pictures, before.Render(View{}).String())
		}
		layouts = append(layouts, now)
		pictures = append(pictures, now.Render(View{}).String())
	})
	for i := len(layouts) - 1; i >= 0; i-- {
		if layouts[i].Render(View{}).String() != pictures[i] {
			t.Fatalf("the picture of step %d changed", i)
		}
	}
}

// TestZoomNeedNotBeAskedBefore checks that a zoom level looks the same whether
// it was looked at in every step or for the first time after many.
func TestZoomNeedNotBeAskedBefore(t *testing.T) {
	var watched, later *Layout
	run(dags.Newton(2), 2, 25, func(_ int, before, now *Layout, _ int) {
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			now.Render(View{Zoom: z})
		}
		watched = now
	})
	run(dags.Newton(2), 2, 25, func(_ int, before, now *Layout, _ int) { later = now })
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if watched.Render(View{Zoom: z}).String() != later.Render(View{Zoom: z}).String() {
			t.Fatalf("%v depends on when it is looked at", z)
		}
	}
}

func TestManyMayLookAtOnce(t *testing.T) {
	var last, alone *Layout
	run(dags.Newton(2), 3, 12, func(_ int, _, now *Layout, _ int) { last = now })
	run(dags.Newton(2), 3, 12, func(_ int, _, now *Layout, _ int) { alone = now })
	var group sync.WaitGroup
	var pictures [8]string
	for n := range pictures {
		group.Go(func() { pictures[n] = last.Render(View{Zoom: ZoomOverview + Zoom(n%4)}).String() })
	}
	group.Wait()
	for n, picture := range pictures {
		if want := alone.Render(View{Zoom: ZoomOverview + Zoom(n%4)}).String(); picture != want {
			t.Errorf("%v is drawn as\n%s\nby several at once, and by one as\n%s", ZoomOverview+Zoom(n%4),
				picture, want)
		}
	}
}

func TestSameInputSameBytes(t *testing.T) {
	for name, d := range dags.Named() {
		for z := ZoomOverview; z <= ZoomBoxes; z++ {
			v := View{Zoom: z}
			a, b := must(place(d.Graph())).Render(v).String(), must(place(d.Graph())).Render(v).String()
			if a != b {
				t.Errorf("%s %v differs between two runs", name, z)
			}
		}
	}
}
