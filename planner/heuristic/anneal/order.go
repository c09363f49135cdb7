package anneal

import "math"

const (
	last = math.MaxInt64 // the position of what is never eliminated
	gap  = 1 << 40       // between the positions of neighbours in a fresh order
)

// Order is an order of all junctions with what each of them touches and costs
// in it. It belongs to one goroutine.
type Order struct {
	scales
	pos        []int64 // by vertex, ascending along the order; last for sources and sinks
	prev, next []int32 // by junction and once more for the end of the ring
	lists      [2][][]neighbour
	prices     []float64
	total      float64

	stamp int32
	mark  []int32 // by vertex: the stamp of the last gathering that saw it
	place []int32 // and its position in the list
	stack []int32
	spare [][]neighbour
	trail []change

	listed int // neighbours so far, by which work is measured
}

// listed is how many neighbours are listed between two checks, at most: some tenths of a
// millisecond.
const listed = 1 << 14

// change is an entry of the journal: what a swap has replaced.
type change struct {
	junction int32
	side     int
	list     []neighbour
	price    float64
}

// newOrder prices the junctions in this order, which must name each once.
func (g *Graph) newOrder(order []int32) *Order {
	n := len(g.vertex)
	o := &Order{
		scales: scales{Graph: g, book: newBook(g.patterns)}, pos: make([]int64, n),
		prices: make([]float64, g.junctions),
		prev:   make([]int32, g.junctions+1), next: make([]int32, g.junctions+1),
		mark: make([]int32, n), place: make([]int32, n),
	}
	for side := range o.lists {
		o.lists[side] = make([][]neighbour, n)
	}
	for i := range o.pos {
		o.pos[i] = last
	}
	o.Set(order)
	return o
}

// Set changes to another order.
func (o *Order) Set(order []int32) { _, _ = o.try(order, math.Inf(1), nil) }

// try is Set for an order that is of no use if it costs more than the limit: then it
// gives false, and the order is none. Check, if not nil, is asked now and then, and
// its error ends the work.
func (o *Order) try(order []int32, limit float64, check func() error) (bool, error) {
	end := int32(o.junctions)
	o.total = o.base
	before := end
	for k, j := range order {
		o.pos[j] = int64(k+1) * gap
		o.next[before], o.prev[j] = j, before
		before = j
	}
	o.next[before], o.prev[end] = end, before
	asked := o.listed
	for _, j := range order {
		o.tidy()
		for side := range o.lists {
			o.release(o.lists[side][j])
			o.lists[side][j] = o.gather(j, side)
			o.listed += 8 + len(o.lists[side][j])
		}
		for ; asked < o.listed-listed && check != nil; asked += listed {
			if err := check(); err != nil {
				return false, err
			}
		}
		o.prices[j] = o.price(j, o.lists[backward][j], o.lists[forward][j])
		if o.total += o.prices[j]; o.total > limit {
			return false, nil
		}
	}
	return true, nil
}

// Price is what eliminating all junctions in this order costs, and accumulating
// what is left then. It is exact below 2^53.
func (o *Order) Price() float64 { return o.total }

// Junctions appends the junctions in their order.
func (o *Order) Junctions(into []int32) []int32 {
	end := int32(o.junctions)
	for j := o.next[end]; j != end; j = o.next[j] {
		into = append(into, j)
	}
	return into
}

// gather lists the later neighbours of j on one side. It follows the neighbours
// that are eliminated before j and takes over their lists, which have been
// gathered before.
func (o *Order) gather(j int32, side int) []neighbour {
	if o.sparse {
		return o.gatherPatterns(j, side)
	}
	at := o.pos[j]
	o.stamp++
	stamp := o.stamp
	list, stack := o.fresh(), o.stack[:0]
	for _, n := range o.at[side][j] {
		o.mark[n.vertex] = stamp
		if o.pos[n.vertex] > at {
			o.place[n.vertex] = int32(len(list))
			list = append(list, n)
		} else {
			stack = append(stack, n.vertex)
		}
	}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, n := range o.lists[side][p] {
			later := o.pos[n.vertex] > at
			switch {
			case o.mark[n.vertex] != stamp:
				o.mark[n.vertex] = stamp
				if later {
					o.place[n.vertex] = int32(len(list))
					list = append(list, neighbour{vertex: n.vertex, arc: -1, kind: fill})
				} else {
					stack = append(stack, n.vertex)
				}
			case later:
				k := &list[o.place[n.vertex]].kind
				*k = filled[*k]
			}
		}
	}
	o.stack = stack
	return list
}

