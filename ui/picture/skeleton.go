package picture

import "slices"

// item is what occupies a place in a row: a vertex, or a bend where an edge
// passes the row of other vertices.
type item struct {
	vertex int // index of the vertex, -1 for a bend
	edge   int // index of the edge that bends, -1 for a vertex
	row    int
}

// segment is the part of an edge between two neighbouring rows.
type segment struct {
	edge     int
	from, to int // items
}

// skeleton is the part of a layout that all zoom levels share: which items
// exist and in which order they stand in their rows. The first items are the
// vertices, in the order of the graph.
type skeleton struct {
	vertices []Vertex
	edges    []Edge
	top      int // layer of row 0
	space    int // cells wanted between neighbours; 0 in a step, which takes the least
	spare    int // lines to keep free in every gap
	items    []item
	rows     [][]int // items of each row from left to right
	place    []int   // index of each item in its row
	chains   [][]int // items along each edge, both ends included
	segs     []segment
	out, in  [][]int         // segments below and above each item
	up, down [][]int         // neighbours of each item, in the order of the segments
	byKey    map[int]int     // vertices by their keys
	byEdge   map[EdgeKey]int // edges by their ends
}

// newSkeleton makes the skeleton of a graph that follows prev, with or without
// bends in the rows that its edges pass.
func newSkeleton(g Graph, prev *skeleton, bends bool) *skeleton {
	sk := &skeleton{vertices: g.Vertices, edges: g.Edges, byKey: make(map[int]int, len(g.Vertices)), byEdge: make(map[EdgeKey]int, len(g.Edges))}
	if prev == nil {
		sk.space, sk.spare = max(g.Room, 2), max(g.Spare, 0)
	}
	if prev != nil {
		sk.spare = prev.spare // whoever asked for spare lines wants rows to stay
	}
	bottom := 0
	for i, v := range sk.vertices {
		if i == 0 {
			sk.top, bottom = v.Layer, v.Layer
		}
		sk.top, bottom = min(sk.top, v.Layer), max(bottom, v.Layer)
	}
	if prev != nil {
		sk.top, bottom = min(sk.top, prev.top), max(bottom, prev.top+len(prev.rows)-1)
	}
	sk.rows = make([][]int, bottom-sk.top+1)
	sk.fill(bends)
	return sk
}

// fill makes the items, without an order yet: rows hold them in order of
// creation.
func (sk *skeleton) fill(bends bool) {
	for i, v := range sk.vertices {
		sk.byKey[v.Key] = sk.add(item{i, -1, v.Layer - sk.top})
	}
	sk.chains = make([][]int, len(sk.edges))
	for i, e := range sk.edges {
		from, to := sk.byKey[e.From], sk.byKey[e.To]
		sk.byEdge[e.Key()] = i
		var chain []int
		chain = append(chain, from)
		for row := sk.items[from].row + 1; bends && row < sk.items[to].row; row++ {
			chain = append(chain, sk.add(item{-1, i, row}))
		}
		sk.chains[i] = append(chain, to)
	}
	for edge, chain := range sk.chains {
		for s := 1; s < len(chain); s++ {
			sk.segs = append(sk.segs, segment{edge, chain[s-1], chain[s]})
		}
	}
	sk.tie()
	sk.replace()
}

// tie lists the segments and the neighbours of every item. All lists of a kind
// share one array.
func (sk *skeleton) tie() {
	n := len(sk.items)
	outs, ins := make([]int, n), make([]int, n)
	for _, seg := range sk.segs {
		outs[seg.from]++
		ins[seg.to]++
	}
	lists := func(sizes []int) [][]int {
		all, list := make([]int, len(sk.segs)), make([][]int, n)
		at := 0
		for i, size := range sizes {
			list[i] = all[at : at : at+size]
			at += size
		}
		return list
	}
	sk.out, sk.down = lists(outs), lists(outs)
	sk.in, sk.up = lists(ins), lists(ins)
	for s, seg := range sk.segs {
		sk.out[seg.from] = append(sk.out[seg.from], s)
		sk.in[seg.to] = append(sk.in[seg.to], s)
		sk.down[seg.from] = append(sk.down[seg.from], seg.to)
		sk.up[seg.to] = append(sk.up[seg.to], seg.from)
	}
}

func (sk *skeleton) add(it item) int {
	n := len(sk.items)
	sk.items = append(sk.items, it)
	sk.rows[it.row] = append(sk.rows[it.row], n)
	return n
}

// survivors returns for every item of an earlier skeleton the same item here,
// -1 if it is gone: the same vertex, or the bend of the same edge, on the same
// layer.
func (sk *skeleton) survivors(before *skeleton) []int {
	list := make([]int, len(before.items))
	for i := range list {
		list[i] = -1
	}
	shift := before.top - sk.top // from its rows to ours
	for i, v := range before.vertices {
		if n, ok := sk.byKey[v.Key]; ok && sk.items[n].row == before.items[i].row+shift {
			list[i] = n
		}
	}
	for i, e := range before.edges {
		old := before.chains[i]
		if len(old) < 3 {
			continue
		}
		n, ok := sk.byEdge[e.Key()]
		if !ok {
			continue
		}
		chain := sk.chains[n]
		for _, bend := range old[1 : len(old)-1] {
			at := before.items[bend].row + shift - sk.items[chain[0]].row
			if at > 0 && at < len(chain)-1 {
				list[bend] = chain[at]
			}
		}
	}
	return list
}

// replace recomputes the place of every item from the rows.
func (sk *skeleton) replace() {
	sk.place = slices.Grow(sk.place[:0], len(sk.items))[:len(sk.items)]
	for _, row := range sk.rows {
		for p, i := range row {
			sk.place[i] = p
		}
	}
}

// isBend tells whether item i is a bend, not a vertex.
func (sk *skeleton) isBend(i int) bool { return sk.items[i].vertex < 0 }

// sorted returns the segments at the lower or the upper side of an item from
// left to right, as their other ends stand in their row.
func (sk *skeleton) sorted(i int, out bool) []int {
	list := slices.Clone(sk.in[i])
	if out {
		list = append(list[:0], sk.out[i]...)
	}
	slices.SortFunc(list, func(s, t int) int { return sk.place[sk.far(s, out)] - sk.place[sk.far(t, out)] })
	return list
}

// far returns the end of segment s at the other side.
func (sk *skeleton) far(s int, out bool) int {
	if out {
		return sk.segs[s].to
	}
	return sk.segs[s].from
}

// segment returns the segment between two items.
func (sk *skeleton) segment(from, to int) int {
	for _, s := range sk.out[from] {
		if sk.segs[s].to == to {
			return s
		}
	}
	panic("no segment between two neighbours of a chain")
}

// empty tells whether no vertex stands in a row.
func (sk *skeleton) empty(r int) bool {
	return !slices.ContainsFunc(sk.rows[r], func(i int) bool { return !sk.isBend(i) })
}

// earlier returns the index of vertex i in an earlier skeleton, if it stood on
// the same layer there.
func (sk *skeleton) earlier(before *skeleton, i int) (int, bool) {
	old, ok := before.byKey[sk.vertices[i].Key]
	return old, ok && before.items[old].row+before.top == sk.items[i].row+sk.top
}
