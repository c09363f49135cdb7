package anneal

import (
	"math"
	"math/rand/v2"
	"slices"

	"facet/model/heap"
)

// Start is a way to make a first order.
type Start int

// The starts, the quickest first.
const (
	Forward   Start = iota // along the arcs: no more expensive than sparse tangent mode
	Reverse                // against them: no more expensive than sparse adjoint mode
	Outwards               // from a place in the middle on, against the arcs and then along them
	LeastArea              // the fewest entries of all products first (Markowitz)
	Cheapest               // the cheapest junction first
	Lookahead              // the price and half of what it makes the neighbours more expensive
	starts
)

// Starts lists all starts.
func Starts() []Start {
	all := make([]Start, starts)
	for k := range all {
		all[k] = Start(k)
	}
	return all
}

// Make gives the order of a start. Greedy starts with a random stream stir their
// choices: each price is multiplied by up to 1.3; without one (nil) they are
// not stirred. Outwards takes any place, or the middle without a stream. Check is asked
// before each choice, and its error ends the work.
func (g *Graph) Make(start Start, rng *rand.Rand, check func() error) ([]int32, error) {
	return g.makeWithin(math.Inf(1), start, rng, check)
}

// makeWithin is Make for an order that is of no use above a price: it gives nil as soon
// as a greedy start is there.
func (g *Graph) makeWithin(limit float64, start Start, rng *rand.Rand, check func() error) ([]int32, error) {
	if start < LeastArea {
		order := make([]int32, g.junctions)
		for j, rank := range g.rank {
			order[rank] = int32(j)
		}
		first := 0 // as many stand against the arcs
		switch {
		case start == Reverse:
			first = g.junctions
		case start == Outwards && rng != nil:
			first = rng.IntN(g.junctions)
		case start == Outwards:
			first = g.junctions / 2
		}
		slices.Reverse(order[:first])
		return order, nil
	}
	w := newGreedy(g, start, rng)
	w.check = check
	order := make([]int32, 0, g.junctions)
	for len(order) < g.junctions {
		j := w.take()
		if err := w.ask(); err != nil {
			return nil, err
		}
		if order = append(order, j); w.spend(j) > limit {
			return nil, nil
		}
	}
	return order, nil
}

// greedy eliminates junctions one by one. Those that are left have no order
// among each other, so that everything that is left is later.
type greedy struct {
	order  *Order
	start  Start
	rng    *rand.Rand
	scores *heap.Heap[score] // a junction's score counts if its age is the junction's
	age    []int32           // by junction: how often it was rated
	stale  []bool            // the score has to be computed again
	again  []int32           // the junctions that are stale, some of them gone
	seen   []int32
	turn   int32
	spent  float64
	step   int64
	after  []neighbour
	places []int32

	check func() error
	asked int // work, as order.listed counts it, after which check is asked next
	err   error
}

func newGreedy(g *Graph, start Start, rng *rand.Rand) *greedy {
	forward, _ := g.Make(Forward, nil, nil)
	w := &greedy{
		order: g.newOrder(nil), start: start, rng: rng, scores: heap.New((*score).before),
		age: make([]int32, g.junctions), stale: make([]bool, g.junctions),
		seen: make([]int32, len(g.vertex)), places: make([]int32, len(g.vertex)),
	}
	for _, j := range forward {
		w.order.pos[j] = last - 1 // all of them behind whatever is eliminated
	}
	for _, j := range forward {
		for side := range w.order.lists {
			w.order.lists[side][j] = slices.Clone(g.at[side][j])
		}
		w.order.prices[j] = w.order.price(j, w.order.lists[backward][j], w.order.lists[1][j])
		w.again, w.stale[j] = append(w.again, j), true
	}
	return w
}

// score is what a junction was rated at some time.
type score struct {
	value    float64
	junction int32
	age      int32
}

func (s *score) before(other *score) bool {
	return s.value < other.value || s.value == other.value && s.junction < other.junction
}

// rateAgain rates the junctions whose scores have changed.
func (g *greedy) rateAgain() {
	slices.Sort(g.again)
	for _, j := range g.again {
		if !g.stale[j] || g.order.pos[j] != last-1 {
			continue
		}
		value := g.rate(j)
		if g.ask() != nil {
			return
		}
		if g.rng != nil {
			value *= 1 + 0.3*g.rng.Float64()
		}
		g.stale[j] = false
		g.age[j]++
		g.scores.Push(score{value, j, g.age[j]})
	}
	g.again = g.again[:0]
}

// ask asks check after some work.
func (g *greedy) ask() error {
	for ; g.asked < g.order.listed && g.err == nil; g.asked += listed {
		g.err = g.check()
	}
	return g.err
}

