package measured

import (
	"math"
	"slices"

	"facet/model"
)

// Shared is the program's dag for a lower bound on the time of drivers whose calls serve
// several operations. No operation of it costs more than its part of a call.
//
// A call for several seeds pays one setup. An elemental's tangents take at most as many
// operations as paths lead to its source, since each takes at least one of them away from
// it; so each operation pays at least the setup divided by the number of those paths,
// and likewise for adjoints and the paths from its target on. A call of stairs pays at
// least the slope for each seed. A joint call pays at least its slope for each seed, of
// which each argument gets a part, in proportion to what it costs alone; its setup is
// left out. Products share nothing. All costs are rounded down.
//
// So the least cost of all sequences of this dag, times the unit, is at most what the
// calls of any sequence take together, however they are fused. It is no bound of modes
// that are no sequences and compress seeds by patterns.
func (p *Program) Shared() *model.Dag {
	g := *p.Dag
	g.Edges = append([]model.Edge(nil), p.Dag.Edges...)
	to, from := paths(p.Dag)
	for k := range g.Edges {
		e := &g.Edges[k]
		e.TangentCurve, e.AdjointCurve = model.Curve{Colors: e.TangentCurve.Colors},
			model.Curve{Colors: e.AdjointCurve.Colors}
		e.TangentCurve.Setup, e.Tangent = p.part(k, 0, to[e.Source])
		e.AdjointCurve.Setup, e.Adjoint = p.part(k, 1, from[e.Target])
	}
	return &g
}

// paths counts the paths from the sources to each vertex, and from each vertex to the
// sinks: at least 1, in floating point, since there may be very many.
func paths(g *model.Dag) (to, from []float64) {
	to, from = make([]float64, len(g.Vertices)), make([]float64, len(g.Vertices))
	order := g.Topological()
	for n := range order {
		j, i := order[n], order[len(order)-1-n]
		for _, k := range g.In(j) {
			to[j] += to[g.Edges[k].Source]
		}
		for _, k := range g.Out(i) {
			from[i] += from[g.Edges[k].Target]
		}
		to[j], from[i] = max(1, to[j]), max(1, from[i])
	}
	return to, from
}

// part is the least curve of an edge's part of calls: setup shared by so many, and a slope.
func (p *Program) part(k, mode int, sharing float64) (setup, each model.Cost) {
	e := &p.Dag.Edges[k]
	fit := func(edge int) Fit {
		if mode == 1 {
			return p.Fits[p.Of[edge]].Adjoints
		}
		return p.Fits[p.Of[edge]].Tangents
	}
	slope := func(edge int) float64 { return fit(edge).Each / float64(fit(edge).Width) }
	own := slope(k)
	if !p.isJoint(e.Target, mode) {
		return p.down(fit(k).Setup / sharing), p.down(own)
	}
	if f, has := p.Joint[mode][e.Target]; has {
		all := 0.0
		for _, other := range p.Dag.In(e.Target) {
			all += slope(other)
		}
		if joint := f.Each / float64(f.Width); joint < all {
			own *= joint / all
		}
	}
	return 0, p.down(own)
}

// isJoint reports whether a vertex has a function for several arguments.
func (p *Program) isJoint(vertex, mode int) bool {
	name := [2]string{"joint_tangent_function", "joint_adjoint_function"}[mode]
	_, timed := p.Joint[mode][vertex]
	return timed || slices.ContainsFunc(p.Dag.Vertices[vertex].Extra, func(a model.Attribute) bool {
		return a.Name == name
	})
}

// down is a time as a cost that is not more.
func (p *Program) down(seconds float64) model.Cost {
	n := math.Floor(seconds / p.Unit)
	if n >= math.MaxInt64 {
		return model.Saturated
	}
	return max(0, model.Cost(n))
}

// Plain is the program's dag without patterns, of which all Jacobians are dense.
func (p *Program) Plain() (*model.Dag, error) {
	edges := slices.Clone(p.Dag.Edges)
	for k := range edges {
		edges[k].Pattern = nil
	}
	g, err := model.NewDag(p.Dag.Name, p.Dag.Vertices, edges)
	if err == nil {
		g.Product, g.Extra = p.Dag.Product, p.Dag.Extra
	}
	return g, err
}
