package picture

import (
	"sync"
	"testing"
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
		d    testDag
		most float64 // share of the survivors that may move sideways per step
	}{
		{"bat", batDag(), 0},
		{"lion", lionDag(), 0},
		{"newton10", newtonDag(10), 0.05},
		{"openfoam", openfoamDag(), 0.05},
		{"30/45", randomDag(1, 30, 45), 0.05},
		{"60/100", randomDag(2, 60, 100), 0.10},
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

// TestPreviewShowsWhereANewbornWillBe compares the preview of every step with
// what the step then does.
func TestPreviewShowsWhereANewbornWillBe(t *testing.T) {
	exact, near, all := 0, 0, 0
	for _, d := range []testDag{batDag(), newtonDag(2), openfoamDag()} {
		run(d, thrifty, 30, func(step int, before, now *Layout, born int) {
			v, ok := now.Vertex(born)
			if !ok {
				return
			}
			b := before.Bounds(ZoomRows, false)
			view := View{Zoom: ZoomRows, X: b.X - 40, Y: b.Y, Width: b.Width + 80, Height: b.Height,
				Preview: &Preview{Label: v.Label, Layer: v.Layer, Parents: v.Parents, Key: born, Next: now}}
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
	run(newtonDag(2), 1, 30, func(_ int, before, now *Layout, _ int) {
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
	run(newtonDag(2), 2, 25, func(_ int, before, now *Layout, _ int) {
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			now.Render(View{Zoom: z})
		}
		watched = now
	})
	run(newtonDag(2), 2, 25, func(_ int, before, now *Layout, _ int) { later = now })
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if watched.Render(View{Zoom: z}).String() != later.Render(View{Zoom: z}).String() {
			t.Fatalf("%v depends on when it is looked at", z)
		}
	}
}

func TestManyMayLookAtOnce(t *testing.T) {
	var last, alone *Layout
	run(newtonDag(2), 3, 12, func(_ int, _, now *Layout, _ int) { last = now })
	run(newtonDag(2), 3, 12, func(_ int, _, now *Layout, _ int) { alone = now })
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
	for name, d := range namedDags() {
		for z := ZoomOverview; z <= ZoomBoxes; z++ {
			v := View{Zoom: z}
			a, b := must(place(d.Graph())).Render(v).String(), must(place(d.Graph())).Render(v).String()
			if a != b {
				t.Errorf("%s %v differs between two runs", name, z)
			}
		}
	}
}
