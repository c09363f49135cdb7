package code

import "facet/model/programs/source"

// Evaluate computes what the code computes: the values and the entries.
func (j *Jacobian) Evaluate(x []float64) (values, entries []float64) {
	v := make([]float64, len(j.graph.nodes))
	for k, r := range j.inputs {
		v[r] = x[k]
	}
	for r := range j.graph.nodes {
		n := &j.graph.nodes[r]
		var a [3]float64
		for k, arg := range n.args {
			if arg != noRef {
				a[k] = v[arg]
			}
		}
		switch {
		case n.kind == source.Constant:
			v[r] = n.c
		case n.kind > source.Constant:
			v[r] = source.Apply(n.kind, n.fn, a)
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
