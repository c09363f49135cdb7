package layout

// straighten removes jogs that the sweeps left, without moving anything else:
// first whole passages of long edges go to one column where there is one, then
// single bends, and vertices between one edge above and one below, line up with
// a neighbour. Only what is movable moves; nil means everything.
func (h *Sheet) straighten(movable []bool) {
	free := func(i int) bool { return movable == nil || movable[i] }
	for range 2 {
		for _, chain := range h.sk.Chains {
			h.alignPassage(chain, free)
		}
		for i := range h.sk.Items {
			if free(i) && len(h.sk.In[i]) == 1 && len(h.sk.Out[i]) == 1 {
				h.align(i)
			}
		}
	}
}

// reach returns the first and last column to which item i can move with its
// neighbours in the row where they are.
func (h *Sheet) reach(i int) (least, most int) {
	row, at := h.sk.Rows[h.sk.Items[i].Row], h.sk.Place[i]
	least, most = h.Least/2, h.Most/2
	if at > 0 {
		least = h.X[row[at-1]] + h.apart(row[at-1], i)
	}
	if at+1 < len(row) {
		most = h.X[row[at+1]] - h.apart(i, row[at+1])
	}
	return least, most
}

// jog is what a segment costs that leaves at column a and arrives at b: any
// jog is as bad as several columns more.
func jog(a, b int) int {
	if a == b {
		return 0
	}
	return 6 + abs(a-b)
}

// align moves an item between two segments to the better of their columns.
func (h *Sheet) align(i int) {
	above, below := h.sk.In[i][0], h.sk.Out[i][0]
	up := h.X[h.sk.Segments[above].From] + h.Tops[above] - h.Bottoms[above]
	down := h.X[h.sk.Segments[below].To] + h.Bottoms[below] - h.Tops[below]
	least, most := h.reach(i)
	best, cost := h.X[i], jog(up, h.X[i])+jog(h.X[i], down)
	for _, at := range []int{up, down} {
		if c := jog(up, at) + jog(at, down); c < cost && at >= least && at <= most {
			best, cost = at, c
		}
	}
	h.X[i] = best
}

// alignPassage moves all bends of an edge to one column if that is better than
// what they have.
func (h *Sheet) alignPassage(chain []int, free func(int) bool) {
	if len(chain) < 4 {
		return
	}
	bends := chain[1 : len(chain)-1]
	first, last := h.sk.Segment(chain[0], bends[0]), h.sk.Segment(bends[len(bends)-1], chain[len(chain)-1])
	up, down := h.X[chain[0]]+h.Tops[first], h.X[chain[len(chain)-1]]+h.Bottoms[last]
	least, most := h.reach(bends[0])
	now := jog(up, h.X[bends[0]]) + jog(h.X[bends[len(bends)-1]], down)
	for n, i := range bends {
		if !free(i) {
			return
		}
		a, b := h.reach(i)
		least, most = max(least, a), min(most, b)
		if n > 0 {
			now += jog(h.X[bends[n-1]], h.X[i])
		}
	}
	if least > most {
		return
	}
	best, cost := 0, now
	for _, at := range []int{up, down, h.X[bends[0]], h.X[bends[len(bends)-1]], least, most} {
		if c := jog(up, at) + jog(at, down); c < cost && at >= least && at <= most {
			best, cost = at, c
		}
	}
	if cost < now {
		for _, i := range bends {
			h.X[i] = best
		}
	}
}
