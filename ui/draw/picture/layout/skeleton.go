package layout

import "slices"

// Item is what occupies a place in a row: a vertex, or a bend where an edge
// passes the row of other vertices.
type Item struct {
	Vertex int // index of the vertex, -1 for a bend
	Edge   int // index of the edge that bends, -1 for a vertex
	Row    int
}

// Segment is the part of an edge between two neighbouring rows.
type Segment struct {
	Edge     int
	From, To int // items
}

// Skeleton is the part of a layout that all zoom levels share: which items
// exist and in which order they stand in their rows. The first items are the
// vertices, in the order of the graph. A function that changes the order of Rows calls
// Replace; all else stays as NewSkeleton made it.
type Skeleton struct {
	Vertices []Vertex
	Edges    []Edge
	Top      int // layer of row 0
	Space    int // cells wanted between neighbours; 0 in a step, which takes the least
	Items    []Item
	Rows     [][]int // items of each row from left to right
	Place    []int   // index of each item in its row
	Chains   [][]int // items along each edge, both ends included
	Segments []Segment
	Out, In  [][]int         // segments below and above each item
	up, down [][]int         // neighbours of each item, in the order of the segments
	ByKey    map[int]int     // vertices by their keys
	ByEdge   map[EdgeKey]int // edges by their ends
}

// NewSkeleton makes the skeleton of a graph that follows prev, with or without
// bends in the rows that its edges pass.
func NewSkeleton(g Graph, prev *Skeleton, bends bool) *Skeleton {
	sk := &Skeleton{Vertices: g.Vertices, Edges: g.Edges, ByKey: make(map[int]int, len(g.Vertices)),
		ByEdge: make(map[EdgeKey]int, len(g.Edges))}
	if prev == nil {
		sk.Space = 2
	}
	bottom := 0
	for i, v := range sk.Vertices {
		if i == 0 {
			sk.Top, bottom = v.Layer, v.Layer
		}
		sk.Top, bottom = min(sk.Top, v.Layer), max(bottom, v.Layer)
	}
	if prev != nil {
		sk.Top, bottom = min(sk.Top, prev.Top), max(bottom, prev.Top+len(prev.Rows)-1)
	}
	sk.Rows = make([][]int, bottom-sk.Top+1)
	sk.fill(bends)
	return sk
}

// Renamed is the same skeleton of the same graph with other keys.
func (sk *Skeleton) Renamed(g Graph) *Skeleton {
	out := *sk
	out.Vertices, out.Edges = g.Vertices, g.Edges
	out.ByKey, out.ByEdge = make(map[int]int, len(g.Vertices)), make(map[EdgeKey]int, len(g.Edges))
	for i, v := range g.Vertices {
		out.ByKey[v.Key] = i
	}
	for i, e := range g.Edges {
		out.ByEdge[e.Key()] = i
	}
	return &out
}

// fill makes the items, without an order yet: rows hold them in order of
// creation.
func (sk *Skeleton) fill(bends bool) {
	for i, v := range sk.Vertices {
		sk.ByKey[v.Key] = sk.add(Item{i, -1, v.Layer - sk.Top})
	}
	sk.Chains = make([][]int, len(sk.Edges))
	for i, e := range sk.Edges {
		from, to := sk.ByKey[e.From], sk.ByKey[e.To]
		sk.ByEdge[e.Key()] = i
		var chain []int
		chain = append(chain, from)
		for row := sk.Items[from].Row + 1; bends && row < sk.Items[to].Row; row++ {
			chain = append(chain, sk.add(Item{-1, i, row}))
		}
		sk.Chains[i] = append(chain, to)
	}
	for edge, chain := range sk.Chains {
		for s := 1; s < len(chain); s++ {
			sk.Segments = append(sk.Segments, Segment{edge, chain[s-1], chain[s]})
		}
	}
	sk.tie()
	sk.Replace()
}

