package picture

import "facet/ui/draw/picture/layout"

// Renamed is the same picture with other keys for its vertices, for a graph whose
// vertices were numbered anew. No two keys may become equal.
func (l *Layout) Renamed(key func(int) int) *Layout {
	g := l.graph.Clone()
	for k := range g.Vertices {
		v := &g.Vertices[k]
		v.Key = key(v.Key)
		for n := range v.Parents {
			v.Parents[n] = key(v.Parents[n])
		}
	}
	for k := range g.Edges {
		g.Edges[k].From, g.Edges[k].To = key(g.Edges[k].From), key(g.Edges[k].To)
	}
	sk := l.sk.Renamed(g)
	next := l.with(func(p *layout.Sheet) *layout.Sheet { return p.On(sk) })
	next.graph, next.sk, next.homes = g, sk, nil
	return next
}
