package picture

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
	next := &Layout{graph: g, coarse: l.coarse, sk: l.sk.Renamed(g)}
	for z := range l.sheets {
		if p := l.sheets[z].sheet.Load(); p != nil {
			next.sheets[z].sheet.Store(p.On(next.sk))
		}
	}
	return next
}
