package weights

import (
	"math"

	"facet/planner/bound/paths"
)

// multiplicative holds the weights of paths and resources. Its numbers are floating-point:
// it proves nothing.
type multiplicative struct {
	table    *paths.Table
	check    func(work int) error
	paths    []pathWeights
	level    []float64 // by resource: what makes its prices add up to its cost
	sum      []float64 // by resource: of its prices in the present round
	weight   float64   // of the rounds in the mean, together
	rounds   int
	value    float64 // what a path pays on average
	watching bool    // the mean use of options is kept
	watched  float64 // weight of the rounds in that mean, together

	place []int32   // work: by subpath of the table, its place in the present path
	total []float64 // work: by place, the chances of its options before they are divided by their sum
	flow  []float64 // work: by place, how often the path derives itself through it
}

// pathWeights is a path: its subpaths are places, parts before wholes.
type pathWeights struct {
	first   []int32  // by place and one more: where its options begin
	options []option // of all its places
	value   float64  // what it pays
}

// option is an option of a subpath of one path.
type option struct {
	resource, left, right int32   // the parts are places, or -1
	chance                float32 // given that the subpath is derived
	price                 float32 // of the resource's cost, before it is brought to level
	last                  float32 // the price in the round before
	use                   float32 // how often the path used it in the round before
	mean                  float32 // of the prices, times the weight of the rounds
	used                  float32 // mean of the use, likewise
}

// Steps of both sides: a path loses interest in an option by how much of its
// usual payment it costs, a resource moves its cost towards paths that use it.
const (
	pathStep     = 0.3
	resourceStep = 3
	tiny         = 1e-30
)

func newMultiplicative(t *paths.Table, check func(int) error) *multiplicative {
	return &multiplicative{table: t, check: check}
}

// admit adds the paths that do not take part yet. The ones that do have divided
// the costs already; the new ones begin with a small part, and the mean forgets as
// much of what was before them as they are of all.
func (g *multiplicative) admit(pool []*paths.Path) {
	g.level, g.sum = widen(g.level, len(g.table.Resources)), widen(g.sum, len(g.table.Resources))
	fresh := len(g.paths)
	if len(pool) == fresh {
		return
	}
	g.place = widen(g.place, g.table.Subpaths())
	for _, w := range pool[fresh:] {
		p := g.addPath(w)
		g.paths = append(g.paths, p)
		g.total, g.flow = widen(g.total, len(p.first)), widen(g.flow, len(p.first))
	}
	g.divide(fresh)
	kept := float64(fresh) / float64(len(g.paths))
	g.weight *= kept
	for n := range g.paths[:fresh] {
		list := g.paths[n].options
		for k := range list {
			list[k].mean *= float32(kept)
		}
	}
	if g.watching {
		g.watch() // anew: the paths use other options now
	}
}

// addPath gives the options of a path even chances.
func (g *multiplicative) addPath(w *paths.Path) pathWeights {
	size := 0
	for _, s := range w.Subpaths {
		size += len(g.table.Options(s))
	}
	p := pathWeights{first: make([]int32, 1, len(w.Subpaths)+1), options: make([]option, 0, size)}
	for n, s := range w.Subpaths {
		g.place[s] = int32(n)
		list := g.table.Options(s)
		for _, o := range list {
			c := option{resource: o.Resource, left: -1, right: -1, chance: 1 / float32(len(list))}
			if o.Left >= 0 {
				c.left = g.place[o.Left]
			}
			if o.Right >= 0 {
				c.right = g.place[o.Right]
			}
			p.options = append(p.options, c)
		}
		p.first = append(p.first, int32(len(p.options)))
	}
	return p
}

// divide gives the paths from fresh on their first prices: an even part of each
// cost if all are fresh, and half of that if others have their prices already.
func (g *multiplicative) divide(fresh int) {
	clear(g.sum)
	count := make([]float64, len(g.table.Resources))
	for n := range g.paths {
		for _, o := range g.paths[n].options {
			if o.resource >= 0 {
				count[o.resource]++
				g.sum[o.resource] += float64(o.price)
			}
		}
	}
	for n := fresh; n < len(g.paths); n++ {
		w := &g.paths[n]
		for k := range w.options {
			o := &w.options[k]
			if o.resource < 0 {
				continue
			}
			o.last = float32(float64(g.table.Cost[o.resource]) / count[o.resource])
			o.price = o.last
			if fresh > 0 {
				o.price /= 2
			}
			g.sum[o.resource] += float64(o.price)
		}
		w.value = g.cheapest(w)
	}
}

