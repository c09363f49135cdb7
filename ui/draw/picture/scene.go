package picture

import "facet/ui/draw/picture/scene"

// Scene gives the whole picture at a zoom level from ZoomLabels on as shapes with
// places, for callers that draw with lines and not with cells. A coarse layout gives a
// coarse scene. The texts of edges stand where they stand in cells, and so does a preview.
func (l *Layout) Scene(z Zoom, pre *Preview) *scene.Scene {
	s := scene.Of(l.sk, l.sheet(z), l.coarse)
	if l.coarse {
		return s
	}
	d := newDrawing(l, View{Zoom: z, Preview: pre})
	d.edges()
	d.compose()
	d.vertices()
	d.heads()
	d.labels()
	for n := range s.Lines {
		s.Lines[n].Label = d.writtenOn(n)
	}
	d.preview(l)
	if at, ok := d.Find(Ref{Kind: OnPreview}); ok {
		s.Foresee(pre.Label, at.X, at.Y)
	}
	return s
}

// writtenOn finds the text of edge n around its head.
func (d *drawing) writtenOn(n int) (label scene.Label) {
	ref := d.edgeRef(n)
	head, ok := d.Find(ref)
	if !ok || d.sk.Edges[n].Label == "" {
		return label
	}
	for y := head.Y - 1; y <= head.Y; y++ {
		text, from, to := "", d.Width, -1
		for x := max(0, head.X-reach); x < min(d.Width, head.X+reach); x++ {
			if cell := d.At(x, y); cell.Class.Part == EdgeLabel && cell.Owner == ref {
				text, from, to = text+cell.Text, min(from, x), max(to, x)
			}
		}
		if text != "" {
			middle := float64(from+to+1) / 2
			return scene.Label{Text: text, At: scene.Point{X: middle, Y: float64(y) + 0.5}, On: y < head.Y}
		}
	}
	return label
}

// reach is farther than any label goes from its head.
const reach = 1000
