package measured

import (
	"slices"

	"facet/model"
)

// unmarked looks for marks that a program does not have: where an adjoint would take as long as the tangent
// that there is, or the other way round, a sweep of few adjoints may take less than one of many tangents, and
// than the method.
func (a *adviser) unmarked() {
	for _, mode := range []model.Mode{model.TAN, model.ADJ} {
		other := turned(mode)
		left := a.whole - a.p.ValuesSeconds()
		for _, q := range a.prepared {
			if !q.InValues {
				left -= float64(q.Times) * q.Seconds
			}
		}
		gain, saved, seeds := 0.0, map[string]float64{}, map[string][2]model.Cost{} // by module
		few, many := model.Seeds(a.p.Dag, mode), model.Seeds(a.p.Dag, other)
		for v := range a.p.Dag.Vertices {
			takes, lacks := a.p.passes(v, mode, few[v])
			left -= takes
			instead, _ := a.p.passes(v, other, many[v])
			gain += instead - takes
			if lacks && few[v] < many[v] && takes < instead {
				module := a.p.Report.Vertices[v].Module
				saved[module] += instead - takes
				seeds[module] = [2]model.Cost{few[v], many[v]}
			}
		}
		if gain = min(gain, left); gain > heavyPart*a.whole && len(saved) > 0 {
			names := byTime(saved)
			n := seeds[names[0]]
			a.add(gain, "%s: marked by %ss alone: mark %ss, too: if these take as long, %d in place of %d go through %s",
				listed(names), kindOf(other), kindOf(mode), n[0], n[1], names[0])
		}
	}
}

// passes is what so many tangents or adjoints take through a call, with those of the other kind in place of
// what has no mark; and whether some have none.
func (p *Program) passes(vertex int, mode model.Mode, seeds model.Cost) (seconds float64, lacks bool) {
	joint := mode
	for _, k := range p.Dag.In(vertex) {
		as := mode
		if p.lacks(k, mode) {
			as, lacks = turned(mode), true
			joint = as
		}
		f := p.Fits[p.Of[k]]
		seconds += []Fit{f.Tangents, f.Adjoints}[place(as)].At(float64(seeds))
	}
	if f, has := p.Joint[place(joint)][vertex]; has {
		seconds = min(seconds, f.At(float64(seeds)))
	}
	return seconds, lacks
}

// turned is the mode that goes the other way.
func turned(mode model.Mode) model.Mode {
	if mode == model.ADJ {
		return model.TAN
	}
	return model.ADJ
}

// lacks reports whether an edge has a mark of the other kind alone, as far as that was looked at.
func (p *Program) lacks(edge int, mode model.Mode) bool {
	e, g := p.Report.Edges[edge], p.Report.Groups[p.Of[edge]]
	own, other := kindOf(mode), kindOf(turned(mode))
	if !p.listened() {
		return !g.Whole && len(g.mark(own)) == 0 && len(g.mark(other)) > 0
	}
	has := func(kind string) bool {
		return slices.ContainsFunc(p.habits[e.Target], func(h *Habit) bool {
			return h.Kind == kind && slices.Contains(h.Arguments, e.Argument)
		})
	}
	return !has(own) && !has("jacobian") && has(other)
}
