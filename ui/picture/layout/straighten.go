package layout

// straighten removes jogs that the sweeps left, without moving anything else:
// first whole passages of long edges go to one column where there is one, then
// single bends, and vertices between one edge above and one below, line up with
// a neighbour. Only what is movable moves; nil means everything.
func (p *Sheet) straighten(movable []bool) {
	free := func(i int) bool { return movable == nil || movable[i] }
	for range 2 {
		for _, chain := range p.sk.Chains {
			p.alignPassage(chain, free)
		}
		for i := range p.sk.Items {
			if free(i) && len(p.sk.In[i]) == 1 && len(p.sk.Out[i]) == 1 {
				p.align(i)
			}
		}
	}
}

// reach returns the first and last column to which item i can move with its
// neighbours in the row where they are.
func (p *Sheet) reach(i int) (least, most int) {
	row, at := p.sk.Rows[p.sk.Items[i].Row], p.sk.Place[i]
	least, most = p.Least/2, p.Most/2
	if at > 0 {
		least = p.X[row[at-1]] + p.apart(row[at-1], i)
	}
	if at+1 < len(row) {
		most = p.X[row[at+1]] - p.apart(i, row[at+1])
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
func (p *Sheet) align(i int) {
	above, below := p.sk.In[i][0], p.sk.Out[i][0]
	up := p.X[p.sk.Segments[above].From] + p.Tops[above] - p.Bottoms[above]
	down := p.X[p.sk.Segments[below].To] + p.Bottoms[below] - p.Tops[below]
	least, most := p.reach(i)
	best, cost := p.X[i], jog(up, p.X[i])+jog(p.X[i], down)
	for _, at := range []int{up, down} {
		if c := jog(up, at) + jog(at, down); c < cost && at >= least && at <= most {
			best, cost = at, c
		}
	}
	p.X[i] = best
}

// alignPassage moves all bends of an edge to one column if that is better than
// what they have.
func (p *Sheet) alignPassage(chain []int, free func(int) bool) {
	if len(chain) < 4 {
		return
	}
	bends := chain[1 : len(chain)-1]
	first, last := p.sk.Segment(chain[0], bends[0]), p.sk.Segment(bends[len(bends)-1], chain[len(chain)-1])
	up, down := p.X[chain[0]]+p.Tops[first], p.X[chain[len(chain)-1]]+p.Bottoms[last]
	least, most := p.reach(bends[0])
	now := jog(up, p.X[bends[0]]) + jog(p.X[bends[len(bends)-1]], down)
	for n, i := range bends {
		if !free(i) {
			return
		}
		a, b := p.reach(i)
		least, most = max(least, a), min(most, b)
		if n > 0 {
			now += jog(p.X[bends[n-1]], p.X[i])
		}
	}
	if least > most {
		return
	}
	best, cost := 0, now
	for _, at := range []int{up, down, p.X[bends[0]], p.X[bends[len(bends)-1]], least, most} {
		if c := jog(up, at) + jog(at, down); c < cost && at >= least && at <= most {
			best, cost = at, c
		}
	}
	if cost < now {
		for _, i := range bends {
			p.X[i] = best
		}
	}
}
