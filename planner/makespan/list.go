package makespan

import (
	"container/heap"
	"math/rand/v2"

	"facet/model"
)

// List schedules by a list: whenever a machine is free, it takes the task with the
// highest priority among those that can begin. It takes n log n steps. The schedule has
// at most 2 - 1/m times the least makespan (Graham 1969).
func (p *Problem) List(priority []model.Cost) Schedule {
	s := Schedule{Places: make([]Place, p.Tasks)}
	left := make([]int32, len(p.Needs))
	for v := range p.Needs {
		left[v] = int32(len(p.Needs[v]))
	}
	ready := &queue{key: func(t int32) (model.Cost, int32) {
		if p.Time[t] == 0 {
			return -model.Saturated, t // takes no time, and may be needed at once
		}
		return -priority[t], t
	}}
	running := &queue{key: func(t int32) (model.Cost, int32) { return s.Places[t].End, t }}
	free := make(ints, 0, p.Machines)
	for k := range p.Machines {
		free = append(free, k)
	}
	var released []int32
	release := func(v int32) {
		for released = append(released, v); len(released) > 0; {
			v := released[len(released)-1]
			released = released[:len(released)-1]
			if int(v) < p.Tasks {
				heap.Push(ready, v)
				continue
			}
			for _, w := range p.next[v] {
				if left[w]--; left[w] == 0 {
					released = append(released, w)
				}
			}
		}
	}
	for v := range p.Needs {
		if left[v] == 0 && len(p.Needs[v]) == 0 {
			release(int32(v))
		}
	}
	var now model.Cost
	for ready.Len() > 0 || running.Len() > 0 {
		for ready.Len() > 0 && len(free) > 0 {
			t := heap.Pop(ready).(int32)
			s.Places[t] = Place{Start: now, End: now.Add(p.Time[t]), Machine: heap.Pop(&free).(int)}
			heap.Push(running, t)
			if p.Time[t] == 0 {
				break
			}
		}
		now = s.Places[running.list[0]].End
		for running.Len() > 0 && s.Places[running.list[0]].End == now {
			t := heap.Pop(running).(int32)
			heap.Push(&free, s.Places[t].Machine)
			for _, w := range p.next[t] {
				if left[w]--; left[w] == 0 {
					release(w)
				}
			}
		}
	}
	s.finish()
	return s
}

// queue is a heap of tasks.
type queue struct {
	list []int32
	key  func(int32) (model.Cost, int32)
}

func (q *queue) Len() int { return len(q.list) }
func (q *queue) Less(i, j int) bool {
	a, x := q.key(q.list[i])
	b, y := q.key(q.list[j])
	return a < b || a == b && x < y
}
func (q *queue) Swap(i, j int) { q.list[i], q.list[j] = q.list[j], q.list[i] }
func (q *queue) Push(x any)    { q.list = append(q.list, x.(int32)) }
func (q *queue) Pop() any {
	last := q.list[len(q.list)-1]
	q.list = q.list[:len(q.list)-1]
	return last
}

// ints is a heap of machines.
type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

// priorities are lists worth trying: by the path to the end, with those of equal paths by
// time; by time alone; and the first one disturbed at random.
func (p *Problem) priorities(k int, rng *rand.Rand) []model.Cost {
	list := make([]model.Cost, p.Tasks)
	switch k {
	case 0:
		copy(list, p.tail)
	case 1:
		copy(list, p.Time)
	case 2:
		for t := range list {
			list[t] = p.tail[t].Add(model.Cost(len(p.next[t])))
		}
	default:
		for t := range list {
			list[t] = model.Cost(float64(p.tail[t]/2) * (1 + 0.5*rng.Float64()))
		}
	}
	return list
}
