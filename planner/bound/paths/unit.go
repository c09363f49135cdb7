package paths

import (
	"facet/model"
	"facet/planner/linegraph"
)

// CommonUnit is the greatest number found that divides the cost of every resource
// below the cutoff, so that the costs of all sequences that matter are
// multiples of it.
func CommonUnit(in *linegraph.Graph, cutoff model.Cost) model.Cost {
	if in.HasPatterns() {
		return sparseUnit(in)
	}
	d := NewSet(in)
	n := len(in.Size)
	left, right := make([]model.Cost, n), make([]model.Cost, n) // gcd of the sizes before, behind
	for _, z := range d.order {
		l := in.Vertices[z]
		left[l.To] = gcd(left[l.To], gcd(left[l.From], in.Size[l.From]))
	}
	for k := len(d.order) - 1; k >= 0; k-- {
		l := in.Vertices[d.order[k]]
		right[l.From] = gcd(right[l.From], gcd(right[l.To], in.Size[l.To]))
	}
	unit := model.Cost(0)
	count := func(price model.Cost) {
		if price < cutoff {
			unit = gcd(unit, price)
		}
	}
	for z, l := range in.Vertices {
		if !l.Jacobian {
			count(in.Acc(int32(z)))
		}
		switch {
		case l.Model == nil:
		case in.Dag.IsLinearAt(l.Model):
			count(left[l.From].Times(l.Model.Tangent))
			count(right[l.To].Times(l.Model.Adjoint))
		default: // of any batch
			for _, part := range [...]model.Cost{l.Model.TangentCurve.Setup, l.Model.Tangent,
				l.Model.AdjointCurve.Setup, l.Model.Adjoint} {
				count(part)
			}
		}
	}
	count(in.Dag.Product.Setup)
	for j := range in.Size {
		count(left[j].Times(in.Size[j]).Times(right[j]).Times(in.Dag.Product.Cost))
	}
	return max(1, unit)
}

// sparseUnit divides all prices, whatever the patterns. Prices of one resource differ, so
// that none of their parts may be left out for its size.
func sparseUnit(in *linegraph.Graph) model.Cost {
	unit := model.Cost(0)
	for _, part := range [...]model.Cost{in.Dag.Product.Setup, in.Dag.Product.Cost, in.Dag.Sparse.Setup,
		in.Dag.Sparse.Cost} {
		unit = gcd(unit, part)
	}
	for _, l := range in.Vertices {
		if l.Model != nil {
			for _, part := range [...]model.Cost{l.Model.TangentCurve.Setup, l.Model.Tangent,
				l.Model.AdjointCurve.Setup, l.Model.Adjoint} {
				unit = gcd(unit, part)
			}
		}
	}
	return max(1, unit)
}

func gcd(a, b model.Cost) model.Cost {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
