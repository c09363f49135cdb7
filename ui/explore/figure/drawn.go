package figure

import (
	"math"
	"slices"

	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/picture/scene"
	"facet/ui/draw/style"
	"facet/ui/draw/vector"
	"facet/ui/explore/intent"
)

// Lengths in SVG points. A cell of the text is cellWidth by cellHeight; a character of
// [vector.Fonts] is a little narrower.
const (
	cellWidth  = 8.0
	cellHeight = 16.0
	titleRoom  = 28.0
	round      = 6.0 // radius of a line's corners
	headLength = 8.0
)

// drawn is a picture as shapes, each with the state that it is drawn in.
type drawn struct {
	kind    intent.Panel
	scene   *scene.Scene
	vertex  []picture.State // one for each of the scene's boxes
	edge    []picture.State // one for each of its lines
	fresh   []bool          // which boxes carry the star of the last step
	removed map[picture.EdgeKey]bool
}

// shapes makes a panel's picture of shapes, at the zoom level of the options.
func (p panel) shapes(look Options) drawn {
	zoom := look.Zoom
	if zoom == picture.ZoomAuto {
		zoom = max(picture.ZoomLabels, look.largest(p.layout))
	}
	d := drawn{kind: p.kind, scene: p.layout.Scene(zoom, p.view.Preview),
		removed: make(map[picture.EdgeKey]bool)}
	d.vertex, d.edge = p.layout.States(p.view)
	d.fresh = make([]bool, len(d.scene.Boxes))
	for k, b := range d.scene.Boxes {
		key := b.Vertex.Key
		d.fresh[k] = slices.Contains(p.view.Newborn, key) ||
			slices.Contains(p.view.Changed, picture.RefVertex(key))
	}
	for _, key := range p.view.Removed {
		d.removed[key] = true
	}
	for _, l := range d.scene.Lines {
		delete(d.removed, l.Edge.Key()) // a new edge has taken its place
	}
	return d
}

// end reports whether a vertex is a source or sink of the line dag, which is no
// vertex of the paper's set Z.
func (d *drawn) end(v picture.Vertex) bool {
	return d.kind == intent.LineDag && diagram.IsEnd(v.Key)
}

// removedBoxes are the removed vertices whose places are free.
func (d *drawn) removedBoxes() []scene.RemovedBox {
	var out []scene.RemovedBox
	for _, g := range d.scene.Removed.Boxes {
		marked := false
		for key := range d.removed {
			marked = marked || key.From == g.Key || key.To == g.Key
		}
		if half := float64(style.Width(g.Label)+1) / 2; marked && d.free(g.At.X-half, g.At.X+half, g.At.Y-0.5,
			g.At.Y+0.5) {
			out = append(out, g)
		}
	}
	return out
}

// free reports whether nothing is drawn in a rectangle of the scene.
func (d *drawn) free(left, right, top, bottom float64) bool {
	within := func(x, y, w, h float64) bool { return x < right && x+w > left && y < bottom && y+h > top }
	for _, b := range d.scene.Boxes {
		if within(b.X, b.Y, b.Width, b.Height) {
			return false
		}
	}
	for _, l := range d.scene.Lines {
		for k := 1; k < len(l.Points); k++ {
			p, q := l.Points[k-1], l.Points[k]
			if within(min(p.X, q.X), min(p.Y, q.Y), math.Abs(p.X-q.X), math.Abs(p.Y-q.Y)) {
				return false
			}
		}
	}
	if b := d.scene.Preview; b != nil && within(b.X, b.Y, b.Width, b.Height) {
		return false
	}
	return left >= 0 && right <= d.scene.Width
}

// removedLines are the removed lines. One is shown whole, from vertex to vertex, or not at all: a
// piece that begins and ends in the void would look like a mistake.
func (d *drawn) removedLines() (out []scene.RemovedLine) {
	for _, l := range d.scene.Removed.Lines {
		outside := slices.ContainsFunc(l.Points, func(p scene.Point) bool {
			return p.X < 0 || p.X > d.scene.Width
		})
		if d.removed[l.Edge] && !l.Broken && !outside && d.ends(l.Edge.From, l.Points[0]) &&
			d.ends(l.Edge.To, l.Points[len(l.Points)-1]) {
			out = append(out, l)
		}
	}
	return out
}

// ends reports whether a line's end lies on a vertex that is drawn, present or removed.
func (d *drawn) ends(key int, at scene.Point) bool {
	for _, b := range d.scene.Boxes {
		if b.Vertex.Key == key {
			return at.X >= b.X && at.X <= b.X+b.Width && at.Y >= b.Y-1.5 && at.Y <= b.Y+b.Height+1.5
		}
	}
	return slices.ContainsFunc(d.removedBoxes(), func(g scene.RemovedBox) bool {
		return g.Key == key && math.Abs(at.X-g.At.X) <= float64(style.Width(g.Label)+1)/2+1
	})
}

// slide is the preferred ratio of a figure's width to its height.
const slide = 1.6

// arrange puts panels side by side or one below the other, whichever is nearer to the
// shape of a slide. It returns their upper left corners and the total size.
func arrange(panels []drawn, titled bool) (at []scene.Point, size scene.Point) {
	head := 0.0
	if titled {
		head = titleRoom
	}
	place := func(beside bool) (at []scene.Point, size scene.Point) {
		x, y := vector.Margin, vector.Margin
		for _, d := range panels {
			at = append(at, scene.Point{X: x, Y: y})
			w, h := d.scene.Width*cellWidth, d.scene.Height*cellHeight+head
			size.X, size.Y = max(size.X, x+w+vector.Margin), max(size.Y, y+h+vector.Margin)
			if beside {
				x += w + 3*vector.Margin
			} else {
				y += h + 2*vector.Margin
			}
		}
		return at, size
	}
	at, size = place(true)
	below, tall := place(false)
	if math.Abs(math.Log(tall.X/tall.Y/slide)) < math.Abs(math.Log(size.X/size.Y/slide)) {
		return below, tall
	}
	return at, size
}

// titled reports whether panels need a name.
func (f *Figure) titled() bool { return len(f.panels) > 1 }

// states are the states in drawing order: what stands out is drawn last, on top.
var states = []picture.State{picture.Plain, picture.Newborn, picture.Related, picture.Selected}
