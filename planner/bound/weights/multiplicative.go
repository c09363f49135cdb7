package weights

import (
	"math"

	"facet/planner/bound/paths"
)

// multiplicative holds the weights of paths and resources. Its numbers are floating-point:
// it proves nothing.
type multiplicative struct {
	table  *paths.Table
	check  func(work int) error
	paths  []pathWeights
	level  []float32 // by resource and one more: what makes its prices add up to its cost
	sum    []float32 // by resource and one more: of its prices in the present round
	weight float64   // of the rounds in the mean, together
	rounds int
	value  float64 // what a path pays on average

	place []int32   // work: by subpath of the table, its place in the present path
	total []float32 // work: by place, the chances of its options together
	part  []float32 // work: by place, what makes them add up to 1
	flow  []float32 // work: by place, how often the path derives itself through it
}

// pathWeights is a path: its subpaths are places, from 1 on, parts before wholes.
type pathWeights struct {
	length  float64  // in vertices
	first   []int32  // by place, 0 among them, and one more: where its options begin
	options []option // of all its places
	value   float64  // what it pays
}

// whole is the place of the path itself.
func (w *pathWeights) whole() int { return len(w.first) - 2 }

// option is an option of a subpath of one path. What it does without is number 0, which
// costs nothing and is derived with chance 1: so rounds need not ask.
type option struct {
	resource    int32   // and one
	left, right int32   // places
	chance      float32 // given that the subpath is derived
	price       float32 // of the resource's cost, before it is brought to level
	last        float32 // the price in the round before
	use         float32 // how often the path used it in the round before
	mean        float32 // of the prices, times the weight of the rounds
}

// Steps of both sides: a path loses interest in an option by how much of its
// usual payment it costs, a resource moves its cost towards paths that use it. With
// many paths, longer steps come further; with few, they circle around the solution. What a
// long path pays it pays for many options, so that its steps are as much longer, until
// the rounds are many. No option is given up: one that has become cheap would take long
// to be noticed otherwise, and cost too little for as long. The least chance falls with the rounds.
const (
	pathStep     = 0.3
	resourceStep = 3
	manyPaths    = 3000
	longest      = 3  // times as long
	longPath     = 10 // vertices
	manyRounds   = 400
	leastChance  = 0.01
	tiny         = 1e-18 // the product of two of them is no denormal number
)

func newMultiplicative(t *paths.Table, check func(int) error) *multiplicative {
	return &multiplicative{table: t, check: check}
}

// admit adds the paths that do not take part yet. The ones that do have divided
// the costs already; the new ones begin with a small part, and the mean forgets as
// much of what was before them as they are of all.
func (m *multiplicative) admit(pool []*paths.Path) {
	m.level, m.sum = widen(m.level, len(m.table.Resources)+1), widen(m.sum, len(m.table.Resources)+1)
	fresh := len(m.paths)
	if len(pool) == fresh {
		return
	}
	m.place = widen(m.place, m.table.Subpaths())
	for _, w := range pool[fresh:] {
		p := m.addPath(w)
		m.paths = append(m.paths, p)
		m.total, m.part, m.flow = widen(m.total, len(p.first)), widen(m.part, len(p.first)),
			widen(m.flow, len(p.first))
	}
	m.divide(fresh)
	kept := float64(fresh) / float64(len(m.paths))
	m.weight *= kept
	for n := range m.paths[:fresh] {
		list := m.paths[n].options
		for k := range list {
			list[k].mean *= float32(kept)
		}
	}
}

// addPath gives the options of a path even chances.
func (m *multiplicative) addPath(w *paths.Path) pathWeights {
	size := 0
	for _, s := range w.Subpaths {
		size += len(m.table.Options(s))
	}
	p := pathWeights{length: float64(len(w.Vertices)), first: make([]int32, 2, len(w.Subpaths)+2),
		options: make([]option, 0, size)}
	for n, s := range w.Subpaths {
		m.place[s] = int32(n + 1)
		list := m.table.Options(s)
		for _, o := range list {
			c := option{resource: o.Resource + 1, chance: 1 / float32(len(list))}
			if o.Left >= 0 {
				c.left = m.place[o.Left]
			}
			if o.Right >= 0 {
				c.right = m.place[o.Right]
			}
			p.options = append(p.options, c)
		}
		p.first = append(p.first, int32(len(p.options)))
	}
	return p
}

// divide gives the paths from fresh on their first prices: an even part of each
// cost if all are fresh, and half of that if others have their prices already.
func (m *multiplicative) divide(fresh int) {
	clear(m.sum)
	count := make([]float32, len(m.sum))
	for n := range m.paths {
		for _, o := range m.paths[n].options {
			count[o.resource]++
			m.sum[o.resource] += o.price
		}
	}
	for n := fresh; n < len(m.paths); n++ {
		w := &m.paths[n]
		for k := range w.options {
			o := &w.options[k]
			if o.resource == 0 {
				continue
			}
			o.last = float32(m.table.Cost[o.resource-1]) / count[o.resource]
			o.price = o.last
			if fresh > 0 {
				o.price /= 2
			}
			m.sum[o.resource] += o.price
		}
		w.value = m.cheapest(w)
	}
}

