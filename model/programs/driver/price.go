package driver

import (
	"facet/model"
	"facet/model/measured"
)

// Price is what the driver's calls cost by the dag's curves, in its units: a call for
// several operations has one setup. The dag does not say what a joint function takes: it
// is priced as its most expensive argument.
func (d *Driver) Price() model.Cost {
	total := model.Cost(0)
	for _, o := range d.Operations() {
		total = total.Add(priceOf(d.Dag, o))
	}
	return total
}

func priceOf(g *model.Dag, o measured.Call) (price model.Cost) {
	if o.Whole || len(o.Edges) == 0 {
		return o.Price
	}
	for _, k := range o.Edges {
		if e := &g.Edges[k]; o.Mode == model.ADJ {
			price = max(price, e.Adjoints(o.Seeds))
		} else {
			price = max(price, e.Tangents(o.Seeds))
		}
	}
	return price
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

// Moves lists what is done with matrices beside calls and products: they are added, put
// together for a call, and made arrays. No rule prices that.
func (d *Driver) Moves() []measured.Move { return followed(d).moves }

// Operations lists the lines that have a price, in their order.
func (d *Driver) Operations() []measured.Call {
	var all []measured.Call
	for k := range d.steps {
		if s := &d.steps[k]; s.counted {
			all = append(all, callOf(d, s))
		}
	}
	return all
}

// callOf is what is called by a step that has a price.
func callOf(d *Driver, s *driverStep) measured.Call {
	o := measured.Call{Moved: d.sparsity.moved(s), Sparse: s.kind == product && s.factors[0] != nil &&
		(d.sparsity.isHeldSparse(s.left) || d.sparsity.isHeldSparse(s.right)), Price: s.price,
		Mode: model.MUL, Target: -1, Cells: s.cells}
	switch s.kind {
	case tangent, identityTangent, wholeByTangents, jointTangent:
		o.Mode = model.TAN
	case adjoint, identityAdjoint, wholeByAdjoints, jointAdjoint:
		o.Mode = model.ADJ
	}
	switch s.kind {
	case jointTangent, jointAdjoint:
		o.Joint, o.Edges, o.Seeds, o.Target = true, s.edges, s.batch, s.edge
	case tangent, adjoint:
		o.Edges, o.Seeds, o.Target = []int{s.edge}, s.seedsOf(), d.Dag.Edges[s.edge].Target
		switch {
		case s.batch > 0:
			o.Seeds = s.batch
		case !s.plain() && s.colors > 0:
			o.Seeds = s.colors
		}
	case identityTangent, identityAdjoint, wholeByTangents, wholeByAdjoints:
		o.Whole, o.Edges, o.Target = true, []int{s.edge}, d.Dag.Edges[s.edge].Target
		if s.pattern != nil && s.plain() && s.kind <= identityAdjoint && s.kind >= identityTangent {
			o.Seeds = s.seedsOf() // one for each, whatever its colours
		}
	case product:
		if s.price == 0 && !o.Sparse {
			o.Seeds = s.size[0].Times(s.size[1]).Times(s.middle) // by a unit matrix, which is an array
		}
	}
	return o
}
