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

// identity tells an item again in the next layout.
type identity struct {
	vertex int // key of the vertex, 0 for a bend
	edge   EdgeKey
	row    int
	bend   bool
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
	out, in  [][]int // segments below and above each item
	up, down [][]int // neighbours of each item, in the order of the segments
	known    map[identity]int
}

func newSkeleton(g Graph, prev *skeleton) *skeleton {
	sk := &skeleton{vertices: g.Vertices, edges: g.Edges, known: map[identity]int{}}
	if prev == nil {
		sk.space, sk.spare = max(g.Room, 2), max(g.Spare, 0)
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
	sk.fill()
	return sk
}

// fill makes the items, without an order yet: rows hold them in order of
// creation.
func (sk *skeleton) fill() {
	index := make(map[int]int, len(sk.vertices))
	for i, v := range sk.vertices {
		index[v.Key] = sk.add(item{i, -1, v.Layer - sk.top}, identity{vertex: v.Key, row: v.Layer})
	}
	sk.chains = make([][]int, len(sk.edges))
	for i, e := range sk.edges {
		from, to := index[e.From], index[e.To]
		chain := []int{from}
		for row := sk.items[from].row + 1; row < sk.items[to].row; row++ {
			chain = append(chain, sk.add(item{-1, i, row}, identity{edge: e.Key(), row: row + sk.top, bend: true}))
		}
		sk.chains[i] = append(chain, to)
	}
	n := len(sk.items)
	sk.up, sk.down = make([][]int, n), make([][]int, n)
	sk.out, sk.in = make([][]int, n), make([][]int, n)
	for edge, chain := range sk.chains {
		for s := 1; s < len(chain); s++ {
			from, to := chain[s-1], chain[s]
			sk.out[from] = append(sk.out[from], len(sk.segs))
			sk.in[to] = append(sk.in[to], len(sk.segs))
			sk.segs = append(sk.segs, segment{edge, from, to})
			sk.down[from] = append(sk.down[from], to)
			sk.up[to] = append(sk.up[to], from)
		}
	}
	sk.replace()
}

func (sk *skeleton) add(it item, id identity) int {
	n := len(sk.items)
	sk.items = append(sk.items, it)
	sk.known[id] = n
	sk.rows[it.row] = append(sk.rows[it.row], n)
	return n
}

// identity returns what tells item i again in the next layout.
func (sk *skeleton) identity(i int) identity {
	it := sk.items[i]
	if it.vertex >= 0 {
		return identity{vertex: sk.vertices[it.vertex].Key, row: it.row + sk.top}
	}
	return identity{edge: sk.edges[it.edge].Key(), row: it.row + sk.top, bend: true}
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

// vertexItem returns the item of a vertex.
func (sk *skeleton) vertexItem(key int) (int, bool) {
	for i, v := range sk.vertices {
		if v.Key == key {
			return i, true
		}
	}
	return 0, false
}
