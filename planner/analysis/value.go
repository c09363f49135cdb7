package analysis

import (
	"time"

	"facet/model"
)

// Value is what is known about completing a state. Both costs are of what is
// left from there, in the cost unit of the dag.
type Value struct {
	Bound    model.Cost // no completion costs less
	HasBound bool
	Best     model.Cost // of the cheapest completion that is known
	HasBest  bool
	Ops      []model.Op    // that completion, where it is at hand
	Source   string        // how it was found, in a word or two
	Given    time.Duration // to the planner to find the best completion; 0 if it was not asked
}

// Optimal reports whether the best known completion is proved to be the best.
func (v Value) Optimal() bool {
	return v.HasBest && v.HasBound && v.Best <= v.Bound && !v.Best.IsSaturated()
}

// total gives between what the best total lies where so much was spent on the way.
func (v Value) total(spent model.Cost) (low, high model.Cost) {
	low, high = spent, model.Saturated
	if v.HasBound {
		low = spent.Add(v.Bound)
	}
	if v.HasBest {
		high = spent.Add(v.Best)
	}
	return low, high
}

// Complete is the value of a state in which nothing is left to do.
func Complete() Value {
	return Value{HasBound: true, HasBest: true, Ops: []model.Op{}, Source: "complete"}
}

// learn takes over what is better in n. It reports whether anything was.
func (v *Value) learn(n Value) bool {
	better := n.Given > v.Given
	v.Given = max(v.Given, n.Given)
	if n.HasBound && (!v.HasBound || n.Bound > v.Bound) {
		v.Bound, v.HasBound, better = n.Bound, true, true
	}
	if n.HasBest && (!v.HasBest || n.Best < v.Best || n.Best == v.Best && v.Ops == nil && n.Ops != nil) {
		v.Best, v.HasBest, v.Ops, v.Source, better = n.Best, true, n.Ops, n.Source, true
	}
	return better
}

// Move is what is known about an operation that is possible in some state.
type Move struct {
	Op    model.Op
	Price model.Cost
	After Value // of the state that it leads to
}

// Verdict is what a move leads to, as totals of the whole sequence.
type Verdict struct {
	Then      model.Cost // the total at least
	Exact     bool       // Then can be reached
	Regret    model.Cost // how much worse than the best from the state before
	HasRegret bool
}

// verdict judges a move from a state on whose way spent was paid and whose own
// value is v.
func (m Move) verdict(spent model.Cost, v Value) Verdict {
	paid := spent.Add(m.Price)
	best := spent.Add(v.Best)
	out := Verdict{Then: paid.Add(m.After.Bound), Exact: m.After.Optimal()}
	if v.HasBound {
		out.Then = max(out.Then, spent.Add(v.Bound))
	}
	if !v.Optimal() || best.IsSaturated() {
		return out
	}
	// A completion that is as good as the best from before loses nothing, whatever
	// the bound of the state between them says.
	if m.After.HasBest && paid.Add(m.After.Best) <= best {
		out.Then, out.Exact = best, true
	}
	if out.Exact && !out.Then.IsSaturated() {
		out.Regret, out.HasRegret = out.Then-best, true
	}
	return out
}
