package makespan

import (
	"math/rand/v2"

	"facet/model"
	"facet/model/heap"
)

// List schedules by a list: whenever a machine is free, it takes the task with the
// highest priority among those that can begin. It takes n log n steps. The schedule has
// at most 2 - 1/m times the least makespan (Graham 1969).
func (p *Problem) List(priority []model.Cost) Schedule {
	s := Schedule{Places: make([]Place, p.Tasks)}
	ready := tasksBy(func(t int32) model.Cost {
		if p.Time[t] == 0 {
			return -model.Saturated // takes no time, and may be needed at once
		}
		return -priority[t]
	})
	running := tasksBy(func(t int32) model.Cost { return s.Places[t].End })
	machines := heap.New(func(a, b *int) bool { return *a < *b }) // that are free
	for k := range p.Machines {
		machines.Push(k)
	}
	waits, begin := p.Waits()
	for _, t := range begin {
		ready.Push(int32(t))
	}
	var now model.Cost
	for ready.Len() > 0 || running.Len() > 0 {
		for ready.Len() > 0 && machines.Len() > 0 {
			t := ready.Pop()
			s.Places[t] = Place{Start: now, End: now.Add(p.Time[t]), Machine: machines.Pop()}
			running.Push(t)
			if p.Time[t] == 0 {
				break
			}
		}
		now = s.Places[running.First()].End
		for running.Len() > 0 && s.Places[running.First()].End == now {
			t := running.Pop()
			machines.Push(s.Places[t].Machine)
			begin = waits.Ends(int(t), 0, begin[:0])
			for _, t := range begin {
				ready.Push(int32(t))
			}
		}
	}
	s.finish()
	return s
}

// tasksBy is a heap of tasks by a number, and by their own where that is the same.
func tasksBy(key func(int32) model.Cost) *heap.Heap[int32] {
	return heap.New(func(t, u *int32) bool {
		a, b := key(*t), key(*u)
		return a < b || a == b && *t < *u
	})
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
			list[t] = p.tail[t].Add(model.Cost(len(p.Next[t])))
		}
	default:
		for t := range list {
			list[t] = model.Cost(float64(p.tail[t]/2) * (1 + 0.5*rng.Float64()))
		}
	}
	return list
}