// round updates all paths and then all resources. What the resources do
// takes effect when the paths look at their prices. After an error the updates are
// over.
func (m *multiplicative) round() error {
	for t, cost := range m.table.Cost {
		m.level[t+1] = float32(cost) / max(m.sum[t+1], tiny)
	}
	clear(m.sum)
	m.rounds++
	m.weight += float64(m.rounds)
	m.value = 0
	for n := range m.paths {
		m.value += m.paths[n].value / float64(len(m.paths))
	}
	for n := range m.paths {
		w := &m.paths[n]
		if err := m.check(3 * len(w.options)); err != nil {
			return err
		}
		m.choose(w)
		m.respond(w)
	}
	return nil
}

// pace is how long steps are.
func (m *multiplicative) pace() float64 {
	return max(1, min(longest, float64(len(m.paths))/manyPaths))
}

// choose brings the chances of a path's options up to date, parts before wholes.
func (m *multiplicative) choose(w *pathWeights) {
	longer := max(1, w.length/(longPath*(1+float64(m.rounds)/manyRounds)))
	step := float32(m.pace() * longer * pathStep / max(w.value, 0.1*m.value, tiny))
	weight := float32(m.rounds)
	level, total, part := m.level, m.total, m.part
	total[0] = 1
	for s := 1; s <= w.whole(); s++ {
		var sum float32
		list := w.options[w.first[s]:w.first[s+1]]
		for k := range list {
			o := &list[k]
			price := o.price * level[o.resource]
			v := o.chance * exp(step*(o.last-2*price)) * total[o.left] * total[o.right]
			o.last = price
			o.mean += weight * price
			o.chance = v
			sum += v
		}
		total[s] = min(max(sum, tiny), 1/tiny) // of many places, they would leave what numbers can be
		part[s] = 1 / max(sum, tiny)
	}
}

// respond derives the path with these chances and updates its prices.
func (m *multiplicative) respond(w *pathWeights) {
	flow, sum := m.flow[:len(w.first)-1], m.sum
	clear(flow)
	flow[w.whole()] = 1
	var paid float32
	step := float32(m.pace() * resourceStep)
	least := float32(leastChance / (1 + float64(m.rounds)/manyRounds))
	for s := w.whole(); s > 0; s-- {
		here, part := flow[s], m.part[s]
		if here < tiny {
			here = 0
		}
		list := w.options[w.first[s]:w.first[s+1]]
		for k := range list {
			o := &list[k]
			chance := o.chance * part
			if chance < least {
				chance = least
			}
			o.chance = chance
			use := here * chance
			flow[o.left] += use
			flow[o.right] += use
			paid += use * o.last
			price := o.last * exp(step*(2*use-o.use))
			if price < tiny {
				price = tiny
			}
			o.price = price
			sum[o.resource] += price
			o.use = use
		}
	}
	w.value += 0.1 * (float64(paid) - w.value)
}

// cheapest is the cheapest derivation of a path under its last prices.
func (m *multiplicative) cheapest(w *pathWeights) float64 {
	m.flow[0] = 0
	for s := 1; s <= w.whole(); s++ {
		best := float32(math.Inf(1))
		for _, o := range w.options[w.first[s]:w.first[s+1]] {
			best = min(best, o.last+m.flow[o.left]+m.flow[o.right])
		}
		m.flow[s] = best
	}
	return float64(m.flow[w.whole()])
}

// demand is, by resource, how much of it the paths use: the mean over those that
// have prices of it.
func (m *multiplicative) demand() []float64 {
	bought := make([]float64, len(m.table.Resources))
	for n := range m.paths {
		for _, o := range m.paths[n].options {
			if o.resource > 0 {
				bought[o.resource-1] += float64(o.last) * float64(o.use)
			}
		}
	}
	for t := range bought {
		bought[t] /= float64(m.table.Cost[t])
	}
	return bought
}

// exp is nearly the exponential function where its argument is small, as it is most of
// the time, and grows more slowly where it is not, which only makes steps smaller.
func exp(x float32) float32 {
	if x > 4 {
		x = 4
	} else if x < -4 {
		x = -4
	}
	x = 1 + x/64
	x *= x
	x *= x
	x *= x
	x *= x
	x *= x
	return x * x
}

// widen gives at least n values, the new ones zero.
func widen[T any](old []T, n int) []T {
	if n <= cap(old) {
		return old[:max(n, len(old))]
	}
	return append(make([]T, 0, n+n/2), old...)[:n]
}
