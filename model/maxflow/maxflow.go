// Package maxflow finds largest flows and smallest cuts of networks, along
// shortest paths of one length at a time (Dinic 1970).
package maxflow

import "facet/model"

// Network is a flow network. Arc k and k^1 are each other's reverse.
type Network struct {
	arcs  [][]int32 // by node
	to    []int32
	room  []model.Cost // by arc: residual capacity
	level []int32
	next  []int32 // by node: the next arc to try
	queue []int32 // the nodes that have a level
}

// New gives a network of so many nodes without arcs.
func New(nodes int) *Network { return &Network{arcs: make([][]int32, nodes)} }

// Add gives the number of a new node.
func (n *Network) Add() int32 {
	n.arcs = append(n.arcs, nil)
	return int32(len(n.arcs) - 1)
}

// Connect adds an arc and gives its number. A capacity of [model.Saturated] is no limit.
func (n *Network) Connect(from, to int32, capacity model.Cost) (arc int32) {
	n.arcs[from] = append(n.arcs[from], int32(len(n.to)))
	n.arcs[to] = append(n.arcs[to], int32(len(n.to))+1)
	n.to = append(n.to, to, from)
	n.room = append(n.room, capacity, 0)
	return int32(len(n.to)) - 2
}

// Carries is how much flows along an arc.
func (n *Network) Carries(arc int32) model.Cost { return n.room[arc^1] }

// Flow grows a largest flow, but no larger than need, and gives its value.
func (n *Network) Flow(source, sink int32, need model.Cost) model.Cost {
	var carried model.Cost
	for carried < need && n.layer(source, sink) {
		for carried < need {
			pushed := n.push(source, sink, need-carried)
			if pushed == 0 {
				break
			}
			carried = carried.Add(pushed)
		}
	}
	return carried
}

// Cut saturates the network and reports which nodes the source still reaches: its
// side of a smallest cut. Where every cut costs more than can be told any of them
// is given.
func (n *Network) Cut(source, sink int32) []bool {
	for n.layer(source, sink) {
		for n.push(source, sink, model.Saturated) > 0 {
		}
	}
	side := make([]bool, len(n.arcs))
	for v, level := range n.level {
		side[v] = level > 0
	}
	return side
}

// layer numbers the nodes by their distance from the source as far as there is
// room, and reports whether the sink has a number.
func (n *Network) layer(source, sink int32) bool {
	for _, v := range n.queue {
		n.level[v], n.next[v] = 0, 0
	}
	if more := len(n.arcs) - len(n.level); more > 0 {
		n.level, n.next = append(n.level, make([]int32, more)...), append(n.next, make([]int32, more)...)
	}
	n.level[source] = 1
	n.queue = append(n.queue[:0], source)
	for k := 0; k < len(n.queue) && n.level[sink] == 0; k++ {
		from := n.queue[k]
		for _, k := range n.arcs[from] {
			if to := n.to[k]; n.room[k] > 0 && n.level[to] == 0 {
				n.level[to] = n.level[from] + 1
				n.queue = append(n.queue, to)
			}
		}
	}
	return n.level[sink] > 0
}

// push sends up to most from the node to the sink, along one path.
func (n *Network) push(node, sink int32, most model.Cost) model.Cost {
	if node == sink {
		return most
	}
	for ; n.next[node] < int32(len(n.arcs[node])); n.next[node]++ {
		k := n.arcs[node][n.next[node]]
		to := n.to[k]
		if n.room[k] == 0 || n.level[to] != n.level[node]+1 {
			continue
		}
		pushed := n.push(to, sink, min(most, n.room[k]))
		switch {
		case pushed == 0:
			continue
		case pushed == model.Saturated: // no arc of the path has a limit: cut it at its end
			if to == sink {
				n.room[k] = 0
			}
			return pushed
		case n.room[k] != model.Saturated:
			n.room[k] -= pushed
		}
		n.room[k^1] = n.room[k^1].Add(pushed)
		return pushed
	}
	return 0
}

// Path takes one path out of a flow from source to sink: its inner nodes, and an
// amount of at most that flows along it.
func (n *Network) Path(source, sink int32, most model.Cost) (inner []int32, amount model.Cost) {
	var arcs []int32
	amount = most
	for node := source; node != sink; {
		for _, k := range n.arcs[node] {
			if k&1 == 0 && n.room[k^1] > 0 { // what flows is the room of the reverse
				arcs = append(arcs, k)
				amount = min(amount, n.room[k^1])
				node = n.to[k]
				break
			}
		}
	}
	for _, k := range arcs {
		n.room[k^1] -= amount
		if n.to[k] != sink {
			inner = append(inner, n.to[k])
		}
	}
	return inner, amount
}
