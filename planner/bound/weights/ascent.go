package weights

import (
	"math"
	"math/rand/v2"

	"facet/model"
	"facet/planner/bound/paths"
)

// ascent is a dual solution in whole numbers. At any time it is
// a proof of sum.
type ascent struct {
	table  *paths.Table
	check  func(work int) error
	luck   *rand.Rand
	paths  []ascentPath
	scale  int64     // steps of dual prices in a unit of cost
	rest   []int64   // by resource: what is left of its cost
	weight []float64 // by resource: how much it is in demand
	reach  []float64 // by subpath: what blocking it weighs
	most   []int64   // by subpath: its cheapest derivation from all that is left
	need   []int64   // by subpath: what its derivations have to cost
	sum    int64     // of what the paths' derivations cost
	order  []int
}

// ascentPath is a path with its prices.
type ascentPath struct {
	*paths.Path
	resources []int32
	amounts   []int64
	value     int64 // its cheapest derivation
}

// full bounds costs and sums in these steps, so that nothing wraps: what is cut off
// there only makes the bound smaller.
const full = 1 << 60

func newAscent(t *paths.Table, check func(int) error, luck *rand.Rand) *ascent {
	return &ascent{table: t, check: check, luck: luck, scale: 1}
}

// begin starts from the means of the updates, rounded down, and the paths that
// take part.
func (p *ascent) begin(pool []*paths.Path, g *multiplicative) {
	n := len(p.table.Resources)
	highest := model.Cost(1)
	for _, price := range p.table.Cost {
		highest = max(highest, price)
	}
	p.scale = 1
	for p.scale < finest && highest < 1<<40/model.Cost(p.scale) {
		p.scale *= 10
	}
	p.rest, p.weight = make([]int64, n), make([]float64, n)
	for t, price := range p.table.Cost {
		p.rest[t] = int64(min(price.Times(model.Cost(p.scale)), full))
	}
	p.reach = widen(p.reach, p.table.Subpaths())
	p.most, p.need = widen(p.most, p.table.Subpaths()), widen(p.need, p.table.Subpaths())
	heaviest := tiny
	for t, x := range g.demand() {
		p.weight[t] = x
		heaviest = max(heaviest, x)
	}
	for t := range p.weight {
		p.weight[t] = max(p.weight[t]/heaviest, lightest)
	}
	p.sum = 0
	p.paths, p.order = p.paths[:0], p.order[:0]
	for n := range g.paths {
		b := ascentPath{Path: pool[n]}
		w := &g.paths[n]
		for _, o := range w.options {
			t := o.resource - 1
			if t < 0 {
				continue
			}
			if a := min(int64(float64(o.mean)/g.weight*float64(p.scale)), p.rest[t]); a > 0 {
				b.resources, b.amounts = append(b.resources, t), append(b.amounts, a)
				p.rest[t] -= a
			}
		}
		p.paths, p.order = append(p.paths, b), append(p.order, n)
	}
}

const (
	finest   = 1e6  // the finest division of a unit of cost
	lightest = 1e-6 // the weight of what is not in demand
)

// pass raises all paths in random order. If check ends it, the solution is none
// the worse, but for the first pass.
func (p *ascent) pass() error {
	p.luck.Shuffle(len(p.order), func(a, b int) { p.order[a], p.order[b] = p.order[b], p.order[a] })
	p.table.WeighCuts(p.weight, p.reach)
	for _, n := range p.order {
		if err := p.check(2 * len(p.paths[n].Subpaths) * 8); err != nil {
			return err
		}
		p.raise(&p.paths[n])
	}
	p.reweigh()
	return nil
}

// raise returns the prices of a path and takes them anew.
func (p *ascent) raise(w *ascentPath) {
	for n, t := range w.resources {
		p.rest[t] += w.amounts[n]
	}
	w.resources, w.amounts = w.resources[:0], w.amounts[:0]
	for _, s := range w.Subpaths {
		best := int64(full)
		for _, o := range p.table.Options(s) {
			c := int64(0)
			if o.Resource >= 0 {
				c += p.rest[o.Resource]
			}
			if o.Left >= 0 {
				c += p.most[o.Left]
			}
			if o.Right >= 0 {
				c += p.most[o.Right]
			}
			best = min(best, c)
		}
		p.most[s] = best
		p.need[s] = min(0, best)
	}
	value := p.most[w.Root()]
	p.sum = min(p.sum-w.value+value, 4*full)
	w.value = value
	p.need[w.Root()] = value
	for n := len(w.Subpaths) - 1; n >= 0; n-- {
		s := w.Subpaths[n]
		need, list := p.need[s], p.table.Options(s)
		if need <= 0 {
			continue
		}
		for _, o := range list {
			p.serve(w, o, need)
		}
	}
}

// serve makes an option cost at least need: its resource takes a price, or its parts
// have to cost more, those first that weigh least. A resource is used by one option
// of a path only, so nothing has been taken of it before.
func (p *ascent) serve(w *ascentPath, o paths.Option, need int64) {
	resource, left, right := math.Inf(1), math.Inf(1), math.Inf(1)
	if o.Resource >= 0 {
		resource = p.weight[o.Resource]
	}
	if o.Left >= 0 {
		left = p.reach[o.Left]
		need -= p.need[o.Left]
	}
	if o.Right >= 0 {
		right = p.reach[o.Right]
		need -= p.need[o.Right]
	}
	for need > 0 {
		switch {
		case o.Resource >= 0 && resource <= left && resource <= right:
			if a := min(need, p.rest[o.Resource]); a > 0 {
				p.rest[o.Resource] -= a
				w.resources, w.amounts = append(w.resources, o.Resource), append(w.amounts, a)
				need -= a
			}
			resource = math.Inf(1)
			o.Resource = paths.Free
		case o.Left >= 0 && left <= right:
			a := min(need, p.most[o.Left]-p.need[o.Left])
			p.need[o.Left] += a
			need -= a
			left = math.Inf(1)
			o.Left = -1
		case o.Right >= 0:
			a := min(need, p.most[o.Right]-p.need[o.Right])
			p.need[o.Right] += a
			need -= a
			right = math.Inf(1)
			o.Right = -1
		default:
			return // cannot be: all of them together cost what the subpath needs
		}
	}
}

// reweigh lets resources that are used up weigh more and others less.
func (p *ascent) reweigh() {
	heaviest := tiny
	for t := range p.weight {
		step := 0.02
		if p.rest[t] > 0 {
			step = -0.02
		}
		p.weight[t] *= math.Exp(step + 0.01*(p.luck.Float64()-0.5))
		heaviest = max(heaviest, p.weight[t])
	}
	for t := range p.weight {
		p.weight[t] = max(p.weight[t]/heaviest, lightest)
	}
}

// write lists what each path has.
func (p *ascent) write(dual *paths.Dual) {
	var all []paths.Prices
	place := make([]int32, len(p.paths))
	for n := range p.paths {
		w := &p.paths[n]
		if w.value == 0 {
			continue
		}
		place[n] = int32(len(all))
		sh := paths.Prices{Vertices: w.Vertices, Resources: make([]paths.Resource, len(w.resources)), Amounts: append([]int64(nil), w.amounts...)}
		for k, t := range w.resources {
			sh.Resources[k] = p.table.Resources[t]
		}
		all = append(all, sh)
	}
	dual.Paths = all
}
