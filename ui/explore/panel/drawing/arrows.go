package drawing

import (
	"slices"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// arrow is the selection to which an arrow key leads. Up and down alternate between
// vertices and edges; left and right stay in the row: from vertex to vertex, or from one
// edge to the next of all that start in the row.
func (p *Panel) arrow(v *layer.View, d Drawn, dir picture.Direction) (intent.Selection, bool) {
	l := p.Layout(d)
	if l == nil {
		return intent.Selection{}, false
	}
	s := v.State()
	if edge, ok := p.edgeOf(s, v.Sel); ok {
		switch dir {
		case picture.Up:
			return p.vertex(s, edge.From), true
		case picture.Down:
			return p.vertex(s, edge.To), true
		}
		return p.beside(s, l, edge, dir)
	}
	key, ok := p.keyOf(s, v.Sel)
	if _, drawn := l.Vertex(key); !ok || !drawn {
		return p.first(s, l)
	}
	if dir == picture.Left || dir == picture.Right {
		next, ok := l.Toward(key, dir, p.shown())
		return p.vertex(s, next), ok
	}
	if edges := edgesOn(l, key, dir == picture.Down); len(edges) > 0 {
		return p.edge(s, edges[(len(edges)-1)/2])
	}
	next, ok := l.Toward(key, dir, p.shown())
	return p.vertex(s, next), ok
}

// shown is the zoom level on the screen.
func (p *Panel) shown() picture.Zoom {
	if p.view.Zoom == picture.ZoomAuto {
		return picture.ZoomRows
	}
	return p.view.Zoom
}

// first is the selection at which walking begins when nothing is selected: the first
// source.
func (p *Panel) first(s *model.State, l *picture.Layout) (intent.Selection, bool) {
	vertices := l.Graph().Vertices
	if len(vertices) == 0 {
		return intent.Selection{}, false
	}
	return p.vertex(s, vertices[0].Key), true
}

// edgeOf is the edge of this picture that stands for the selection. A face is no edge of
// the dag: walking from it starts at its second edge.
func (p *Panel) edgeOf(s *model.State, x intent.Selection) (picture.EdgeKey, bool) {
	switch {
	case !x.Exists(s):
		return picture.EdgeKey{}, false
	case p.Kind == intent.LineDag && x.Kind == intent.OnFace:
		return picture.EdgeKey{From: int(x.Face.U), To: int(x.Face.V)}, true
	case p.Kind == intent.Dag && x.Kind == intent.OnElement:
		return picture.EdgeKey{From: s.Source(x.Z), To: s.Target(x.Z)}, true
	case p.Kind == intent.Dag && x.Kind == intent.OnFace:
		return picture.EdgeKey{From: s.Source(x.Face.V), To: s.Target(x.Face.V)}, true
	}
	return picture.EdgeKey{}, false
}

// keyOf is the vertex of this picture that stands for the selection, or the one that it
// belongs to.
func (p *Panel) keyOf(s *model.State, x intent.Selection) (int, bool) {
	switch {
	case !x.Exists(s):
		return 0, false
	case p.Kind == intent.Dag && x.Kind == intent.OnVertex:
		return x.Vertex, true
	case x.Kind == intent.OnVertex && !s.Dag().IsJunction(x.Vertex):
		return diagram.EndKey(x.Vertex), true
	case x.Kind == intent.OnVertex:
		for _, z := range s.Vertices() {
			if s.Target(z) == x.Vertex {
				return int(z), true
			}
		}
	case x.Kind == intent.OnElement && p.Kind == intent.LineDag:
		return int(x.Z), true
	}
	return 0, false
}

// vertex is the selection that a vertex of the picture stands for.
func (p *Panel) vertex(s *model.State, key int) intent.Selection {
	switch {
	case p.Kind == intent.Dag:
		return intent.AtVertex(key)
	case key < 0:
		return intent.AtVertex(diagram.EndVertex(key))
	}
	return intent.AtElement(s, model.Z(key))
}

// edge is the selection that an edge of the picture stands for.
func (p *Panel) edge(s *model.State, key picture.EdgeKey) (intent.Selection, bool) {
	if p.Kind == intent.LineDag {
		switch {
		case key.From < 0:
			return p.vertex(s, key.To), true
		case key.To < 0:
			return p.vertex(s, key.To), true
		}
		return intent.AtFace(s, model.Face{U: model.Z(key.From), V: model.Z(key.To)}), true
	}
	between := diagram.Between(s, key.From, key.To)
	if len(between) == 0 {
		return intent.Selection{}, false
	}
	return intent.AtElement(s, between[0]), true
}

// edgesOn lists the edges above or below a vertex from left to right.
func edgesOn(l *picture.Layout, key int, below bool) []picture.EdgeKey {
	var out []picture.EdgeKey
	for _, e := range l.Edges(key) {
		if below && e.From == key || !below && e.To == key {
			out = append(out, e)
		}
	}
	return out
}

// beside is the next edge to the left or right among all that start in the same row.
func (p *Panel) beside(s *model.State, l *picture.Layout, edge picture.EdgeKey,
	dir picture.Direction) (intent.Selection, bool) {
	key := edge.From
	for next, ok := key, true; ok; next, ok = l.Toward(key, picture.Left, p.shown()) {
		key = next
	}
	var all []picture.EdgeKey
	for ok := true; ok; key, ok = l.Toward(key, picture.Right, p.shown()) {
		for _, e := range edgesOn(l, key, true) {
			if p.Kind == intent.Dag || e.From >= 0 && e.To >= 0 {
				all = append(all, e)
			}
		}
	}
	at := slices.Index(all, edge)
	if dir == picture.Left {
		at--
	} else {
		at++
	}
	if at < 0 || at >= len(all) {
		return intent.Selection{}, false
	}
	return p.edge(s, all[at])
}

// hit is the selection that a cell of the panel stands for.
func (p *Panel) hit(s *model.State, x, y int) (intent.Selection, bool) {
	if p.scene == nil || p.cache.layout == nil {
		return intent.Selection{}, false
	}
	switch ref := p.cache.layout.Render(*p.scene).Hit(x, y); ref.Kind {
	case picture.OnVertex:
		sel := p.vertex(s, ref.Vertex)
		return sel, sel.Exists(s)
	case picture.OnEdge:
		sel, ok := p.edge(s, ref.Edge)
		return sel, ok && sel.Exists(s)
	}
	return intent.Selection{}, false
}
