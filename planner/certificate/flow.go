package certificate

// far is more than any flow.
const far = 1 << 60

// flow is a network whose flow grows to a largest one along shortest paths (Dinic
// 1970).
type flow struct {
	from, to int
	arcs     [][]int // by node
	head     []int   // by arc; arc k and k^1 are each other's reverse
	room     []int64
	level    []int
	next     []int
}

func newFlow() *flow {
	f := &flow{}
	f.from, f.to = f.node(), f.node()
	return f
}

func (f *flow) node() int {
	f.arcs = append(f.arcs, nil)
	return len(f.arcs) - 1
}

func (f *flow) connect(from, to int, room int64) {
	f.arcs[from] = append(f.arcs[from], len(f.head))
	f.arcs[to] = append(f.arcs[to], len(f.head)+1)
	f.head = append(f.head, to, from)
	f.room = append(f.room, room, 0)
}

// most is the value of the largest flow.
func (f *flow) most() int64 {
	sum := int64(0)
	for f.layer() {
		for {
			pushed := f.push(f.from, far)
			if pushed == 0 {
				break
			}
			sum += pushed
		}
	}
	return sum
}

// layer numbers the nodes by their distance from the start, and reports whether the
// end can be reached.
func (f *flow) layer() bool {
	f.level, f.next = make([]int, len(f.arcs)), make([]int, len(f.arcs))
	f.level[f.from] = 1
	queue := []int{f.from}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, k := range f.arcs[queue[0]] {
			if f.room[k] > 0 && f.level[f.head[k]] == 0 {
				f.level[f.head[k]] = f.level[queue[0]] + 1
				queue = append(queue, f.head[k])
			}
		}
	}
	return f.level[f.to] > 0
}

// push sends at most so much from a node to the end, along one path, and gives how
// much it was.
func (f *flow) push(node int, most int64) int64 {
	if node == f.to {
		return most
	}
	for ; f.next[node] < len(f.arcs[node]); f.next[node]++ {
		k := f.arcs[node][f.next[node]]
		if f.room[k] == 0 || f.level[f.head[k]] != f.level[node]+1 {
			continue
		}
		if pushed := f.push(f.head[k], min(most, f.room[k])); pushed > 0 {
			f.room[k] -= pushed
			f.room[k^1] += pushed
			return pushed
		}
	}
	return 0
}
