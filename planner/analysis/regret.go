package analysis

import "facet/model"

// Loss is by how much a step makes the best total worse: between Least and Most,
// which is Saturated while nothing is known above.
type Loss struct{ Least, Most model.Cost }

// Exact reports whether the loss is known.
func (l Loss) Exact() bool { return l.Least == l.Most && !l.Most.IsSaturated() }

// None reports whether the step is right: it is known to lose nothing.
func (l Loss) None() bool { return l.Exact() && l.Least == 0 }

// Wrong reports whether the step is known to lose something.
func (l Loss) Wrong() bool { return l.Least > 0 }

// Away reports whether no sequence goes on behind the step.
func (l Loss) Away() bool { return l.Least.IsSaturated() }

// LossOf is what a step for cost loses that leads from a state to another.
func LossOf(before, after Value, cost model.Cost) Loss {
	least, most := before.total(0)
	low, high := after.total(cost)
	l := Loss{Most: model.Saturated}
	switch {
	case low.IsSaturated() && !least.IsSaturated():
		l.Least = model.Saturated
	case low > most:
		l.Least = low - most
	}
	if !high.IsSaturated() {
		l.Most = max(high-min(least, high), l.Least)
	}
	return l
}

// Regret is the loss of a step of a line.
type Regret struct {
	Step int
	Loss
}

// Regrets attributes the distance to the optimum to the steps of the line, one
// loss for each. Where the values of all states are known, the losses of a
// complete sequence add up to its total less the optimum.
func (k *Known) Regrets(l Line) []Regret {
	all := make([]Regret, len(l.Steps))
	for n, step := range l.Steps {
		all[n] = Regret{step.ID, LossOf(k.At(l.ID(n)), k.At(step.ID), step.Cost)}
	}
	return all
}

// Lost is what all steps of the line lost together.
func (k *Known) Lost(l Line) (least, most model.Cost) {
	last := len(l.Steps)
	all := LossOf(k.At(l.ID(0)), k.At(l.ID(last)), l.spent(last)-l.spent(0))
	return all.Least, all.Most
}

// Total gives between what the best total by way of the n-th state lies; the upper
// end is Saturated where no completion is known.
func (k *Known) Total(l Line, n int) (low, high model.Cost) { return k.At(l.ID(n)).total(l.spent(n)) }
