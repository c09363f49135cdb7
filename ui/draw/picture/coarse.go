package picture

// Survey places a graph coarsely: vertices in their rows, near to those that
// they hang together with, but without ways for the edges. That takes a time
// linear in vertices and edges, some milliseconds for thousands of them. A
// coarse layout is drawn at ZoomOverview only; View.Magnify looks closer. It is
// what New gives for a graph that is too large, and what can be shown at once
// until New is done. The errors are those of a graph that cannot be drawn.
func Survey(g Graph) (*Layout, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	return survey(g.Clone()), nil
}

// Coarse reports whether the layout knows only where vertices are: it is drawn at
// ZoomOverview, whatever a view asks for.
func (l *Layout) Coarse() bool { return l.coarse }
