package cover

import (
	"math"

	"facet/model"
	"facet/planner/bound/paths"
)

// rounding collects the floating-point solution before it is rounded.
type rounding struct {
	programme *programme
	parts     []part
	at        map[*paths.Path]int
}

// part is what one path charges, in units.
type part struct {
	*paths.Path
	resources []int32 // that it can use
	price     map[int32]float64
	opened    int // its number among the open paths, or -1
}

func (p *programme) collect(value []float64) *rounding {
	s := &rounding{programme: p, at: make(map[*paths.Path]int)}
	for _, c := range p.cuts {
		if u := value[c.column]; u > 0 {
			price := s.of(c.path).price
			for _, resource := range c.resources {
				price[resource] += u
			}
		}
	}
	for n, o := range p.extended.paths {
		k := 0
		for _, subpath := range o.Subpaths {
			for _, opt := range p.Options(subpath) {
				if column := o.pays[k]; column >= 0 && value[column] > 0 {
					s.of(o.Path).price[opt.Resource] += value[column]
				}
				k++
			}
		}
		if at, known := s.at[o.Path]; known {
			s.parts[at].opened = n
		}
	}
	for _, r := range p.extended.inequalities {
		if value[r.column] > 0 {
			s.of(p.extended.paths[r.A].Path).opened = int(r.A)
			s.of(p.extended.paths[r.B].Path).opened = int(r.B)
		}
	}
	return s
}

func (r *rounding) of(w *paths.Path) *part {
	n, known := r.at[w]
	if !known {
		n = len(r.parts)
		r.at[w] = n
		r.parts = append(r.parts, part{w, r.programme.resourcesOf(w), make(map[int32]float64), -1})
	}
	return &r.parts[n]
}

// dual rounds to a denominator: to the nearest multiple where that is within
// rounding error, else down, and cuts off at what is left of each cost. What
// is left over in the end goes to paths that can use it.
func (r *rounding) dual(value []float64, denominator int64) *paths.Dual {
	dual, _, _ := r.round(value, denominator, true)
	return dual
}

// round is dual for one way to round. It also gives what the paths' derivations cost, and what is
// left over of each resource's cost, both over the denominator; nothing is unless it
// may be.
func (r *rounding) round(value []float64, denominator int64, all bool) (*paths.Dual, int64, []int64) {
	out := &paths.Dual{Denominator: denominator, Cutoff: r.programme.Cutoff, Unit: r.programme.unit}
	inequalities := r.programme.extended.inequalities
	if r.programme.lp.Objective()*float64(denominator) > safe {
		inequalities = nil
	}
	// All amounts are in units here, so that costs near 2^63 with a large common
	// divisor are small numbers; no amount is more than what is written can hold.
	most := math.MaxInt64 / int64(r.programme.unit)
	left := make([]int64, len(r.programme.Resources))
	for n, price := range r.programme.Cost {
		left[n] = min(most, int64((price / r.programme.unit).Times(model.Cost(denominator))))
		if len(inequalities) > 0 {
			left[n] = min(left[n], 16*safe)
		}
	}
	whole := func(u float64) int64 {
		return int64(min(math.Floor(u*float64(denominator)+1e-2), 1<<61))
	}
	for _, p := range r.parts {
		sh := paths.Prices{Vertices: p.Vertices, Resources: make([]paths.Resource, len(p.resources)),
			Amounts: make([]int64, len(p.resources))}
		for n, resource := range p.resources {
			sh.Resources[n] = r.programme.Resources[resource]
			sh.Amounts[n] = min(whole(p.price[resource]), left[resource])
			left[resource] -= sh.Amounts[n]
		}
		out.Paths = append(out.Paths, sh)
	}
	for k, p := range r.parts {
		for n, resource := range p.resources {
			if all {
				out.Paths[k].Amounts[n] += left[resource]
				left[resource] = 0
			}
		}
	}
	var used []paths.Inequality // of the open paths
	for _, v := range inequalities {
		if m := whole(value[v.column]); m > 0 && m <= min(safe, most) {
			inequality := v.Inequality
			inequality.A, inequality.B = int32(r.at[r.programme.extended.paths[v.A].Path]),
				int32(r.at[r.programme.extended.paths[v.B].Path])
			out.Inequalities = append(out.Inequalities, paths.Multiplier{Inequality: inequality, Amount: m})
			used = append(used, v.Inequality)
		}
	}
	sum := r.sum(out, used)
	out.Bound = r.inCost(out, left, sum)
	if sum > 0 {
		return out, int64(model.Cost(sum).Times(r.programme.unit)), left
	}
	return out, -int64(model.Cost(-sum).Times(r.programme.unit)), left
}

