package code

import (
	"math"

	"facet/model/programs/source"
)

// Evaluate computes what the code computes: the values and the entries.
func (j *Jacobian) Evaluate(x []float64) (values, entries []float64) {
	v := make([]float64, len(j.graph.nodes))
	for k, r := range j.inputs {
		v[r] = x[k]
	}
	truth := map[bool]float64{true: 1}
	for r := range j.graph.nodes {
		n := &j.graph.nodes[r]
		var a [3]float64
		for k, arg := range n.args {
			if arg != noRef {
				a[k] = v[arg]
			}
		}
		switch n.kind {
		case source.Constant:
			v[r] = n.c
		case source.Add:
			v[r] = a[0] + a[1]
		case source.Sub:
			v[r] = a[0] - a[1]
		case source.Mul:
			v[r] = a[0] * a[1]
		case source.Div:
			v[r] = a[0] / a[1]
		case source.Neg:
			v[r] = -a[0]
		case source.Compare:
			v[r] = truth[map[string]bool{"<": a[0] < a[1], "<=": a[0] <= a[1], "==": a[0] == a[1]}[n.fn]]
		case source.And:
			v[r] = truth[a[0] != 0 && a[1] != 0]
		case source.Or:
			v[r] = truth[a[0] != 0 || a[1] != 0]
		case source.Not:
			v[r] = truth[a[0] == 0]
		case source.Select:
			if v[r] = a[2]; a[0] != 0 {
				v[r] = a[1]
			}
		case source.Call:
			v[r] = map[string]func() float64{
				"Sqrt": func() float64 {
					return math.Sqrt(a[0])
				}, "Abs": func() float64 { return math.Abs(a[0]) },
				"Max": func() float64 {
					return math.Max(a[0], a[1])
				}, "Min": func() float64 { return math.Min(a[0], a[1]) },
				"Copysign": func() float64 {
					return math.Copysign(a[0], a[1])
				}, "Sin": func() float64 { return math.Sin(a[0]) },
				"Cos": func() float64 {
					return math.Cos(a[0])
				}, "Exp": func() float64 { return math.Exp(a[0]) },
				"Log": func() float64 {
					return math.Log(a[0])
				}, "Pow": func() float64 { return math.Pow(a[0], a[1]) },
				"Ceil": func() float64 { return math.Ceil(a[0]) },
			}[n.fn]()
		}
	}
	for _, r := range j.results {
		values = append(values, v[r])
	}
	for _, e := range j.Entries {
		entries = append(entries, v[e.value.ref])
		if e.value.negative {
			entries[len(entries)-1] *= -1
		}
	}
	return values, entries
}
