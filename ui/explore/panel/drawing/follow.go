package drawing

import (
	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
)

// before is what the first picture of a changed dag starts from.
type before struct {
	Drawn
	row func(i int) (int, bool) // the old row of a vertex of the changed dag, if it had one
}

// Follow begins the pictures of a dag that was made by changing the dag of p. What both
// dags have keeps its place if possible. Dags with little in common get new layouts.
func (p *Pictures) Follow(g *model.Dag) *Pictures {
	next := NewPictures(g, p.Layouts)
	to, common := correspond(p.of, g)
	if p.Now.Dag == nil || p.Now.Line == nil || p.rows == nil ||
		2*common < min(len(p.of.Vertices), len(g.Vertices)) {
		return next
	}
	next.Now = p.Now // shown until the new one is laid out
	next.look = p.look
	if len(g.Vertices) <= fewVertices && joins(p.of, g, to) {
		return next
	}
	was := make(map[int]int, common)
	for i, at := range to {
		if at >= 0 {
			was[at] = i
		}
	}
	rows := p.rows
	next.Layouts = NewLayouts(p.Layouts.most) // no other explorer comes from the same picture
	next.before = before{
		Drawn: Drawn{Dag: p.Now.Dag.Renamed(vertexKeys(to)), Line: p.Now.Line.Renamed(lineKeys(p.of, g, to))},
		row: func(i int) (int, bool) {
			old, found := was[i]
			return rows[old], found
		},
	}
	return next
}

// correspond finds the vertices of a dag in another one, -1 for those that are not found,
// and counts the common ones. It compares ids, and places for vertices with new ids.
func correspond(from, to *model.Dag) (at []int, common int) {
	at = make([]int, len(from.Vertices))
	for i, v := range from.Vertices {
		j, found := to.Find(v.ID)
		if !found {
			j = -1
			if len(from.Vertices) == len(to.Vertices) {
				if _, other := from.Find(to.Vertices[i].ID); !other {
					j = i // renamed
				}
			}
		}
		if at[i] = j; j >= 0 {
			common++
		}
	}
	return at, common
}

// gone is the first of the keys for vertices that were removed; each needs a key of its
// own.
const gone = 1 << 40

// fewVertices is up to how many vertices a dag gets a new layout when parts of it are
// joined.
const fewVertices = 8

// joins reports whether vertices are connected now that were in different parts before.
// How the parts stood beside each other says nothing then: a chain that is drawn edge by
// edge would become a staircase.
func joins(from, to *model.Dag, at []int) bool {
	was, is := parts(from), parts(to)
	part := make(map[int]int) // an old part of each new one
	for i, j := range at {
		if j < 0 {
			continue
		}
		if old, seen := part[is[j]]; seen && old != was[i] {
			return true
		}
		part[is[j]] = was[i]
	}
	return false
}

// parts numbers the connected parts of a dag, by vertex.
func parts(g *model.Dag) []int {
	of := make([]int, len(g.Vertices))
	for i := range of {
		of[i] = i
	}
	for _, e := range g.Edges {
		for i, from, to := 0, of[e.Source], of[e.Target]; i < len(of); i++ {
			if of[i] == from {
				of[i] = to
			}
		}
	}
	return of
}

func vertexKeys(to []int) func(int) int {
	return func(key int) int {
		if key < len(to) && to[key] >= 0 {
			return to[key]
		}
		return gone + key
	}
}

// lineKeys are the keys of the line dag's vertices: sources and sinks, and edges of the
// dag; fill counts as removed.
func lineKeys(from, to *model.Dag, at []int) func(int) int {
	edges := make(map[picture.EdgeKey]int, len(to.Edges))
	for k, e := range to.Edges {
		edges[picture.EdgeKey{From: e.Source, To: e.Target}] = k
	}
	return func(key int) int {
		if diagram.IsEnd(key) {
			if i := diagram.EndVertex(key); at[i] >= 0 {
				return diagram.EndKey(at[i])
			}
			return -gone + key
		}
		if key < len(from.Edges) {
			e := from.Edges[key]
			if k, found := edges[picture.EdgeKey{From: at[e.Source], To: at[e.Target]}]; found {
				return k
			}
		}
		return gone + key
	}
}
