package makespan

import (
	"cmp"
	"math/bits"
	"slices"

	"facet/model"
)

// mostExact is how many tasks the exact search takes: sets of them are words of 64 bits.
const mostExact = 64

// search is branch and bound over schedules: tasks are placed in the order of their
// starts, each as early as the tasks before it allow, which reaches an optimal schedule.
type search struct {
	n, m    int
	time    []int64
	needs   []uint64 // tasks that have to end before, directly
	next    []uint64
	after   []int64 // the longest path behind a task
	order   []int   // topological
	byAfter []int   // by after, largest first

	best   int64   // a schedule has to end earlier
	starts []int64 // of the best schedule; nil where none was found
	proved int64   // stop at a schedule that ends there

	end, head []int64
	at        []int64 // starts so far
	nodes     int
	most      int
	stop      func() bool
	stopped   bool
	known     map[uint64][][]int64
	held      int
}

// flat gives for each task the set of tasks that it needs, without joints.
func (p *Problem) flat() []uint64 {
	sets := make([]uint64, len(p.Needs))
	for _, v := range p.order {
		for _, u := range p.Needs[v] {
			if int(u) < p.Tasks {
				sets[v] |= 1 << u
			} else {
				sets[v] |= sets[u]
			}
		}
	}
	return sets[:p.Tasks]
}

func (p *Problem) newSearch(best, proved model.Cost, most int, stop func() bool) *search {
	n := p.Tasks
	s := &search{
		n: n, m: p.Machines, needs: p.flat(), order: p.topological(), best: int64(best),
		proved: int64(proved), most: most, stop: stop,
		time: make([]int64, n), next: make([]uint64, n), after: make([]int64, n), end: make([]int64, n),
		head: make([]int64, n), at: make([]int64, n),
		known: make(map[uint64][][]int64),
	}
	for t := range n {
		s.time[t] = int64(p.Time[t])
		s.after[t] = int64(p.tail[t]) - s.time[t]
		for set := s.needs[t]; set != 0; set &= set - 1 {
			s.next[bits.TrailingZeros64(set)] |= 1 << t
		}
		s.byAfter = append(s.byAfter, t)
	}
	slices.SortStableFunc(s.byAfter, func(a, b int) int { return cmp.Compare(s.after[b], s.after[a]) })
	return s
}

// run searches all schedules that end before best.
func (s *search) run() { s.place(0, make([]int64, s.m)) }

// place goes on from a set of tasks that are placed. free are the times from which the
// machines are free, ascending, none before the last start.
func (s *search) place(placed uint64, free []int64) {
	all := ^uint64(0) >> (mostExact - s.n)
	if placed == all {
		makespan := int64(0)
		for _, e := range s.end {
			makespan = max(makespan, e)
		}
		if makespan < s.best {
			s.best, s.starts = makespan, slices.Clone(s.at)
		}
		return
	}
	if s.nodes++; s.nodes > s.most || s.nodes%256 == 0 && s.stop != nil && s.stop() {
		s.stopped = true
	}
	if s.stopped || s.bound(placed, free) >= s.best || s.isDominated(placed, free) {
		return
	}
	var ready [mostExact]int
	count := 0
	earliest := int64(-1) // end of a task that could begin now
	for set := all &^ placed; set != 0; set &= set - 1 {
		t := bits.TrailingZeros64(set)
		if s.needs[t]&^placed != 0 {
			continue
		}
		if s.time[t] == 0 && s.head[t] <= free[0] { // nothing is lost by doing it at once
			ready[0], count, earliest = t, 1, -1
			break
		}
		ready[count] = t
		count++
		if e := s.head[t] + s.time[t]; earliest < 0 || e < earliest {
			earliest = e
		}
	}
	var starts [mostExact]int64
	candidates := ready[:0]
	for _, t := range ready[:count] {
		// A task that begins when another one could have ended may as well wait for it.
		if earliest < 0 || s.head[t] < earliest || s.head[t]+s.time[t] == earliest {
			starts[t] = s.head[t] // heads change below
			candidates = append(candidates, t)
		}
	}
	slices.SortFunc(candidates, func(a, b int) int {
		return cmp.Or(cmp.Compare(starts[a], starts[b]),
			cmp.Compare(s.after[b]+s.time[b], s.after[a]+s.time[a]))
	})
	room := make([]int64, s.m)
	for _, t := range candidates {
		start := starts[t]
		s.at[t], s.end[t] = start, start+s.time[t]
		copy(room, free)
		room[0] = s.end[t]
		for k := range room {
			room[k] = max(room[k], start)
		}
		slices.Sort(room)
		s.place(placed|1<<t, room)
		if s.stopped || s.best <= s.proved {
			return
		}
	}
}

