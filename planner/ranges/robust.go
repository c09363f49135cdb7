package ranges

import (
	"context"
	"math"
	"math/big"
	"slices"

	"facet/model"
)

// Robustness is by how much all measured costs may be wrong at once. The measured
// costs are T and A of each edge that has a model, each with its cost curve; sizes and
// products are counted.
//
// Factor is the largest x = 1+e for which the sequence costs at most Percent more than
// the optimum whatever the factors in [1/x, x] are that the measured costs are off by,
// each by its own. No x below Factor fails, and AtMost fails or is the limit: so the largest x is
// known where both agree to the resolution, and is between them else.
type Robustness struct {
	Percent float64
	Holds   bool    // at the costs of the dag
	Factor  float64 // at least 1 where it holds, 0 else; MostFactor if no cost matters so far
	AtMost  float64 // Inf where nothing fails up to MostFactor
	Exact   bool    // AtMost is less than Resolution above Factor

	Resolution float64
}

// MostFactor is up to where factors are looked at.
const MostFactor = 1000

// robust is the search for it.
//
// # What is exact
//
// Write S for the cost of the sequence, C for that of another one, r = 1+Percent/100,
// and s(m), c(m) for what each pays for measured cost m at present. The other one makes the sequence
// fail if S > r·C, and at worst, for factors in [1/x, x], the difference S - r·C is
//
//	F(s) - r·F(c) + sum over m of max( x·d(m), d(m)/x ),  d(m) = s(m) - r·c(m)
//
// where F is what is paid for products. So the worst case for two sequences is at
// a corner: each factor is x where the sequence pays more, else 1/x. This grows with x,
// and where it gets positive is the root of this pair. The answer is the least root of
// all sequences.
//
// To find out whether any sequence fails at x, costs that the sequence does not pay
// for are divided by x: whatever the other one is, that is worst. For those that it pays for,
// take a bound that no corner exceeds: the sequence pays x times them, the other
// one 1/x. One optimum of the dag with these prices decides: if it is at least S/r,
// nothing fails. Else it gives another sequence. If that one fails at its own corner, its root is a
// nearer candidate; if not, one of the costs that both pay for is fixed, at x for both and
// at 1/x for both, and each case is looked at likewise (branch and bound). It ends,
// since at last each cost is fixed, and then the bound is the corner.
type robust struct {
	*asker
	ctx      context.Context
	sequence *bill
	ratio    *big.Rat    // r
	measured []Parameter // whose factors are free
	unit     int64       // levels x are counted in parts of 1/unit
	rest     int         // nodes
}

// mostNodes limits the branching for one x.
const mostNodes = 4000

// float is the factor of a level.
func (r *robust) float(x int64) float64 { return float64(x) / float64(r.unit) }

// measured is the costs that are measured.
func measured(g *model.Dag) []Parameter {
	return slices.DeleteFunc(Parameters(g), func(p Parameter) bool { return p.What >= Size })
}

// paid is what a sequence pays for a measured cost as things are.
func (r *robust) paid(b *bill, p Parameter) model.Cost {
	var sum model.Cost
	for _, k := range b.by[p] {
		sum = sum.Add(b.uses[k].price(view{of: r.of, p: Parameter{At: -1}}).Times(b.uses[k].times))
	}
	return sum
}

// robustness says by how much all costs may be off together so that the sequence stays
// optimal, and whether percent is within that.
func (a *analysis) robustness(ctx context.Context, percent float64) Robustness {
	result := Robustness{Percent: percent, AtMost: math.Inf(1)}
	ratio := new(big.Rat).SetFloat64(percent)
	ratio.Add(ratio.Quo(ratio, big.NewRat(100, 1)), big.NewRat(1, 1))
	r := &robust{asker: &a.asker, ctx: ctx, sequence: a.sequence, ratio: ratio, measured: measured(a.of),
		unit: finest(a.sequence)}
	if result.Holds = r.within(a.report.Cost, a.report.Bound); !result.Holds {
		return result
	}
	result.Factor = 1
	if result.Resolution = 1 / float64(r.unit); len(r.measured) == 0 {
		result.Factor, result.Exact = MostFactor, true
		return result
	}
	proved := r.unit
	for {
		root := r.root()
		x := int64(math.Floor(min(root, MostFactor) * float64(r.unit)))
		for x > r.unit && r.anyFails(x) {
			x--
		}
		result.AtMost = root
		if x <= proved {
			result.Factor, result.Exact = r.float(proved), root-r.float(proved) <= result.Resolution
			return result
		}
		found, known := r.fails(x)
		switch {
		case found:
			continue
		case known:
			result.Factor, result.Exact = r.float(x), true
			return result
		}
		// The proof is too long: nearer ones are shorter.
		result.Factor = r.float(r.nearer(proved, x))
		return result
	}
}