// take eliminates the junction of the lowest score; none if check gave an error.
func (g *greedy) take() int32 {
	if g.rateAgain(); g.err != nil {
		return -1
	}
	best := int32(-1)
	for best < 0 {
		top := g.scores.Pop()
		if g.order.pos[top.junction] == last-1 && g.age[top.junction] == top.age {
			best = top.junction
		}
	}
	g.step++
	g.order.pos[best] = g.step
	for side := range g.order.lists {
		for _, n := range g.order.lists[side][best] {
			if !g.order.isJunction(n.vertex) {
				continue
			}
			g.extend(n.vertex, 1-side, best)
		}
	}
	for side := range g.order.lists {
		for _, n := range g.order.lists[side][best] {
			g.spoil(n.vertex)
		}
	}
	return best
}

// spend adds up what the junctions that are gone cost.
func (g *greedy) spend(j int32) float64 {
	g.spent += g.order.prices[j]
	return g.spent
}

// extend takes junction e, which has been eliminated, out of one side of m and
// puts in what e has there.
func (g *greedy) extend(m int32, side int, e int32) {
	old := g.order.lists[side][m]
	g.order.lists[side][m] = g.joinedLists(g.order.fresh(), m, side, e)
	g.order.release(old)
	g.order.prices[m] = g.order.price(m, g.order.lists[backward][m], g.order.lists[forward][m])
}

// joinedLists is what one side of m is after the elimination of e.
func (g *greedy) joinedLists(into []neighbour, m int32, side int, e int32) []neighbour {
	g.order.listed += 8 + len(g.order.lists[side][m]) + len(g.order.lists[side][e])
	g.turn++
	for _, n := range g.order.lists[side][m] {
		if n.vertex != e {
			g.seen[n.vertex], g.places[n.vertex] = g.turn, int32(len(into))
			into = append(into, n)
		}
	}
	if g.order.sparse {
		return g.joinedPatterns(into, m, side, e)
	}
	for _, n := range g.order.lists[side][e] {
		if g.seen[n.vertex] == g.turn {
			k := &into[g.places[n.vertex]].kind
			*k = filled[*k]
		} else {
			into = append(into, neighbour{vertex: n.vertex, arc: -1, kind: fill})
		}
	}
	return into
}

// joinedPatterns goes on with joinedLists where Jacobians have patterns.
func (g *greedy) joinedPatterns(into []neighbour, m int32, side int, e int32) []neighbour {
	o := g.order
	at := slices.IndexFunc(o.lists[side][m], func(n neighbour) bool { return n.vertex == e })
	near := o.whole(&o.lists[side][m][at])
	for k := range o.lists[side][e] {
		n := &o.lists[side][e][k]
		product := join(side, near, o.whole(n))
		if g.seen[n.vertex] == g.turn {
			o.fill(&into[g.places[n.vertex]], product)
			continue
		}
		fresh := neighbour{vertex: n.vertex, arc: -1, kind: fill}
		fresh.write(o.book.number(product))
		into = append(into, fresh)
	}
	return into
}

// spoil marks the scores that depend on junction m.
func (g *greedy) spoil(m int32) {
	if !g.order.isJunction(m) {
		return
	}
	g.spoilt(m)
	if g.start != Lookahead {
		return
	}
	for side := range g.order.lists {
		for _, n := range g.order.lists[side][m] {
			if g.order.isJunction(n.vertex) {
				g.spoilt(n.vertex)
			}
		}
	}
}

func (g *greedy) spoilt(j int32) {
	if !g.stale[j] {
		g.again, g.stale[j] = append(g.again, j), true
	}
}

// rate is the score of junction j.
func (g *greedy) rate(j int32) float64 {
	switch g.start {
	case LeastArea:
		g.order.listed += len(g.order.lists[backward][j]) + len(g.order.lists[forward][j])
		var left, right float64
		for _, n := range g.order.lists[backward][j] {
			left += g.order.size[n.vertex]
		}
		for _, n := range g.order.lists[forward][j] {
			right += g.order.size[n.vertex]
		}
		return left * right
	case Lookahead:
		score := g.order.prices[j]
		for side := range g.order.lists {
			for _, n := range g.order.lists[side][j] {
				if g.order.isJunction(n.vertex) {
					score += (g.priceAfter(n.vertex, 1-side, j) - g.order.prices[n.vertex]) / 2
				}
			}
		}
		return score
	}
	return g.order.prices[j]
}

// priceAfter is the price of m once e, on one side of it, is gone.
func (g *greedy) priceAfter(m int32, side int, e int32) float64 {
	g.after = g.joinedLists(g.after[:0], m, side, e)
	if side == backward {
		return g.order.price(m, g.after, g.order.lists[forward][m])
	}
	return g.order.price(m, g.order.lists[backward][m], g.after)
}
