package driver

import "facet/model"

// Price is what the driver's calls cost by the dag's curves, in its units: a call for
// several operations has one setup. The dag does not say what a joint function takes: it
// is priced as its most expensive argument.
func (d *Driver) Price() model.Cost {
	total := model.Cost(0)
	for _, o := range d.Operations() {
		if o.Whole || len(o.Edges) == 0 {
			total = total.Add(o.Price)
			continue
		}
		call := model.Cost(0)
		for _, k := range o.Edges {
			if e := &d.Dag.Edges[k]; o.Mode == model.ADJ {
				call = max(call, e.Adjoints(o.Seeds))
			} else {
				call = max(call, e.Tangents(o.Seeds))
			}
		}
		total = total.Add(call)
	}
	return total
}

// Fuses reports whether a driver of the dag may have calls that cost less than their
// operations one by one.
func Fuses(g *model.Dag) bool {
	d := Driver{Dag: g}
	for k := range g.Edges {
		if !g.IsLinearAt(&g.Edges[k]) {
			return true
		}
	}
	for j := range g.Vertices {
		if d.joint(j, tangent) != "" || d.joint(j, adjoint) != "" {
			return true
		}
	}
	return false
}