func (o *Order) fresh() []neighbour {
	if n := len(o.spare) - 1; n >= 0 {
		list := o.spare[n]
		o.spare = o.spare[:n]
		return list[:0]
	}
	return make([]neighbour, 0, 8)
}

func (o *Order) release(list []neighbour) {
	if cap(list) > 0 {
		o.spare = append(o.spare, list)
	}
}

// nextTouched is the first junction behind j that j touches.
func (o *Order) nextTouched(j int32) (m int32, side int) {
	m = -1
	at := int64(last)
	for s := range o.lists {
		for _, n := range o.lists[s][j] {
			if p := o.pos[n.vertex]; p < at {
				at, m, side = p, n.vertex, s
			}
		}
	}
	return m, side
}

// lastTouching is the last junction before j that touches j.
func (o *Order) lastTouching(j int32) (m int32, side int) {
	m = -1
	place, at := o.pos[j], int64(-1)
	for s := range o.lists {
		o.stamp++
		stack := o.stack[:0]
		look := func(i int32) {
			if p := o.pos[i]; p < place && o.mark[i] != o.stamp {
				o.mark[i] = o.stamp
				stack = append(stack, i)
				if p > at {
					at, m, side = p, i, s
				}
			}
		}
		for _, n := range o.at[s][j] {
			look(n.vertex)
		}
		for len(stack) > 0 {
			p := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, n := range o.lists[s][p] {
				look(n.vertex)
			}
		}
		o.stack = stack
	}
	return m, side
}

// unlink takes j out of the order.
func (o *Order) unlink(j int32) {
	o.next[o.prev[j]], o.prev[o.next[j]] = o.next[j], o.prev[j]
}

// link puts j behind a junction, or at the beginning if that is the end of the
// ring.
func (o *Order) link(j, behind int32) {
	ahead := o.next[behind]
	o.prev[j], o.next[j] = behind, ahead
	o.next[behind], o.prev[ahead] = j, j
	end := int32(o.junctions)
	low := int64(0)
	if behind != end {
		low = o.pos[behind]
	}
	high := low + 2*gap
	if ahead != end {
		high = o.pos[ahead]
	}
	if high-low < 2 || high > last/2 {
		o.renumber()
		return
	}
	o.pos[j] = low + (high-low)/2
}

func (o *Order) renumber() {
	end := int32(o.junctions)
	at := int64(0)
	for j := o.next[end]; j != end; j = o.next[j] {
		at += gap
		o.pos[j] = at
	}
}

// touchAgain gathers one side of a junction again and prices the junction. What
// was there goes to the journal.
func (o *Order) touchAgain(j int32, side int) {
	o.tidy()
	o.trail = append(o.trail, change{j, side, o.lists[side][j], o.prices[j]})
	o.lists[side][j] = o.gather(j, side)
	o.listed += 8 + len(o.lists[side][j])
	price := o.price(j, o.lists[backward][j], o.lists[forward][j])
	o.total += price - o.prices[j]
	o.prices[j] = price
}

// move takes j behind the next so many junctions that it touches, or before the
// last ones that touch it. It reports whether there was one. It has to be followed
// by accept or refuse.
func (o *Order) move(j int32, later bool, steps int) bool {
	for step := range steps {
		var m int32
		var side int
		if later {
			m, side = o.nextTouched(j)
		} else {
			m, side = o.lastTouching(j)
		}
		if m < 0 {
			return step > 0
		}
		o.unlink(j)
		if later { // m is on this side of j
			o.link(j, m)
			o.touchAgain(j, side)
			o.touchAgain(m, 1-side)
		} else {
			o.link(j, o.prev[m])
			o.touchAgain(j, side)
			o.touchAgain(m, 1-side)
		}
	}
	return true
}

// accept forgets how things were.
func (o *Order) accept() {
	for k := range o.trail {
		o.release(o.trail[k].list)
		o.trail[k].list = nil
	}
	o.trail = o.trail[:0]
}

// refuse takes j, which has been moved, back to its place behind another
// junction; total is the price from before.
func (o *Order) refuse(j, behind int32, total float64) {
	o.unlink(j)
	o.link(j, behind)
	for k := len(o.trail) - 1; k >= 0; k-- {
		c := &o.trail[k]
		o.release(o.lists[c.side][c.junction])
		o.lists[c.side][c.junction], o.prices[c.junction] = c.list, c.price
		c.list = nil
	}
	o.trail, o.total = o.trail[:0], total
}