// bound is what a schedule that goes on from here takes at least. It leaves the earliest
// starts of the tasks that are not placed in head.
func (s *search) bound(placed uint64, free []int64) int64 {
	bound := int64(0)
	for _, t := range s.order {
		if placed>>t&1 == 1 {
			bound = max(bound, s.end[t]+s.after[t])
			continue
		}
		h := free[0]
		for set := s.needs[t]; set != 0; set &= set - 1 {
			u := bits.TrailingZeros64(set)
			if placed>>u&1 == 1 {
				h = max(h, s.end[u])
			} else {
				h = max(h, s.head[u]+s.time[u])
			}
		}
		s.head[t] = h
		bound = max(bound, h+s.time[t]+s.after[t])
	}
	if bound >= s.best {
		return bound
	}
	// The tasks with the longest paths behind them have to be done by then.
	work, first := int64(0), int64(-1)
	for _, t := range s.byAfter {
		if placed>>t&1 == 1 {
			continue
		}
		work += s.time[t]
		if first < 0 || s.head[t] < first {
			first = s.head[t]
		}
		bound = max(bound, s.after[t]+s.level(work, first, free))
	}
	return bound
}

// level is when machines that are free from these times, and not before first, can have
// done so much work.
func (s *search) level(work, first int64, free []int64) int64 {
	sum := int64(0) // of the times of k machines
	for k := range free {
		from := max(free[k], first)
		if k > 0 && from*int64(k)-sum >= work {
			return (work+sum-1)/int64(k) + 1
		}
		sum += from
	}
	if work == 0 {
		return first
	}
	return (work+sum-1)/int64(len(free)) + 1
}

// How many positions are kept to compare others with, of one set of tasks and in all.
const (
	mostAlike = 12
	mostKept  = 400_000
)

// isDominated reports whether the same tasks were placed before so that no machine was free
// later and no task ended later that another one waits for.
func (s *search) isDominated(placed uint64, free []int64) bool {
	here := make([]int64, s.m, s.m+s.n)
	copy(here, free)
	for set := placed; set != 0; set &= set - 1 {
		t := bits.TrailingZeros64(set)
		if s.next[t]&^placed != 0 {
			here = append(here, max(s.end[t], free[0]))
		}
	}
	all := s.known[placed]
	for _, other := range all {
		better := true
		for k, x := range other {
			if x > here[k] {
				better = false
				break
			}
		}
		if better {
			return true
		}
	}
	if len(all) < mostAlike && s.held < mostKept {
		s.known[placed] = append(all, here)
		s.held++
	}
	return false
}

// schedule places the tasks of the best schedule on machines.
func (s *search) schedule() Schedule {
	out := Schedule{Places: make([]Place, s.n)}
	order := slices.Clone(s.order)
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(s.starts[a], s.starts[b]), // what takes no time is done first
			cmp.Compare(min(1, s.time[a]), min(1, s.time[b])))
	})
	free := make([]int64, s.m)
	for _, t := range order {
		machine := 0
		for k := range free { // the one that was free last
			if free[k] <= s.starts[t] && (free[machine] > s.starts[t] || free[k] > free[machine]) {
				machine = k
			}
		}
		free[machine] = s.starts[t] + s.time[t]
		out.Places[t] = Place{Start: model.Cost(s.starts[t]), End: model.Cost(free[machine]),
			Machine: machine}
	}
	out.finish()
	return out
}
