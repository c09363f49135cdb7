package makespan

import (
	"cmp"
	"slices"

	"facet/model"
	"facet/model/taskgraph"
)

// Problem is what is to be scheduled. Nodes from Tasks on are joints: they take no time
// and no machine, and stand for the sum of what they need.
type Problem struct {
	Time     []model.Cost // of each task
	Needs    [][]int32    // of each node: the nodes that end before it begins
	Next     [][]int32    // of each node: the nodes that need it
	Tasks    int
	Machines int // at least 1; more than tasks is as good as one for each

	order []int32      // a topological order of the nodes
	head  []model.Cost // of each node: the earliest start
	tail  []model.Cost // the longest path from its start to the end
	work  model.Cost

	longest model.Cost // path
}

// Of makes a problem of the tasks of a sequence.
func Of(g *taskgraph.Graph, machines int) *Problem {
	n := len(g.Tasks)
	p := &Problem{Time: make([]model.Cost, n), Needs: make([][]int32, n+len(g.Jacobians)), Tasks: n,
		Machines: machines}
	node := func(x int32) int32 { return NodeOf(g, x) }
	for t := range g.Tasks {
		p.Time[t] = g.Tasks[t].Price
		for _, x := range g.Tasks[t].Reads {
			if x != taskgraph.None {
				p.Needs[t] = append(p.Needs[t], node(x))
			}
		}
	}
	for x := range g.Jacobians {
		if parts := g.Jacobians[x].Parts; parts[0] != taskgraph.None {
			p.Needs[n+x] = []int32{node(parts[0]), node(parts[1])}
		}
	}
	p.prepare()
	return p
}

// NodeOf is the node of a Jacobian: the task that makes it, or a joint.
func NodeOf(g *taskgraph.Graph, x int32) int32 {
	if t := g.Jacobians[x].Task; t != taskgraph.None {
		return t
	}
	return int32(len(g.Tasks)) + x
}

// New makes a problem of tasks without joints. needs[t] may name earlier and later tasks,
// but not in a circle.
func New(time []model.Cost, needs [][]int32, machines int) *Problem {
	p := &Problem{Time: time, Needs: needs, Tasks: len(time), Machines: machines}
	p.prepare()
	return p
}

func (p *Problem) time(v int32) model.Cost {
	if int(v) < p.Tasks {
		return p.Time[v]
	}
	return 0
}

// prepare sorts the nodes and finds heads and tails.
func (p *Problem) prepare() {
	p.Machines = max(1, min(p.Machines, p.Tasks))
	n := len(p.Needs)
	count := make([]int32, n)
	for _, needs := range p.Needs {
		for _, v := range needs {
			count[v]++
		}
	}
	p.Next = make([][]int32, n)
	for v := range p.Next {
		p.Next[v] = make([]int32, 0, count[v])
	}
	left := make([]int32, n)
	for v, needs := range p.Needs {
		left[v] = int32(len(needs))
		for _, u := range needs {
			p.Next[u] = append(p.Next[u], int32(v))
		}
	}
	p.order = make([]int32, 0, n)
	for v := range n {
		if left[v] == 0 {
			p.order = append(p.order, int32(v))
		}
	}
	for k := 0; k < len(p.order); k++ {
		for _, w := range p.Next[p.order[k]] {
			if left[w]--; left[w] == 0 {
				p.order = append(p.order, w)
			}
		}
	}
	p.head, p.tail = make([]model.Cost, n), make([]model.Cost, n)
	for _, v := range p.order {
		for _, u := range p.Needs[v] {
			p.head[v] = max(p.head[v], p.head[u].Add(p.time(u)))
		}
	}
	for _, v := range slices.Backward(p.order) {
		for _, w := range p.Next[v] {
			p.tail[v] = max(p.tail[v], p.tail[w])
		}
		p.tail[v] = p.tail[v].Add(p.time(v))
	}
	p.work, p.longest = 0, 0
	for v := range p.tail {
		p.longest = max(p.longest, p.tail[v])
	}
	for _, t := range p.Time {
		p.work = p.work.Add(t)
	}
}

// CriticalPath is the length of the longest path: the makespan on machines without end.
func (p *Problem) CriticalPath() model.Cost { return p.longest }

// Work is the sum of all times: the makespan on one machine.
func (p *Problem) Work() model.Cost { return p.work }

// Slack says of each task how much later it could begin, if machines were without end,
// before the critical path grows: 0 for a task on a critical path.
func (p *Problem) Slack(t int) model.Cost {
	return p.longest - min(p.longest, p.head[t].Add(p.tail[t]))
}

// Place is when and where a task works.
type Place struct {
	Start, End model.Cost
	Machine    int // from 0
}

// Schedule places each task.
type Schedule struct {
	Places   []Place
	Makespan model.Cost
	Bound    model.Cost // no schedule of these tasks ends earlier
	Optimal  bool       // this one ends as early as any can
}

// finish sets the makespan.
func (s *Schedule) finish() {
	s.Makespan = 0
	for k := range s.Places {
		s.Makespan = max(s.Makespan, s.Places[k].End)
	}
}

// Order gives the tasks in the order of their starts: an order in which they can be
// carried out one after another.
func (s *Schedule) Order(p *Problem) []int {
	order := p.topological()
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := s.Places[a], s.Places[b]
		if x.Start == y.Start && (x.End == x.Start || y.End == y.Start) {
			return cmp.Compare(x.End, y.End) // what takes no time is done first
		}
		return cmp.Compare(x.Start, y.Start)
	})
	return order
}

// topological lists the tasks so that each comes behind those that it needs.
func (p *Problem) topological() []int {
	order := make([]int, 0, p.Tasks)
	for _, v := range p.order {
		if int(v) < p.Tasks {
			order = append(order, int(v))
		}
	}
	return order
}
