package model

// SplitCut chooses what to accumulate on the two sides of a junction. A left
// member a costs left[a] if it is accumulated, a right one right[b], Saturated
// where there is nothing to accumulate (price is then never asked with true);
// every pair costs price(a, b, whether a is accumulated, whether b is). It gives
// the choice of the least total.
//
// A pair of which neither is accumulated is the dearest, and one of which both
// are is the cheapest of the four, so with the right side's choice negated the
// pair prices are submodular and the best choice is a minimum cut.
func SplitCut(left, right []Cost, price func(a, b int, accumulateA, accumulateB bool) Cost) (chosenLeft, chosenRight []bool, total Cost) {
	n := len(left) + len(right)
	source, sink := n, n+1
	net := newNetwork(n + 2)
	// A left vertex on the source's side is accumulated; a right one on the
	// source's side is not.
	onSide := make([]Cost, n)  // price of being on the source's side
	offSide := make([]Cost, n) // price of being on the sink's side
	for a, c := range left {
		if c != Saturated {
			onSide[a] = c
		}
	}
	for b, c := range right {
		if c != Saturated {
			offSide[len(left)+b] = c
		}
	}
	for a := range left {
		for b := range right {
			freeA, freeB := left[a] != Saturated, right[b] != Saturated
			none := price(a, b, false, false)
			switch {
			case freeA && freeB:
				onlyA, onlyB, both := price(a, b, true, false), price(a, b, false, true), price(a, b, true, true)
				// onlyA: both on the source's side; onlyB: both on the sink's.
				offSide[a] = offSide[a].Add(onlyB - both)
				onSide[len(left)+b] = onSide[len(left)+b].Add(onlyA - both)
				if none == Saturated {
					net.connect(len(left)+b, a, Saturated)
				} else {
					net.connect(len(left)+b, a, max(0, none.Add(both)-onlyA.Add(onlyB)))
				}
			case freeA:
				offSide[a] = offSide[a].Add(none - price(a, b, true, false))
			case freeB:
				onSide[len(left)+b] = onSide[len(left)+b].Add(none - price(a, b, false, true))
			}
		}
	}
	for v := range n {
		net.connect(source, v, offSide[v])
		net.connect(v, sink, onSide[v])
	}
	side := net.cut(source, sink)
	chosenLeft, chosenRight = make([]bool, len(left)), make([]bool, len(right))
	for a, c := range left {
		if chosenLeft[a] = c != Saturated && side[a]; chosenLeft[a] {
			total = total.Add(c)
		}
	}
	for b, c := range right {
		if chosenRight[b] = c != Saturated && !side[len(left)+b]; chosenRight[b] {
			total = total.Add(c)
		}
	}
	for a := range left {
		for b := range right {
			total = total.Add(price(a, b, chosenLeft[a], chosenRight[b]))
		}
	}
	return chosenLeft, chosenRight, total
}

// network is a flow network on few vertices.
type network struct {
	arcs [][]int // by vertex: positions in to
	to   []int
	room []Cost // residual capacity; arc k and k^1 are each other's reverse
}

func newNetwork(n int) *network { return &network{arcs: make([][]int, n)} }

func (w *network) connect(from, to int, capacity Cost) {
	if capacity == 0 {
		return
	}
	w.arcs[from] = append(w.arcs[from], len(w.to))
	w.arcs[to] = append(w.arcs[to], len(w.to)+1)
	w.to = append(w.to, to, from)
	w.room = append(w.room, capacity, 0)
}

// cut saturates the network along shortest paths (Edmonds and Karp) and tells
// which vertices the source still reaches.
func (w *network) cut(source, sink int) []bool {
	for {
		by := make([]int, len(w.arcs))
		for v := range by {
			by[v] = -1
		}
		queue := []int{source}
		for len(queue) > 0 && by[sink] < 0 {
			v := queue[0]
			queue = queue[1:]
			for _, k := range w.arcs[v] {
				if to := w.to[k]; to != source && by[to] < 0 && w.room[k] > 0 {
					by[to] = k
					queue = append(queue, to)
				}
			}
		}
		if by[sink] < 0 {
			side := make([]bool, len(w.arcs))
			for v := range side {
				side[v] = v == source || by[v] >= 0
			}
			return side
		}
		push := Saturated
		for v := sink; v != source; v = w.to[by[v]^1] {
			push = min(push, w.room[by[v]])
		}
		if push == Saturated {
			// Every way costs more than can be told; cutting it anywhere is as good.
			w.room[by[sink]] = 0
			continue
		}
		for v := sink; v != source; v = w.to[by[v]^1] {
			k := by[v]
			if w.room[k] != Saturated {
				w.room[k] -= push
			}
			w.room[k^1] = w.room[k^1].Add(push)
		}
	}
}
