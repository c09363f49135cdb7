package weights

import "facet/planner/bound/paths"

// leastUse is the mean use of a resource from which on it belongs to the support.
const leastUse = 0.02

// watch begins to keep the mean use of options.
func (m *multiplicative) watch() {
	m.watching, m.watched = true, 0
	for n := range m.paths {
		list := m.paths[n].options
		for k := range list {
			list[k].used = 0
		}
	}
}

// support lists the resources that paths use on average, as much as the path that
// uses most.
func (m *multiplicative) support() []paths.Primal {
	amount := make([]float64, len(m.table.Resources))
	for n := range m.paths {
		for _, o := range m.paths[n].options {
			if o.resource > 0 {
				amount[o.resource-1] = max(amount[o.resource-1], float64(o.used)/m.watched)
			}
		}
	}
	var all []paths.Primal
	for t, x := range amount {
		if x > leastUse {
			all = append(all, paths.Primal{Resource: m.table.Resources[t], Value: min(x, 1)})
		}
	}
	return all
}
