package picture

import (
	"context"
	"strings"
	"testing"
)

// What the last step did and what the next one would do differ in plain text, at
// every zoom level, in Unicode and in ASCII: no rune that marks the one marks the
// other, or means neither.
func TestMarksOfLastAndNextStepDiffer(t *testing.T) {
	before := batDag().Graph()
	l := must(place(before))
	after := before.Clone()
	gone := after.Edges[0].Key()
	after.Edges = after.Edges[1:]
	born := Vertex{Key: 99, Label: "new", Layer: 2, Parents: []int{after.Edges[0].From}, Mark: Jacobian}
	after.Vertices = append(after.Vertices, born)
	after.Edges = append(after.Edges, Edge{From: after.Edges[0].From, To: 99, Label: "●"})
	next := must(l.Step(context.Background(), after))
	selected, related := after.Edges[3], after.Edges[5]
	for z := ZoomOverview; z <= ZoomBoxes; z++ {
		for _, ascii := range []bool{false, true} {
			plain := next.Render(View{Zoom: z, ASCII: ascii, Width: 90, Height: 40})
			marks := func(v View) map[string]bool {
				v.Zoom, v.ASCII, v.Width, v.Height = z, ascii, 90, 40
				c, set := next.Render(v), map[string]bool{}
				for y := range c.Height {
					for x := range c.Width {
						if cell := c.At(x, y); cell.Text != plain.At(x, y).
							Text && cell.Class.Part != EdgeLabel && cell.Class.Part != Label &&
							cell.Text != " " {
							set[cell.Text] = true
						}
					}
				}
				return set
			}
			last := marks(View{Newborn: []int{99},
				Changed: []Ref{RefEdge(after.Edges[1].From, after.Edges[1].To)}, Removed: []EdgeKey{gone}})
			todo := marks(View{Selected: []Ref{RefEdge(selected.From, selected.To),
				RefVertex(after.Edges[2].To)}, Related: []Ref{RefEdge(related.From, related.To),
				RefVertex(related.From)},
				Preview: &Preview{Label: "soon", Layer: 2, Parents: []int{after.Edges[4].From}}})
			if len(last) == 0 || len(todo) == 0 {
				t.Errorf("%v, ASCII %v: marks %v and %v", z, ascii, last, todo)
			}
			for text := range last {
				if todo[text] {
					t.Errorf("%v, ASCII %v: %q marks both the last and the next step", z, ascii, text)
				}
			}
		}
	}
}

// What stands beside a head belongs to the head on its left, at every zoom level: a
// mark that is now before and now behind its head cannot be read in small pictures. And
// heads never look like the lines that they end.
func TestMarksFollowTheirHeads(t *testing.T) {
	for seed := range 12 {
		l := must(place(randomDag(uint64(seed), 12, 24).Graph()))
		edges := l.Graph().Edges
		for _, z := range []Zoom{ZoomLabels, ZoomRows} {
			for _, ascii := range []bool{false, true} {
				c := l.Render(View{Zoom: z, ASCII: ascii,
					Selected: []Ref{RefEdge(edges[0].From, edges[0].To)},
					Related:  []Ref{RefEdge(edges[1].From, edges[1].To)},
					Changed:  []Ref{RefEdge(edges[2].From, edges[2].To)}})
				for _, e := range edges {
					ref := RefEdge(e.From, e.To)
					at, ok := c.Find(ref)
					if !ok {
						t.Fatalf("%v has no head", ref)
					}
					if left := c.At(at.X-1, at.Y); left.Class.Part == EdgeLabel && left.Owner == ref {
						t.Errorf("seed %d, %v: the label of %v stands before its head:\n%s", seed, z, ref, c)
					}
					if head := c.At(at.X, at.Y).Text; strings.Contains("|-+#=\"│┃║", head) {
						t.Errorf("seed %d, %v: the head of %v is %q, as a line is", seed, z, ref, head)
					}
				}
			}
		}
	}
}

