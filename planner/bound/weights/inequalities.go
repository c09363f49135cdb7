package weights

import (
	"cmp"
	"slices"

	"facet/planner/bound/paths"
)

// inequalities are the valid inequalities with multipliers. Each
// charges the options that it adds up, gives back to those that it subtracts,
// and pays what it charges for one of them; so it charges more as long as the
// paths break it.
type inequalities struct {
	list     []multiplier
	known    map[paths.Inequality]bool
	places   [][]paths.Place  // by path, as far as they are known
	fusions  []*paths.Fusions // likewise
	weight   float64          // of the rounds in the means, together
	watching bool             // the mean use of options is kept
}

// multiplier is an inequality and what it charges.
type multiplier struct {
	paths.Inequality
	plus, minus []*option
	charge      float64
	broken      float64 // by how much, in the round before
	mean        float64 // of the charge, times the weight of rounds
	step        float64
}

const (
	fewest           = 0.02    // inequalities broken by less are not looked at
	inequalitiesOnce = 64      // inequalities that join at a time, at most
	inequalityStep   = 0.1     // how fast charges grow, in what their paths pay
	pairs            = 1 << 18 // of paths that are compared at a time, at most
	widest           = 64      // vertices of a path that is compared, at most
)

// watch begins to keep the mean use of options.
func (g *multiplicative) watch() {
	g.inequalities.watching, g.inequalities.weight = true, 0
	for n := range g.paths {
		list := g.paths[n].options
		for k := range list {
			list[k].used = 0
		}
	}
}

// admitInequalities lets inequalities join that the paths break on average, and tells how
// many.
func (g *multiplicative) admitInequalities(pool []*paths.Path) int {
	r := &g.inequalities
	if r.known == nil {
		r.known = make(map[paths.Inequality]bool)
	}
	for n := len(r.places); n < len(g.paths); n++ {
		r.places = append(r.places, g.table.Places(pool[n]))
		r.fusions = append(r.fusions, paths.NewFusions(pool[n]))
	}
	for n, f := range r.fusions {
		list := g.paths[n].options
		f.Read(r.places[n], func(option int) float64 { return float64(list[option].used) / r.weight })
	}
	var all []paths.Violation
	compared := 0
	akin(pool, func(a, b int32) bool {
		all = paths.Compare(all, r.fusions[a], r.fusions[b], a, b, fewest)
		compared++
		return compared < pairs && g.check(64) == nil
	})
	slices.SortStableFunc(all, func(x, y paths.Violation) int { return cmp.Compare(y.By, x.By) })
	joined := 0
	for _, v := range all {
		if joined == inequalitiesOnce {
			break
		}
		if !r.known[v.Inequality] {
			r.known[v.Inequality] = true
			g.inequality(v.Inequality)
			joined++
		}
	}
	return joined
}

// akin visits ordered pairs of paths that begin or end with the same two vertices.
func akin(pool []*paths.Path, visit func(a, b int32) bool) {
	groups := make(map[[3]int32][]int32)
	var keys [][3]int32
	put := func(side, x, y, n int32) {
		key := [3]int32{side, x, y}
		if groups[key] == nil {
			keys = append(keys, key)
		}
		groups[key] = append(groups[key], n)
	}
	for n, w := range pool {
		if k := len(w.Vertices); k > 2 && k <= widest {
			put(0, w.Vertices[0], w.Vertices[1], int32(n))
			put(1, w.Vertices[k-2], w.Vertices[k-1], int32(n))
		}
	}
	for _, key := range keys {
		group := groups[key]
		for _, a := range group {
			for _, b := range group {
				if a == b || key[0] == 1 && pool[a].Vertices[0] == pool[b].Vertices[0] && pool[a].Vertices[1] == pool[b].Vertices[1] {
					continue // itself, or a pair that has been visited
				}
				if !visit(a, b) {
					return
				}
			}
		}
	}
}

// inequality gives an inequality a multiplier.
func (g *multiplicative) inequality(r paths.Inequality) {
	plus, minus := r.Terms(g.inequalities.places[r.A], g.inequalities.places[r.B])
	find := func(terms []paths.Term) []*option {
		list := make([]*option, len(terms))
		for n, t := range terms {
			path := &g.paths[r.A]
			if t.Second {
				path = &g.paths[r.B]
			}
			list[n] = &path.options[t.Option]
		}
		return list
	}
	g.inequalities.list = append(g.inequalities.list, multiplier{Inequality: r, plus: find(plus), minus: find(minus),
		step: inequalityStep * max(min(g.paths[r.A].value, g.paths[r.B].value), 0.1*g.value)})
}

// charge lets the inequalities react to the round before, and brings their charges into
// the options' fees: this round's charge and its change once more.
func (g *multiplicative) charge() {
	r := &g.inequalities
	if r.watching {
		r.weight += float64(g.rounds)
	}
	for n := range r.list {
		inequality := &r.list[n]
		for _, o := range inequality.plus {
			o.fee = 0
		}
		for _, o := range inequality.minus {
			o.fee = 0
		}
	}
	for n := range r.list {
		inequality := &r.list[n]
		broken := -1.0
		for _, o := range inequality.plus {
			broken += float64(o.use)
		}
		for _, o := range inequality.minus {
			broken -= float64(o.use)
		}
		last := inequality.charge
		inequality.charge = max(0, last+inequality.step*(2*broken-inequality.broken))
		inequality.broken = broken
		inequality.mean += float64(g.rounds) * inequality.charge
		fee := float32(2*inequality.charge - last)
		for _, o := range inequality.plus {
			o.fee += fee
		}
		for _, o := range inequality.minus {
			o.fee -= fee
		}
	}
}

// support lists the resources that paths use on average, as much as the path that
// uses most.
func (g *multiplicative) support() []paths.Primal {
	amount := make([]float64, len(g.table.Resources))
	for n := range g.paths {
		for _, o := range g.paths[n].options {
			if o.resource >= 0 {
				amount[o.resource] = max(amount[o.resource], float64(o.used)/g.inequalities.weight)
			}
		}
	}
	var all []paths.Primal
	for t, x := range amount {
		if x > fewest {
			all = append(all, paths.Primal{Resource: g.table.Resources[t], Value: min(x, 1)})
		}
	}
	return all
}
