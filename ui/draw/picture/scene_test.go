package picture

import (
	"context"
	"fmt"
	"testing"

	"facet/ui/draw/picture/scene"
)

// A scene is the picture in cells: every cell that a line of it runs through
// belongs to its edge there, every frame to its vertex, and a label stands where
// it stands in cells, or is left out in both.
func TestScenesAreThePictures(t *testing.T) {
	graphs := map[string]Graph{}
	for name, d := range namedDags() {
		graphs[name] = d.Graph()
	}
	for seed := range uint64(20) {
		graphs[fmt.Sprint("random ", seed)] = randomDag(seed, 8+int(seed)*2, 12+int(seed)*3).Graph()
	}
	for name, g := range graphs {
		l, err := New(context.Background(), g)
		if err != nil {
			t.Fatal(err)
		}
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			b := l.Bounds(z, false)
			c := l.Render(View{Zoom: z, X: b.X, Y: b.Y, Width: b.Width, Height: b.Height})
			s := l.Scene(z, nil)
			if s.Width != float64(b.Width) || s.Height != float64(b.Height) {
				t.Errorf("%s at %s: the scene is %vx%v, the picture %dx%d", name, z, s.Width, s.Height,
					b.Width, b.Height)
			}
			if wrong := misplaced(c, s); wrong != "" {
				t.Errorf("%s at %s: %s\n%s", name, z, wrong, c)
			}
		}
	}
}

// misplaced names something of a scene that is not there in the cells.
func misplaced(c *Canvas, s *scene.Scene) string {
	for _, b := range s.Boxes {
		if got := c.Hit(int(b.Text.X-0.5), int(b.Text.Y)); got != RefVertex(b.Vertex.Key) {
			return fmt.Sprintf("the label of vertex %d is not at %v", b.Vertex.Key, b.Text)
		}
		if b.Framed && c.Hit(int(b.X), int(b.Y+b.Height/2)) != RefVertex(b.Vertex.Key) {
			return fmt.Sprintf("the frame of vertex %d is not at %v,%v", b.Vertex.Key, b.X, b.Y)
		}
	}
	for _, l := range s.Lines {
		ref := RefEdge(l.Edge.From, l.Edge.To)
		for k := 1; k < len(l.Points); k++ {
			a, b := l.Points[k-1], l.Points[k]
			if a.X != b.X && a.Y != b.Y {
				return fmt.Sprintf("a part of %v is neither upright nor level", l.Edge)
			}
			for n := 1.0; n < 40; n++ { // the ends lie in the frames
				x, y := a.X+(b.X-a.X)*n/40, a.Y+(b.Y-a.Y)*n/40
				cell := c.At(int(x), int(y))
				same := func(r Ref) bool {
					return r == ref || r.Kind == OnEdge && r.Edge.From == ref.Edge.From
				}
				if same(cell.Owner) || same(c.Under(int(x), int(y))) || cell.Owner.Kind == OnVertex &&
					(n < 20 && k == 1 || n > 20 && k == len(l.Points)-1) {
					continue
				}
				return fmt.Sprintf("edge %v is not at %v,%v but %v", l.Edge, x, y, cell)
			}
		}
		if text := l.Label.Text; text != "" {
			cell := c.At(int(l.Label.At.X-0.25), int(l.Label.At.Y))
			if (cell.Class.Part != EdgeLabel || cell.Owner != ref) && text != scene.Omitted {
				return fmt.Sprintf("the label %s of %v is not at %v", text, l.Edge, l.Label.At)
			}
			if (cell.Text == scene.Omitted) != (text == scene.Omitted) && cell.Class.Part == EdgeLabel {
				return fmt.Sprintf("the label of %v is %q and %q in cells", l.Edge, text, cell.Text)
			}
		}
	}
	return ""
}
