package analysis

import "facet/model"

// Regret is by how much a step made the best total worse: between Least and Most,
// which is Saturated while nothing is known above.
type Regret struct {
	Step        int
	Least, Most model.Cost
}

// Exact reports whether the loss is known.
func (r Regret) Exact() bool { return r.Least == r.Most && !r.Most.IsSaturated() }

// Regrets attributes the distance to the optimum to the steps of the line, one
// loss for each. Where the values of all states are known, the losses of a
// complete sequence add up to its total less the optimum.
func (k *Known) Regrets(l Line) []Regret {
	all := make([]Regret, len(l.Steps))
	for n := range l.Steps {
		low, high := k.Total(l, n)
		nextLow, nextHigh := k.Total(l, n+1)
		all[n] = Regret{Step: l.id(n + 1), Most: model.Saturated}
		if nextLow > high {
			all[n].Least = nextLow - high
		}
		if !nextHigh.IsSaturated() {
			all[n].Most = max(nextHigh-min(low, nextHigh), all[n].Least)
		}
	}
	return all
}

// Lost is what all steps of the line lost together.
func (k *Known) Lost(l Line) (least, most model.Cost) {
	low, high := k.Total(l, 0)
	endLow, endHigh := k.Total(l, len(l.Steps))
	if endLow > high {
		least = endLow - high
	}
	if endHigh.IsSaturated() {
		return least, model.Saturated
	}
	return least, max(least, endHigh-min(low, endHigh))
}

// Total gives between what the best total by way of the n-th state lies; the upper
// end is Saturated where no completion is known.
func (k *Known) Total(l Line, n int) (low, high model.Cost) {
	v, spent := k.At(l.id(n)), l.spent(n)
	low, high = spent, model.Saturated
	if v.HasBound {
		low = spent.Add(v.Bound)
	}
	if v.HasBest {
		high = spent.Add(v.Best)
	}
	return low, high
}