// inCost turns amounts in units into amounts of the cost, and gives the bound.
func (r *rounding) inCost(out *paths.Dual, left []int64, sum int64) model.Cost {
	unit := int64(r.programme.unit)
	for k := range out.Paths {
		for n := range out.Paths[k].Amounts {
			out.Paths[k].Amounts[n] *= unit
		}
	}
	for n := range out.Inequalities {
		out.Inequalities[n].Amount *= unit
	}
	for n := range left {
		left[n] *= unit
	}
	if sum <= 0 {
		return 0
	}
	whole := (model.Cost(sum)-1)/model.Cost(out.Denominator) + 1
	return min(whole.Times(r.programme.unit), r.programme.Cutoff)
}

// sum adds up what the paths' derivations cost at least under the dual prices.
func (r *rounding) sum(dual *paths.Dual, used []paths.Inequality) int64 {
	cost := make([][]int64, len(r.parts))
	price := make([]int64, len(r.programme.Resources)) // of the present path
	for k, p := range r.parts {
		for n, resource := range p.resources {
			price[resource] = dual.Paths[k].Amounts[n]
		}
		cost[k] = make([]int64, 0, len(p.resources)+len(p.Vertices))
		for _, subpath := range p.Subpaths {
			for _, o := range r.programme.Options(subpath) {
				c := int64(0)
				if o.Resource >= 0 {
					c = price[o.Resource]
				}
				cost[k] = append(cost[k], c)
			}
		}
	}
	sum := int64(0)
	for n, m := range dual.Inequalities {
		plus, minus := r.programme.extended.terms(used[n])
		charge := func(list []paths.Term, amount int64) {
			for _, c := range list {
				path := cost[m.A]
				if c.Second {
					path = cost[m.B]
				}
				path[c.Option] = plusOf(path[c.Option], amount)
			}
		}
		charge(plus, m.Amount)
		charge(minus, -m.Amount)
		sum = plusOf(sum, -m.Amount)
	}
	work := make([]int64, r.programme.Subpaths())
	for k, p := range r.parts {
		sum = plusOf(sum, r.programme.cheapest(p.Path, cost[k], work))
	}
	return sum
}

// never is the cost of what cannot be derived.
const never = math.MaxInt64

// safe bounds the sums that inequalities may take part in. Without inequalities nothing is
// ever subtracted, so a sum that sticks to never has only become too small. With
// them prices stay below 16*safe and multipliers below safe, and the costs along
// one path's derivation cannot reach never before something is given back.
const safe = 1 << 52

// plusOf is a+b, which sticks to never and does not wrap.
func plusOf(a, b int64) int64 {
	switch {
	case a == never || b == never || a > 0 && b > never-a:
		return never
	case a < 0 && b < -never-a:
		return -never
	}
	return a + b
}

// cheapest is the cheapest derivation of the path when its options cost this:
// the matrix-chain dynamic programme. work has room for all subpaths.
func (p *programme) cheapest(w *paths.Path, cost, work []int64) int64 {
	n := 0
	for _, s := range w.Subpaths {
		best := int64(never)
		for _, o := range p.Options(s) {
			c := cost[n]
			if o.Left >= 0 {
				c = plusOf(c, work[o.Left])
			}
			if o.Right >= 0 {
				c = plusOf(c, work[o.Right])
			}
			best = min(best, c)
			n++
		}
		work[s] = best
	}
	return work[w.Root()]
}