// tie lists the segments and the neighbours of every item. All lists of a kind
// share one array.
func (sk *Skeleton) tie() {
	n := len(sk.Items)
	outs, ins := make([]int, n), make([]int, n)
	for _, seg := range sk.Segments {
		outs[seg.From]++
		ins[seg.To]++
	}
	lists := func(sizes []int) [][]int {
		all, list := make([]int, len(sk.Segments)), make([][]int, n)
		at := 0
		for i, size := range sizes {
			list[i] = all[at : at : at+size]
			at += size
		}
		return list
	}
	sk.Out, sk.down = lists(outs), lists(outs)
	sk.In, sk.up = lists(ins), lists(ins)
	for s, seg := range sk.Segments {
		sk.Out[seg.From] = append(sk.Out[seg.From], s)
		sk.In[seg.To] = append(sk.In[seg.To], s)
		sk.down[seg.From] = append(sk.down[seg.From], seg.To)
		sk.up[seg.To] = append(sk.up[seg.To], seg.From)
	}
}

func (sk *Skeleton) add(it Item) int {
	n := len(sk.Items)
	sk.Items = append(sk.Items, it)
	sk.Rows[it.Row] = append(sk.Rows[it.Row], n)
	return n
}

// Survivors returns for every item of an earlier skeleton the same item here,
// -1 if it is gone: the same vertex, or the bend of the same edge, on the same
// layer.
func (sk *Skeleton) Survivors(before *Skeleton) []int {
	list := make([]int, len(before.Items))
	for i := range list {
		list[i] = -1
	}
	shift := before.Top - sk.Top // from its rows to ours
	for i, v := range before.Vertices {
		if n, ok := sk.ByKey[v.Key]; ok && sk.Items[n].Row == before.Items[i].Row+shift {
			list[i] = n
		}
	}
	for i, e := range before.Edges {
		old := before.Chains[i]
		if len(old) < 3 {
			continue
		}
		n, ok := sk.ByEdge[e.Key()]
		if !ok {
			continue
		}
		chain := sk.Chains[n]
		for _, bend := range old[1 : len(old)-1] {
			at := before.Items[bend].Row + shift - sk.Items[chain[0]].Row
			if at > 0 && at < len(chain)-1 {
				list[bend] = chain[at]
			}
		}
	}
	return list
}

// Replace recomputes the place of every item from the rows.
func (sk *Skeleton) Replace() {
	sk.Place = slices.Grow(sk.Place[:0], len(sk.Items))[:len(sk.Items)]
	for _, row := range sk.Rows {
		for p, i := range row {
			sk.Place[i] = p
		}
	}
}

// IsBend reports whether item i is a bend, not a vertex.
func (sk *Skeleton) IsBend(i int) bool { return sk.Items[i].Vertex < 0 }

// Sorted returns the segments at the lower or the upper side of an item from
// left to right, as their other ends stand in their row. The list is not to be changed.
func (sk *Skeleton) Sorted(i int, out bool) []int {
	list := sk.In[i]
	if out {
		list = sk.Out[i]
	}
	byPlace := func(s, t int) int { return sk.Place[sk.far(s, out)] - sk.Place[sk.far(t, out)] }
	if !slices.IsSortedFunc(list, byPlace) { // most stand in order as they are
		list = slices.Clone(list)
		slices.SortFunc(list, byPlace)
	}
	return list
}

// far returns the end of segment s at the other side.
func (sk *Skeleton) far(s int, out bool) int {
	if out {
		return sk.Segments[s].To
	}
	return sk.Segments[s].From
}

// Segment returns the segment between two items.
func (sk *Skeleton) Segment(from, to int) int {
	for _, s := range sk.Out[from] {
		if sk.Segments[s].To == to {
			return s
		}
	}
	panic("layout: no segment between two neighbours of a chain")
}

// Empty reports whether no vertex stands in a row.
func (sk *Skeleton) Empty(r int) bool {
	return !slices.ContainsFunc(sk.Rows[r], func(i int) bool { return !sk.IsBend(i) })
}

// Earlier returns the index of vertex i in an earlier skeleton, if it stood on
// the same layer there.
func (sk *Skeleton) Earlier(before *Skeleton, i int) (int, bool) {
	old, ok := before.ByKey[sk.Vertices[i].Key]
	return old, ok && before.Items[old].Row+before.Top == sk.Items[i].Row+sk.Top
}
