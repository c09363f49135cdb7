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
	rng    *rand.Rand
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

func newAscent(t *paths.Table, check func(int) error, rng *rand.Rand) *ascent {
	return &ascent{table: t, check: check, rng: rng, scale: 1}
}

// begin starts from the means of the updates, rounded down, and the paths that
// take part.
func (s *ascent) begin(pool []*paths.Path, g *multiplicative) {
	n := len(s.table.Resources)
	highest := model.Cost(1)
	for _, price := range s.table.Cost {
		highest = max(highest, price)
	}
	s.scale = 1
	for s.scale < finest && highest < 1<<40/model.Cost(s.scale) {
		s.scale *= 10
	}
	s.rest, s.weight = make([]int64, n), make([]float64, n)
	for t, price := range s.table.Cost {
		s.rest[t] = int64(min(price.Times(model.Cost(s.scale)), full))
	}
	s.reach = widen(s.reach, s.table.Subpaths())
	s.most, s.need = widen(s.most, s.table.Subpaths()), widen(s.need, s.table.Subpaths())
	heaviest := tiny
	for t, x := range g.demand() {
		s.weight[t] = x
		heaviest = max(heaviest, x)
	}
	for t := range s.weight {
		s.weight[t] = max(s.weight[t]/heaviest, lightest)
	}
	s.sum = 0
	s.paths, s.order = s.paths[:0], s.order[:0]
	for n := range g.paths {
		b := ascentPath{Path: pool[n]}
		w := &g.paths[n]
		for _, o := range w.options {
			t := o.resource - 1
			if t < 0 {
				continue
			}
			if a := min(int64(float64(o.mean)/g.weight*float64(s.scale)), s.rest[t]); a > 0 {
				b.resources, b.amounts = append(b.resources, t), append(b.amounts, a)
				s.rest[t] -= a
			}
		}
		s.paths, s.order = append(s.paths, b), append(s.order, n)
	}
}

const (
	finest   = 1e6  // the finest division of a unit of cost
	lightest = 1e-6 // the weight of what is not in demand
)

// pass raises all paths in random order. If check ends it, the solution is none
// the worse, but for the first pass.
func (s *ascent) pass() error {
	s.rng.Shuffle(len(s.order), func(a, b int) { s.order[a], s.order[b] = s.order[b], s.order[a] })
	s.table.WeighCuts(s.weight, s.reach)
	for _, n := range s.order {
		if err := s.check(2 * len(s.paths[n].Subpaths) * 8); err != nil {
			return err
		}
		s.raise(&s.paths[n])
	}
	s.reweigh()
	return nil
}

// raise returns the prices of a path and takes them anew.
func (s *ascent) raise(w *ascentPath) {
	for n, t := range w.resources {
		s.rest[t] += w.amounts[n]
	}
	w.resources, w.amounts = w.resources[:0], w.amounts[:0]
	for _, subpath := range w.Subpaths {
		best := int64(full)
		for _, o := range s.table.Options(subpath) {
			c := int64(0)
			if o.Resource >= 0 {
				c += s.rest[o.Resource]
			}
			if o.Left >= 0 {
				c += s.most[o.Left]
			}
			if o.Right >= 0 {
				c += s.most[o.Right]
			}
			best = min(best, c)
		}
		s.most[subpath] = best
		s.need[subpath] = min(0, best)
	}
	value := s.most[w.Root()]
	s.sum = min(s.sum-w.value+value, 4*full)
	w.value = value
	s.need[w.Root()] = value
	for n := len(w.Subpaths) - 1; n >= 0; n-- {
		subpath := w.Subpaths[n]
		need, list := s.need[subpath], s.table.Options(subpath)
		if need <= 0 {
			continue
		}
		for _, o := range list {
			s.serve(w, o, need)
		}
	}
}

// serve makes an option cost at least need: its resource takes a price, or its parts
// have to cost more, those first that weigh least. A resource is used by one option
// of a path only, so nothing has been taken of it before.
func (s *ascent) serve(w *ascentPath, o paths.Option, need int64) {
	resource, left, right := math.Inf(1), math.Inf(1), math.Inf(1)
	if o.Resource >= 0 {
		resource = s.weight[o.Resource]
	}
	if o.Left >= 0 {
		left = s.reach[o.Left]
		need -= s.need[o.Left]
	}
	if o.Right >= 0 {
		right = s.reach[o.Right]
		need -= s.need[o.Right]
	}
	for need > 0 {
		switch {
		case o.Resource >= 0 && resource <= left && resource <= right:
			if a := min(need, s.rest[o.Resource]); a > 0 {
				s.rest[o.Resource] -= a
				w.resources, w.amounts = append(w.resources, o.Resource), append(w.amounts, a)
				need -= a
			}
			resource = math.Inf(1)
			o.Resource = paths.Free
		case o.Left >= 0 && left <= right:
			a := min(need, s.most[o.Left]-s.need[o.Left])
			s.need[o.Left] += a
			need -= a
			left = math.Inf(1)
			o.Left = -1
		case o.Right >= 0:
			a := min(need, s.most[o.Right]-s.need[o.Right])
			s.need[o.Right] += a
			need -= a
			right = math.Inf(1)
			o.Right = -1
		default:
			return // cannot be: all of them together cost what the subpath needs
		}
	}
}

// reweigh lets resources that are used up weigh more and others less.
func (s *ascent) reweigh() {
	heaviest := tiny
	for t := range s.weight {
		step := 0.02
		if s.rest[t] > 0 {
			step = -0.02
		}
		s.weight[t] *= math.Exp(step + 0.01*(s.rng.Float64()-0.5))
		heaviest = max(heaviest, s.weight[t])
	}
	for t := range s.weight {
		s.weight[t] = max(s.weight[t]/heaviest, lightest)
	}
}

// write lists what each path has.
func (s *ascent) write(dual *paths.Dual) {
	var all []paths.Prices
	place := make([]int32, len(s.paths))
	for n := range s.paths {
		w := &s.paths[n]
		if w.value == 0 {
			continue
		}
		place[n] = int32(len(all))
		sh := paths.Prices{Vertices: w.Vertices, Resources: make([]paths.Resource, len(w.resources)),
			Amounts: append([]int64(nil), w.amounts...)}
		for k, t := range w.resources {
			sh.Resources[k] = s.table.Resources[t]
		}
		all = append(all, sh)
	}
	dual.Paths = all
}
