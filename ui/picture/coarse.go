package picture

import (
	"facet/ui/picture/layered"
	"facet/ui/picture/layout"
)

// MostParts is how many parts of edges New and Step lay out: an edge has one
// for every row that it leads down. A picture with more could not be read and
// would take long.
const MostParts = 20_000

// fewParts is up to how many parts all zoom levels are laid out at once.
const fewParts = 2_000

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

func survey(g Graph) *Layout {
	l := &Layout{graph: g, coarse: true}
	l.sk = layered.NewSkeleton(g, nil, false)
	l.sheets[ZoomRows].sheet.Store(layout.Scatter(l.sk))
	return l
}

// Coarse tells whether the layout knows only where vertices are: it is drawn at
// ZoomOverview, whatever a view asks for.
func (l *Layout) Coarse() bool { return l.coarse }

// large tells whether the graph is too large to be laid out edge by edge.
func large(g Graph) bool {
	if g.Omitted > 0 || len(g.Edges) > MostParts {
		return true
	}
	layer := make(map[int]int, len(g.Vertices))
	for _, v := range g.Vertices {
		layer[v.Key] = v.Layer
	}
	parts := 0
	for _, e := range g.Edges {
		parts += layer[e.To] - layer[e.From]
	}
	return parts > MostParts
}
