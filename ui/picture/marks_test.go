package picture

import (
	"context"
	"testing"

	"facet/ui/picture/internal/dags"
)

// What the last step did and what the next one would do differ in plain text, at
// every zoom level, in Unicode and in ASCII: no rune that marks the one marks the
// other, or stands for nothing of both.
func TestMarksOfLastAndNextStepDiffer(t *testing.T) {
	before := dags.Bat().Graph()
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
						if cell := c.At(x, y); cell.Text != plain.At(x, y).Text && cell.Class.Part != EdgeLabel && cell.Class.Part != Label && cell.Text != " " {
							set[cell.Text] = true
						}
					}
				}
				return set
			}
			last := marks(View{Newborn: []int{99}, Changed: []Ref{RefEdge(after.Edges[1].From, after.Edges[1].To)}, Removed: []EdgeKey{gone}})
			todo := marks(View{Selected: []Ref{RefEdge(selected.From, selected.To), RefVertex(after.Edges[2].To)}, Related: []Ref{RefEdge(related.From, related.To), RefVertex(related.From)},
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
