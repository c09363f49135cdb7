package makespan

import (
	"cmp"
	"slices"

	"facet/model"
)

// ByWork is the bound of the work alone: so much on m machines, rounded up.
func ByWork(work model.Cost, m int) model.Cost {
	if work == 0 {
		return 0
	}
	return (work-1)/model.Cost(m) + 1
}

// Bound is a lower bound of the makespan: the critical path; the work divided by the
// machines; and for tasks none of which can begin before a nor end later than b before
// the end, a + b + their work divided by the machines.
func (p *Problem) Bound() model.Cost {
	bound := max(p.CriticalPath(), ByWork(p.work, p.Machines))
	after, byTail := make([]model.Cost, p.Tasks), make([]int, p.Tasks)
	for t := range p.Tasks {
		if after[t] = p.tail[t]; !after[t].IsSaturated() {
			after[t] -= p.Time[t]
		}
		byTail[t] = t
	}
	heads := slices.Compact(slices.Sorted(slices.Values(p.head[:p.Tasks])))
	slices.SortFunc(byTail, func(a, b int) int { return cmp.Compare(after[b], after[a]) })
	for len(heads)*p.Tasks > mostPairs { // fewer are a bound as well
		kept := heads[:0]
		for k := 0; k < len(heads); k += 2 {
			kept = append(kept, heads[k])
		}
		heads = kept
	}
	for _, a := range heads {
		var work model.Cost
		for _, t := range byTail {
			if p.head[t] < a {
				continue
			}
			work = work.Add(p.Time[t])
			bound = max(bound, a.Add(after[t]).Add(ByWork(work, p.Machines)))
		}
	}
	return bound
}

// mostPairs is how many pairs of a head and a task a bound looks at.
const mostPairs = 4_000_000