// The preview takes the place of a removed vertex whole: what would be left of the old
// label beside it would read as part of the new one.
func TestPreviewOverARemovedVertex(t *testing.T) {
	shown := 0
	for _, d := range []testDag{batDag(), newtonDag(2)} {
		for _, ascii := range []bool{false, true} {
			run(d, thrifty, 30, func(step int, before, now *Layout, born int) {
				view := View{Zoom: ZoomLabels, ASCII: ascii}
				left := make(map[EdgeKey]bool)
				for _, e := range now.Graph().Edges {
					left[e.Key()] = true
				}
				var gone Vertex
				for _, v := range before.Graph().Vertices {
					if _, stays := now.Vertex(v.Key); !stays {
						gone = v
					}
				}
				for _, e := range before.Graph().Edges {
					if !left[e.Key()] {
						view.Removed = append(view.Removed, e.Key())
						if e.To == gone.Key {
							view.Preview = &Preview{Label: "1,2", Layer: gone.Layer, Parents: []int{e.From}}
						}
					}
				}
				c, bar := now.Render(view), either(ascii, ":", "┆")
				for y := range c.Height {
					text := ""
					for x := range c.Width + 1 {
						if cell := c.At(x, y); cell.Class.Part == Label && cell.Class.State == Removed {
							text += cell.Text
							continue
						}
						if text != "" && (!strings.HasPrefix(text, bar) || !strings.HasSuffix(text, bar) ||
							len(text) <= len(bar)) {
							t.Errorf("step %d: a part %q of the label of a removed vertex:\n%s", step, text,
								c)
						}
						if text != "" {
							shown++
						}
						text = ""
					}
				}
			})
		}
	}
	if shown == 0 {
		t.Error("no removed vertex was shown")
	}
}

// What is selected or related keeps the marks on both sides, at the border of the picture
// and of a window, too.
func TestMarksAreWhole(t *testing.T) {
	for _, d := range []testDag{batDag(), newtonDag(2)} {
		for _, l := range []*Layout{must(place(d.Graph())), must(place(newLine(d).graph()))} {
			for _, v := range l.Graph().Vertices {
				for z := ZoomLabels; z <= ZoomBoxes; z++ {
					for _, of := range []State{Selected, Related} {
						ref, narrow := RefVertex(v.Key), View{Zoom: z, Width: 32, Height: 8}
						for _, view := range []View{{Zoom: z}, l.Reveal(narrow, ref)} {
							if of == Selected {
								view.Selected = []Ref{ref}
							} else {
								view.Related = []Ref{ref}
							}
							c := l.Render(view)
							at, _ := c.Find(ref)
							bar, ends := either(of == Selected, "┃", "║"), 0
							for x := range c.Width {
								if cell := c.At(x, at.Y); cell.Owner == ref && cell.Text == bar {
									ends++
								}
							}
							if ends != 2 {
								t.Errorf("%v, %v: %s has %d marks:\n%s", z, of, v.Label, ends, c)
							}
						}
					}
				}
			}
		}
	}
}

// A line that was removed does not touch a corner of one that is there: without colour it would
// seem to be its other half.
func TestRemovedLinesTouchNoCorners(t *testing.T) {
	seen := 0
	for _, d := range []testDag{batDag(), newtonDag(2), openfoamDag()} {
		run(d, thrifty, 30, func(step int, before, now *Layout, born int) {
			view := View{Zoom: ZoomRows}
			for _, e := range before.Graph().Edges {
				view.Removed = append(view.Removed, e.Key())
			}
			c := now.Render(view)
			for y := range c.Height {
				for x := range c.Width {
					if cell := c.At(x, y); cell.Class != (Class{Part: Line, State: Removed}) {
						continue
					}
					seen++
					left, right := c.At(x-1, y).Text, c.At(x+1, y).Text
					if c.At(x, y).Text != "┆" && (strings.ContainsAny(left, "╭╮╰╯") ||
						strings.ContainsAny(right, "╭╮╰╯")) {
						t.Errorf("step %d: a removed line touches a corner in row %d:\n%s", step, y, c)
						return
					}
				}
			}
		})
	}
	if seen == 0 {
		t.Error("nothing was removed")
	}
}