// round updates all paths and then all resources. What the resources do
// takes effect when the paths look at their prices. After an error the updates are
// over.
func (g *multiplicative) round() error {
	for t := range g.table.Resources {
		g.level[t] = float64(g.table.Cost[t]) / max(g.sum[t], tiny)
		g.sum[t] = 0
	}
	g.rounds++
	g.weight += float64(g.rounds)
	g.value = 0
	for n := range g.paths {
		g.value += g.paths[n].value / float64(len(g.paths))
	}
	if g.watching {
		g.watched += float64(g.rounds)
	}
	for n := range g.paths {
		w := &g.paths[n]
		if err := g.check(3 * len(w.options)); err != nil {
			return err
		}
		g.choose(w)
		g.respond(w)
	}
	return nil
}

// choose brings the chances of a path's options up to date, parts before wholes.
func (g *multiplicative) choose(w *pathWeights) {
	step := pathStep / max(w.value, 0.1*g.value, tiny)
	weight := float32(g.rounds)
	for s := range len(w.first) - 1 {
		sum := 0.0
		list := w.options[w.first[s]:w.first[s+1]]
		for k := range list {
			o := &list[k]
			v := float64(o.chance)
			if o.resource >= 0 {
				price := float64(o.price) * g.level[o.resource]
				v *= exp(step * (float64(o.last) - 2*price))
				o.last = float32(price)
				o.mean += weight * o.last
			}
			if o.left >= 0 {
				v *= g.total[o.left]
			}
			if o.right >= 0 {
				v *= g.total[o.right]
			}
			o.chance = float32(v)
			sum += v
		}
		g.total[s] = sum
		for k := range list {
			list[k].chance = max(float32(float64(list[k].chance)/sum), tiny)
		}
		g.flow[s] = 0
	}
}

// respond derives the path with these chances and updates its prices.
func (g *multiplicative) respond(w *pathWeights) {
	g.flow[len(w.first)-2] = 1
	paid := 0.0
	weight := float32(g.rounds)
	for s := len(w.first) - 2; s >= 0; s-- {
		flow := g.flow[s]
		list := w.options[w.first[s]:w.first[s+1]]
		for k := range list {
			o := &list[k]
			use := flow * float64(o.chance)
			if o.left >= 0 {
				g.flow[o.left] += use
			}
			if o.right >= 0 {
				g.flow[o.right] += use
			}
			if o.resource >= 0 {
				paid += use * float64(o.last)
				o.price = max(o.last*float32(exp(resourceStep*(2*use-float64(o.use)))), tiny)
				g.sum[o.resource] += float64(o.price)
			}
			o.use = float32(use)
			o.used += weight * o.use
		}
	}
	w.value += 0.1 * (paid - w.value)
}

// cheapest is the cheapest derivation of a path under its last prices.
func (g *multiplicative) cheapest(w *pathWeights) float64 {
	for s := range len(w.first) - 1 {
		best := math.Inf(1)
		for _, o := range w.options[w.first[s]:w.first[s+1]] {
			c := 0.0
			if o.resource >= 0 {
				c = float64(o.last)
			}
			if o.left >= 0 {
				c += g.flow[o.left]
			}
			if o.right >= 0 {
				c += g.flow[o.right]
			}
			best = min(best, c)
		}
		g.flow[s] = best
	}
	return g.flow[len(w.first)-2]
}

// demand tells, by resource, how much of it the paths use: the mean over those that
// have prices of it.
func (g *multiplicative) demand() []float64 {
	bought := make([]float64, len(g.table.Resources))
	for n := range g.paths {
		for _, o := range g.paths[n].options {
			if o.resource >= 0 {
				bought[o.resource] += float64(o.last) * float64(o.use)
			}
		}
	}
	for t := range bought {
		bought[t] /= float64(g.table.Cost[t])
	}
	return bought
}

// exp is the exponential function to seven digits, for arguments that are small
// most of the time; large ones are cut off, which only makes steps smaller.
func exp(x float64) float64 {
	if x > -0.7 && x < 0.7 {
		return 1 + x*(1+x*(1./2+x*(1./6+x*(1./24+x*(1./120+x*(1./720))))))
	}
	return math.Exp(max(-4, min(4, x)))
}

// widen gives at least n values, the new ones zero.
func widen[T any](old []T, n int) []T {
	if n <= cap(old) {
		return old[:max(n, len(old))]
	}
	return append(make([]T, 0, n+n/2), old...)[:n]
}
