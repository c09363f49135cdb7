package presolve

import (
	"facet/model"
	"facet/model/maxflow"
)

// flow is a flow from some vertices to the ends of a view (its sinks) that
// passes through each vertex with at most its size.
type flow struct {
	*maxflow.Network
	node    map[int32]int32 // by vertex: the number of its entrance; its exit is the next
	vertex  []int32         // by node
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
// when need has arrived. Mostly a few ways to the ends are enough, which are short on large
// dags beside all that lies there.
func (v view) carry(entering []supply, need model.Cost) (*flow, bool) {
	if f, yes := v.within(v.ways(entering), entering, need); yes {
		return f, true
	}
	return v.within(nil, entering, need)
}

// ways lists the vertices on a few ways to the ends: some from each vertex where something
// enters, which keep off each other where they can.
func (v view) ways(entering []supply) map[int32]bool {
	const each = 2
	on := make(map[int32]bool)
	for range each {
		for _, s := range entering {
			for i := s.vertex; ; {
				on[i] = true
				all := v.behind(i)
				if len(all) == 0 {
					break
				}
				i = v.far(all[0])
				for _, e := range all {
					if !on[v.far(e)] {
						i = v.far(e)
						break
					}
				}
			}
		}
	}
	return on
}

// within is carry by these vertices alone; nil stands for all.
func (v view) within(only map[int32]bool, entering []supply, need model.Cost) (*flow, bool) {
	f := &flow{Network: maxflow.New(2), node: make(map[int32]int32), vertex: []int32{-1, -1}}
	var queue []int32
	visit := func(i int32) int32 {
		node, known := f.node[i]
		if !known {
			node = f.Add()
			f.node[i] = node
			f.vertex = append(f.vertex, i, i)
			f.Connect(node, f.Add(), v.size[i])
			queue = append(queue, i)
		}
		return node
	}
	for _, s := range entering {
		f.Connect(origin, visit(s.vertex), s.amount)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		exit := f.node[queue[0]] + 1
		if len(v.behind(queue[0])) == 0 {
			f.Connect(exit, end, model.Saturated)
		}
		for _, e := range v.behind(queue[0]) {
			if only != nil && !only[v.far(e)] {
				continue
			}
			f.Connect(exit, visit(v.far(e)), model.Saturated)
		}
	}
	f.carried = f.Flow(origin, end, need)
	return f, f.carried >= need
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
		inner, amount := f.Path(origin, end, f.carried)
		p := path{amount: amount}
		for n := 0; n < len(inner); n += 2 {
			p.vertices = append(p.vertices, f.vertex[inner[n]])
		}
		f.carried -= amount
		all = append(all, p)
	}
	return all
}
