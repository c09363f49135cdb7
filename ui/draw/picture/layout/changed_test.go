package layout_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"facet/ui/draw/picture/layout"
)

// changed are a graph and what becomes of it: in each step a way over a vertex is replaced by
// one over a vertex of its own, as by the elimination of a face, and what nothing leads to any
// more goes.
func changed(g layout.Graph, seed uint64, steps int) []layout.Graph {
	rng, all := rand.New(rand.NewPCG(seed, 2)), []layout.Graph{g}
	for n := range steps {
		g = g.Clone()
		var ways [][2]int // of edges, one behind the other
		for k, e := range g.Edges {
			for m, f := range g.Edges {
				if e.To == f.From {
					ways = append(ways, [2]int{k, m})
				}
			}
		}
		if len(ways) == 0 {
			break
		}
		way := ways[rng.IntN(len(ways))]
		first, second := g.Edges[way[0]], g.Edges[way[1]]
		at := slices.IndexFunc(g.Vertices, func(v layout.Vertex) bool { return v.Key == first.To })
		born := layout.Vertex{Key: 1000 + n, Label: fmt.Sprint("born ", n), Layer: g.Vertices[at].Layer,
			Parents: []int{first.From, first.To}, Mark: layout.Jacobian}
		g.Vertices = append(g.Vertices, born)
		g.Edges = append(slices.Delete(g.Edges, way[0], way[0]+1),
			layout.Edge{From: first.From, To: born.Key}, layout.Edge{From: born.Key, To: second.To})
		if !slices.ContainsFunc(g.Edges, func(e layout.Edge) bool { return e.To == first.To }) {
			g.Vertices = slices.Delete(g.Vertices, at, at+1)
			g.Edges = slices.DeleteFunc(g.Edges, func(e layout.Edge) bool { return e.From == first.To })
		}
		all = append(all, g)
	}
	return all
}

// column is where a vertex stands; false where it does not.
func column(sk *layout.Skeleton, p *layout.Sheet, key int) (int, bool) {
	i, ok := sk.ByKey[key]
	if !ok {
		return 0, false
	}
	return p.X[i], true
}

// lines is how many lines the gaps have.
func lines(p *layout.Sheet) (lines int) {
	for _, g := range p.Gaps {
		lines += g.Tracks
	}
	return lines
}

// From step to step the vertices of a row keep their order, and gaps give lines only to each
// other until a row closes; what is removed is known for one step.
func TestStepsKeepTheOrder(t *testing.T) {
	for name, g := range some() {
		sk, all := sheetsOf(g)
		states := changed(g, 1, 6)
		for n, g := range states[1:] {
			if err := g.Check(); err != nil {
				t.Fatal(err)
			}
			next := layout.NewSkeleton(g, sk, true)
			tr := layout.OrderRows(context.Background(), next, all[layout.ZoomRows], nil)
			var sheets layout.Sheets
			for z := layout.ZoomLabels; z <= layout.ZoomBoxes; z++ {
				at := fmt.Sprintf("%s %v, step %d", name, z, n+1)
				p := all[z].Step(context.Background(), next, tr)
				apart(t, at, next, p)
				lead(t, at, next, p)
				for _, u := range g.Vertices {
					for _, v := range g.Vertices {
						x, here := column(sk, all[z], u.Key)
						y, too := column(sk, all[z], v.Key)
						if here && too && u.Layer == v.Layer && x < y && p.X[next.ByKey[u.Key]] >= p.X[next.ByKey[v.Key]] {
							t.Errorf("%s: %s is no longer left of %s", at, u.Label, v.Label)
						}
					}
				}
				closed := slices.ContainsFunc(p.Heights, func(high int) bool { return high == 0 })
				if was, is := lines(all[z]), lines(p); !closed && is < was {
					t.Errorf("%s: %d lines between the rows, and %d before", at, is, was)
				}
				for _, e := range states[n].Edges {
					_, kept := next.ByEdge[e.Key()]
					known := slices.ContainsFunc(p.Removed.Segments, func(s layout.RemovedSegment) bool {
						return s.Edge == e.Key()
					})
					if known == kept {
						t.Errorf("%s: edge %v is kept %v, and known as removed %v", at, e.Key(), kept, known)
					}
				}
				sheets[z] = p
			}
			sk, all = next, sheets
		}
	}
}

// At home a vertex stands in one column in all states, at each zoom level.
func TestHomesStayWhereTheyAre(t *testing.T) {
	ctx, followed := context.Background(), 0
	for name, g := range some() {
		graphs := changed(g, 2, 5)
		var states []layout.Foreseen
		for k, g := range graphs {
			states = append(states, layout.Foreseen{Graph: g, Before: k - 1})
		}
		for _, room := range []layout.Room{{}, {Zoom: layout.ZoomRows, Columns: 20, Lines: []int{40}}} {
			homes := layout.NewTable(ctx, states, 1+len(states)/2).Homes(ctx, room)
			if homes == nil {
				continue
			}
			before := layout.Inherit(graphs[0], nil)
			sk, all, ok := homes.Follow(ctx, before, nil, layout.Sheets{})
			for n := 1; ok && n < len(graphs); n++ {
				g := layout.Inherit(graphs[n], &before)
				next, sheets, is := homes.Follow(ctx, g, sk, all)
				if ok = is; !ok {
					break
				}
				followed++
				for z := layout.ZoomLabels; z <= layout.ZoomBoxes; z++ {
					at := fmt.Sprintf("%s %v, step %d", name, z, n)
					apart(t, at, next, sheets[z])
					lead(t, at, next, sheets[z])
					for _, v := range g.Vertices {
						x, was := column(sk, all[z], v.Key)
						if y, _ := column(next, sheets[z], v.Key); was && x != y {
							t.Errorf("%s: %s moves from column %d to %d", at, v.Label, x, y)
						}
					}
				}
				before, sk, all = g, next, sheets
			}
		}
	}
	if followed < 20 {
		t.Errorf("%d states only are at home", followed)
	}
}

// What makes a graph undrawable is named.
func TestCheck(t *testing.T) {
	g := layout.Graph{Vertices: []layout.Vertex{{Key: 1}, {Key: 2, Layer: 1}, {Key: 3, Layer: 1}},
		Edges: []layout.Edge{{From: 1, To: 2}, {From: 1, To: 3}}}
	for want, change := range map[string]func(*layout.Graph){
		"":                           func(*layout.Graph) {},
		"vertex key 2 is used twice": func(g *layout.Graph) { g.Vertices[2].Key = 2 },
		"edge 1 to 2 is given twice": func(g *layout.Graph) { g.Edges[1].To = 2 },
		"edge 1 to 4 has an end that is no vertex":             func(g *layout.Graph) { g.Edges[1].To = 4 },
		"edge 2 to 3 does not point downwards: layers 1 and 1": func(g *layout.Graph) { g.Edges[1].From = 2 },
	} {
		other := g.Clone()
		change(&other)
		if err := other.Check(); err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
