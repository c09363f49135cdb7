package drawing

import (
	"facet/model"
	"facet/ui/diagram"
	"facet/ui/picture"
)

// before is what the first picture of a changed dag follows.
type before struct {
	Drawn
	row func(i int) (int, bool) // of a vertex of the changed dag
}

// Follow begins the pictures of a dag that another one was changed to: what both have stays
// where it is, if it can. Of dags that have little in common they begin anew.
func (p *Pictures) Follow(g *model.Dag) *Pictures {
	next := NewPictures(g)
	next.Layouts = p.Layouts
	to, common := correspond(p.of, g)
	if p.Now.Dag == nil || p.Now.Line == nil || p.books.rows == nil || 2*common < min(len(p.of.Vertices), len(g.Vertices)) {
		return next
	}
	was := make(map[int]int, common)
	for i, at := range to {
		if at >= 0 {
			was[at] = i
		}
	}
	rows := p.books.rows
	next.books.sizes = p.books.sizes
	next.books.before = before{
		Drawn: Drawn{Dag: p.Now.Dag.Renamed(vertexKeys(to)), Line: p.Now.Line.Renamed(lineKeys(p.of, g, to))},
		row: func(i int) (int, bool) {
			old, there := was[i]
			return rows[old], there
		},
	}
	next.Now = p.Now // until there is another one
	return next
}

// correspond tells where the vertices of a dag are in another one, -1 for nowhere, and how
// many are: by their ids, and those that are called otherwise by their places.
func correspond(from, to *model.Dag) (at []int, common int) {
	at = make([]int, len(from.Vertices))
	for i, v := range from.Vertices {
		j, there := to.Find(v.ID)
		if !there {
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

// gone are keys that nothing has: each key that is gone needs one of its own.
const gone = 1 << 40

func vertexKeys(to []int) func(int) int {
	return func(key int) int {
		if key < len(to) && to[key] >= 0 {
			return to[key]
		}
		return gone + key
	}
}

// lineKeys are those of the line dag: ends, and edges of the dag; fill is gone.
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
			if k, there := edges[picture.EdgeKey{From: at[e.Source], To: at[e.Target]}]; there {
				return k
			}
		}
		return gone + key
	}
}

// SightOf is what part of its picture a panel shows.
func SightOf(p *Panel) picture.View { return p.view }

// Return has a panel show the picture of a step as it was shown before.
func Return(p *Panel, step int, v picture.View) {
	p.Forget()
	p.byStep[step] = sight{view: v}
	p.step, p.held = -1, picture.Ref{}
}
