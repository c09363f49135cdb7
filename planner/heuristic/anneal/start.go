package anneal

import (
	"container/heap"
	"math"
	"math/rand/v2"
	"slices"
)

// Start is a way to make a first order.
type Start int

// The starts, the quickest first.
const (
	Forward   Start = iota // along the arcs: no more expensive than sparse tangent mode
	Reverse                // against them: no more expensive than sparse adjoint mode
	LeastArea              // the fewest entries of all products first (Markowitz)
	Cheapest               // the cheapest junction first
	Lookahead              // the price and half of what it makes the neighbours more expensive
	starts
)

var startNames = [starts]string{"forward", "reverse", "least area first", "cheapest first", "lookahead"}

func (s Start) String() string { return startNames[s] }

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
// not stirred. Check is asked before each choice, and its error ends the work.
func (g *Graph) Make(start Start, luck *rand.Rand, check func() error) ([]int32, error) {
	return g.makeWithin(math.Inf(1), start, luck, check)
}

// makeWithin is Make for an order that is of no use above a price: it gives nil as soon
// as a greedy start is there.
func (g *Graph) makeWithin(limit float64, start Start, luck *rand.Rand, check func() error) ([]int32, error) {
	if start == Forward || start == Reverse {
		order := make([]int32, g.junctions)
		for j, rank := range g.rank {
			if start == Reverse {
				rank = int32(g.junctions) - 1 - rank
			}
			order[rank] = int32(j)
		}
		return order, nil
	}
	w := newGreedy(g, start, luck)
	order := make([]int32, 0, g.junctions)
	for len(order) < g.junctions {
		if err := check(); err != nil {
			return nil, err
		}
		j := w.take()
		if order = append(order, j); w.spend(j) > limit {
			return nil, nil
		}
	}
	return order, nil
}

// greedy eliminates junctions one by one. Those that are left have no order
// among each other, so that everything that is left is later.
type greedy struct {
	*Order
	start  Start
	luck   *rand.Rand
	scores []score // a heap; a junction's score counts if its age is the junction's
	age    []int32 // by junction: how often it was rated
	stale  []bool  // the score has to be computed again
	again  []int32 // the junctions that are stale, some of them gone
	seen   []int32
	turn   int32
	spent  float64
	step   int64
	after  []neighbour
	places []int32
}

func newGreedy(g *Graph, start Start, luck *rand.Rand) *greedy {
	forward, _ := g.Make(Forward, nil, nil)
	w := &greedy{
		Order: g.newOrder(nil), start: start, luck: luck,
		age: make([]int32, g.junctions), stale: make([]bool, g.junctions),
		seen: make([]int32, len(g.vertex)), places: make([]int32, len(g.vertex)),
	}
	for _, j := range forward {
		w.pos[j] = last - 1 // all of them behind whatever is eliminated
	}
	for _, j := range forward {
		for side := range w.lists {
			w.lists[side][j] = slices.Clone(g.at[side][j])
		}
		w.prices[j] = w.price(j, w.lists[backward][j], w.lists[1][j])
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

// Len, Less, Swap, Push and Pop make the scores a heap.
func (w *greedy) Len() int { return len(w.scores) }
func (w *greedy) Less(a, b int) bool {
	x, y := &w.scores[a], &w.scores[b]
	return x.value < y.value || x.value == y.value && x.junction < y.junction
}
func (w *greedy) Swap(a, b int) { w.scores[a], w.scores[b] = w.scores[b], w.scores[a] }
func (w *greedy) Push(x any)    { w.scores = append(w.scores, x.(score)) }
func (w *greedy) Pop() any {
	last := w.scores[len(w.scores)-1]
	w.scores = w.scores[:len(w.scores)-1]
	return last
}

// rateAgain rates the junctions whose scores have changed.
func (w *greedy) rateAgain() {
	slices.Sort(w.again)
	for _, j := range w.again {
		if !w.stale[j] || w.pos[j] != last-1 {
			continue
		}
		value := w.rate(j)
		if w.luck != nil {
			value *= 1 + 0.3*w.luck.Float64()
		}
		w.stale[j] = false
		w.age[j]++
		heap.Push(w, score{value, j, w.age[j]})
	}
	w.again = w.again[:0]
}

// take eliminates the junction of the lowest score.
func (w *greedy) take() int32 {
	w.rateAgain()
	best := int32(-1)
	for best < 0 {
		top := heap.Pop(w).(score)
		if w.pos[top.junction] == last-1 && w.age[top.junction] == top.age {
			best = top.junction
		}
	}
	w.step++
	w.pos[best] = w.step
	for side := range w.lists {
		for _, n := range w.lists[side][best] {
			if !w.isJunction(n.vertex) {
				continue
			}
			w.extend(n.vertex, 1-side, best)
		}
	}
	for side := range w.lists {
		for _, n := range w.lists[side][best] {
			w.spoil(n.vertex)
		}
	}
	return best
}

// spend adds up what the junctions that are gone cost.
func (w *greedy) spend(j int32) float64 {
	w.spent += w.prices[j]
	return w.spent
}

// extend takes junction e, which has been eliminated, out of one side of m and
// puts in what e has there.
func (w *greedy) extend(m int32, side int, e int32) {
	old := w.lists[side][m]
	w.lists[side][m] = w.joinedLists(w.fresh(), m, side, e)
	w.release(old)
	w.prices[m] = w.price(m, w.lists[backward][m], w.lists[forward][m])
}

// joinedLists is what one side of m is after the elimination of e.
func (w *greedy) joinedLists(into []neighbour, m int32, side int, e int32) []neighbour {
	w.turn++
	for _, n := range w.lists[side][m] {
		if n.vertex != e {
			w.seen[n.vertex], w.places[n.vertex] = w.turn, int32(len(into))
			into = append(into, n)
		}
	}
	for _, n := range w.lists[side][e] {
		if w.seen[n.vertex] == w.turn {
			k := &into[w.places[n.vertex]].kind
			*k = filled[*k]
		} else {
			into = append(into, neighbour{n.vertex, -1, fill})
		}
	}
	return into
}

// spoil marks the scores that depend on junction m.
func (w *greedy) spoil(m int32) {
	if !w.isJunction(m) {
		return
	}
	w.spoilt(m)
	if w.start != Lookahead {
		return
	}
	for side := range w.lists {
		for _, n := range w.lists[side][m] {
			if w.isJunction(n.vertex) {
				w.spoilt(n.vertex)
			}
		}
	}
}

func (w *greedy) spoilt(j int32) {
	if !w.stale[j] {
		w.again, w.stale[j] = append(w.again, j), true
	}
}

// rate is the score of junction j.
func (w *greedy) rate(j int32) float64 {
	switch w.start {
	case LeastArea:
		var left, right float64
		for _, n := range w.lists[backward][j] {
			left += w.size[n.vertex]
		}
		for _, n := range w.lists[forward][j] {
			right += w.size[n.vertex]
		}
		return left * right
	case Lookahead:
		score := w.prices[j]
		for side := range w.lists {
			for _, n := range w.lists[side][j] {
				if w.isJunction(n.vertex) {
					score += (w.priceAfter(n.vertex, 1-side, j) - w.prices[n.vertex]) / 2
				}
			}
		}
		return score
	}
	return w.prices[j]
}

// priceAfter is the price of m once e, on one side of it, is gone.
func (w *greedy) priceAfter(m int32, side int, e int32) float64 {
	w.after = w.joinedLists(w.after[:0], m, side, e)
	if side == backward {
		return w.price(m, w.after, w.lists[forward][m])
	}
	return w.price(m, w.lists[backward][m], w.after)
}
