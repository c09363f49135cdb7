package makespan

import (
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
	heads, after := make([]model.Cost, 0, p.Tasks), make([]model.Cost, p.Tasks)
	byTail := make([]int, p.Tasks)
	for t := range p.Tasks {
		heads = append(heads, p.head[t])
		if after[t] = p.tail[t]; !after[t].IsSaturated() {
			after[t] -= p.Time[t]
		}
		byTail[t] = t
	}
	slices.Sort(heads)
	kept := heads[:0]
	for k, h := range heads {
		if k == 0 || h > heads[k-1] {
			kept = append(kept, h)
		}
	}
	heads = kept
	slices.SortFunc(byTail, func(a, b int) int { return cmpCost(after[b], after[a]) })
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