// nearer looks for a level between one that holds and one that is not known.
func (r *robust) nearer(holds, open int64) int64 {
	for open-holds > max(1, (holds-r.unit)/16) && r.ctx.Err() == nil {
		middle := holds + (open-holds)/2
		if found, known := r.fails(middle); known && !found {
			holds = middle
		} else {
			open = middle
		}
	}
	return holds
}

// within reports whether a cost is at most r times another.
func (r *robust) within(cost, other model.Cost) bool {
	most := new(big.Rat).SetInt64(int64(other))
	return new(big.Rat).SetInt64(int64(cost)).Cmp(most.Mul(most, r.ratio)) <= 0
}

// finest is the unit of the finest resolution for which all costs fit into 64 bits.
func finest(sequence *bill) int64 {
	unit := int64(10_000)
	for unit > 10 && sequence.now.Times(model.Cost(4*unit*unit)) > model.Saturated/4 {
		unit /= 10
	}
	return unit
}

// pair is a sequence and another one.
type pair struct {
	fixed  float64   // F(s) - r·F(c)
	differ []float64 // d(m)
}

func (r *robust) pair(c *bill) pair {
	ratio, _ := r.ratio.Float64()
	p := pair{fixed: float64(r.sequence.now) - ratio*float64(c.now)}
	for _, m := range r.measured {
		d := float64(r.paid(r.sequence, m)) - ratio*float64(r.paid(c, m))
		p.differ = append(p.differ, d)
		p.fixed -= d
	}
	return p
}

// worst is S - r·C at its corner for x.
func (p *pair) worst(x float64) float64 {
	sum := p.fixed
	for _, d := range p.differ {
		sum += max(x*d, d/x)
	}
	return sum
}

// root is the least x at which a known sequence makes this one fail, Inf for none.
func (r *robust) root() float64 {
	least := math.Inf(1)
	for _, c := range r.from(0) {
		if c.now.IsSaturated() {
			continue
		}
		p := r.pair(c)
		low, high := 1.0, min(least, MostFactor)
		if p.worst(high) <= 1e-9*float64(r.sequence.now) {
			continue
		}
		for range 100 {
			if middle := (low + high) / 2; p.worst(middle) > 1e-9*float64(r.sequence.now)/1e3 {
				high = middle
			} else {
				low = middle
			}
		}
		least = high
	}
	return least
}

// anyFails reports whether a known sequence makes this one fail at x.
func (r *robust) anyFails(x int64) bool {
	for _, c := range r.from(0) {
		if !c.now.IsSaturated() && r.failsBy(c, x) {
			return true
		}
	}
	return false
}

// failsBy reports, in whole numbers, whether a sequence makes this one fail at x.
func (r *robust) failsBy(c *bill, x int64) bool {
	costs := r.free()
	for k, m := range r.measured {
		d := new(big.Rat).SetInt64(int64(r.paid(c, m)))
		if d.Mul(d, r.ratio).Cmp(new(big.Rat).SetInt64(int64(r.paid(r.sequence, m)))) < 0 {
			costs[k] = up
		} else {
			costs[k] = down
		}
	}
	g := r.dag(x, costs)
	now := view{of: g, p: Parameter{At: -1}}
	return !r.within(r.sequence.cost(now), c.cost(now))
}

// factor is what is decided about a measured cost.
type factor uint8

