package presolve

import "facet/model"

// flow is a flow from some vertices to the ends of a view (its sinks) that
// passes through each vertex with at most its size. It grows along shortest
// paths, all of one length at once (Dinic 1970).
type flow struct {
	view
	node    map[int32]int32 // by vertex: the number of its entrance; its exit is the next
	vertex  []int32         // by node
	arcs    [][]int32       // by node
	to      []int32         // arc k and k^1 are each other's reverse
	room    []model.Cost
	level   []int32
	at      []int32 // by node: the next arc to try
	carried model.Cost
}

const (
	origin = int32(0)
	end    = int32(1)
)

// supply is an amount that enters a vertex.
type supply struct {
	vertex int32
	amount model.Cost
}

// carry finds out whether all that enters reaches the ends; it looks no further
// when need has arrived.
func (v view) carry(entering []supply, need model.Cost) (*flow, bool) {
	f := &flow{view: v, node: make(map[int32]int32), vertex: []int32{-1, -1}, arcs: make([][]int32, 2)}
	var queue []int32
	visit := func(i int32) int32 {
		node, known := f.node[i]
		if !known {
			node = int32(len(f.arcs))
			f.node[i] = node
			f.arcs = append(f.arcs, nil, nil)
			f.vertex = append(f.vertex, i, i)
			f.connect(node, node+1, v.size[i])
			queue = append(queue, i)
		}
		return node
	}
	for _, s := range entering {
		f.connect(origin, visit(s.vertex), s.amount)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		exit := f.node[queue[0]] + 1
		if len(v.behind(queue[0])) == 0 {
			f.connect(exit, end, model.Saturated)
		}
		for k, e := range v.behind(queue[0]) {
			if k > 0 && v.far(e) == v.far(v.behind(queue[0])[k-1]) {
				continue // a parallel edge leads to no other vertex
			}
			f.connect(exit, visit(v.far(e)), model.Saturated)
		}
	}
	for f.carried < need && f.layer() {
		for f.carried < need {
			pushed := f.push(origin, need-f.carried)
			if pushed == 0 {
				break
			}
			f.carried = f.carried.Add(pushed)
		}
	}
	return f, f.carried >= need
}

func (f *flow) connect(from, to int32, room model.Cost) {
	f.arcs[from] = append(f.arcs[from], int32(len(f.to)))
	f.arcs[to] = append(f.arcs[to], int32(len(f.to))+1)
	f.to = append(f.to, to, from)
	f.room = append(f.room, room, 0)
}

// layer numbers the nodes by their distance from the origin as far as there is
// room, and tells whether the end has a number.
func (f *flow) layer() bool {
	f.level = make([]int32, len(f.arcs))
	f.at = make([]int32, len(f.arcs))
	f.level[origin] = 1
	queue := []int32{origin}
	for ; len(queue) > 0 && f.level[end] == 0; queue = queue[1:] {
		for _, k := range f.arcs[queue[0]] {
			if to := f.to[k]; f.room[k] > 0 && f.level[to] == 0 {
				f.level[to] = f.level[queue[0]] + 1
				queue = append(queue, to)
			}
		}
	}
	return f.level[end] > 0
}

// push sends up to most from the node to the end, along one path.
func (f *flow) push(node int32, most model.Cost) model.Cost {
	if node == end {
		return most
	}
	for ; f.at[node] < int32(len(f.arcs[node])); f.at[node]++ {
		k := f.arcs[node][f.at[node]]
		to := f.to[k]
		if f.room[k] == 0 || f.level[to] != f.level[node]+1 {
			continue
		}
		if pushed := f.push(to, min(most, f.room[k])); pushed > 0 {
			if f.room[k] != model.Saturated {
				f.room[k] -= pushed
			}
			f.room[k^1] = f.room[k^1].Add(pushed)
			return pushed
		}
	}
	return 0
}

// path is a path of vertices and the amount that flows along it.
type path struct {
	vertices []int32
	amount   model.Cost
}

// paths takes the flow apart. The vertices of each path are in the order of the
// flow; the flow is used up.
func (f *flow) paths() []path {
	var all []path
	for f.carried > 0 {
		var arcs []int32
		amount := f.carried
		for node := origin; node != end; {
			for _, k := range f.arcs[node] {
				if k&1 == 0 && f.room[k^1] > 0 { // what flows is the room of the reverse
					arcs = append(arcs, k)
					amount = min(amount, f.room[k^1])
					node = f.to[k]
					break
				}
			}
		}
		p := path{amount: amount}
		for n, k := range arcs {
			f.room[k^1] -= amount
			if to := f.to[k]; n%2 == 0 && to != end {
				p.vertices = append(p.vertices, f.vertex[to])
			}
		}
		f.carried -= amount
		all = append(all, p)
	}
	return all
}