const (
	free factor = iota
	up
	down
)

// free begins with the costs that the sequence does not pay for.
func (r *robust) free() []factor {
	costs := make([]factor, len(r.measured))
	for k, m := range r.measured {
		if r.paid(r.sequence, m) == 0 {
			costs[k] = down
		}
	}
	return costs
}

// dag has the prices of the other sequence at x, times x·unit with x in parts of 1/unit, so
// that they are whole: free costs are down.
func (r *robust) dag(x int64, costs []factor) *model.Dag {
	g := *r.of
	g.Edges = slices.Clone(r.of.Edges)
	both := model.Cost(x).Times(model.Cost(r.unit))
	g.Product.Cost, g.Product.Setup = g.Product.Cost.Times(both), g.Product.Setup.Times(both)
	g.Sparse.Cost, g.Sparse.Setup = g.Sparse.Cost.Times(both), g.Sparse.Setup.Times(both)
	for k, m := range r.measured {
		by := model.Cost(r.unit).Times(model.Cost(r.unit))
		if costs[k] == up {
			by = model.Cost(x).Times(model.Cost(x))
		}
		e := &g.Edges[m.At]
		if m.What == TangentCost {
			e.Tangent, e.TangentCurve.Setup = e.Tangent.Times(by), e.TangentCurve.Setup.Times(by)
		} else {
			e.Adjoint, e.AdjointCurve.Setup = e.Adjoint.Times(by), e.AdjointCurve.Setup.Times(by)
		}
	}
	return &g
}

// fails looks for a sequence that makes this one fail at x. known is false where it
// came to no end.
func (r *robust) fails(x int64) (found, known bool) {
	r.rest = mostNodes
	return r.branch(x, r.free())
}

func (r *robust) branch(x int64, costs []factor) (found, known bool) {
	if r.rest--; r.rest < 0 || r.ctx.Err() != nil {
		return false, false
	}
	g := r.dag(x, costs)
	price := r.relaxed(x, costs)
	if price.IsSaturated() {
		return false, false
	}
	now := view{of: g, p: Parameter{At: -1}}
	seen, best := 0, price
	var nearest *bill
	look := func() {
		for _, c := range r.from(seen) {
			seen++
			if cost := c.cost(now); nearest == nil || cost < best {
				nearest, best = c, cost
			}
		}
	}
	look()
	if r.within(price, best) { // else the best that is known is close enough to decide
		got, err := r.solve(r.ctx, g, nearest.ops)
		if err != nil {
			return false, false
		}
		look()
		if r.within(price, got.bound) {
			return false, true
		}
		if r.within(price, best) {
			return false, false
		}
	}
	if r.failsBy(nearest, x) {
		return true, true
	}
	k := r.farthest(x, costs, nearest)
	if k < 0 {
		return false, false
	}
	known = true
	for _, f := range [...]factor{up, down} {
		next := slices.Clone(costs)
		next[k] = f
		found, sure := r.branch(x, next)
		if found {
			return true, true
		}
		known = known && sure
	}
	return false, known
}

// relaxed is what the sequence pays at x, in the unit of dag: free costs are up.
func (r *robust) relaxed(x int64, costs []factor) model.Cost {
	all := slices.Clone(costs)
	for k := range all {
		if all[k] == free {
			all[k] = up
		}
	}
	return r.sequence.cost(view{of: r.dag(x, all), p: Parameter{At: -1}})
}

// farthest is the free cost for which the bound is farthest above what any factor gives
// for this pair; -1 where it is reached by all.
func (r *robust) farthest(x int64, costs []factor, c *bill) int {
	ratio, _ := r.ratio.Float64()
	f := r.float(x)
	most, at := 0.0, -1
	for k, m := range r.measured {
		if costs[k] != free {
			continue
		}
		s, paid := float64(r.paid(r.sequence, m)), ratio*float64(r.paid(c, m))
		if gap := s*f - paid/f - max((s-paid)*f, (s-paid)/f); gap > most || at < 0 && paid > 0 {
			most, at = gap, k
		}
	}
	return at
}
