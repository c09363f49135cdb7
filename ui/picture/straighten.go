package picture

// straighten removes jogs that the sweeps left, without moving anything else:
// first whole passages of long edges go to one column where there is one, then
// single bends, and vertices between one edge above and one below, line up with
// a neighbour. Only what is movable moves; nil means everything.
func (p *sheet) straighten(movable []bool) {
	free := func(i int) bool { return movable == nil || movable[i] }
	for range 2 {
		for _, chain := range p.sk.chains {
			p.alignPassage(chain, free)
		}
		for i := range p.sk.items {
			if free(i) && len(p.sk.in[i]) == 1 && len(p.sk.out[i]) == 1 {
				p.align(i)
			}
		}
	}
}

// reach returns the first and last column to which item i can move with its
// neighbours in the row where they are.
func (p *sheet) reach(i int) (least, most int) {
	row, at := p.sk.rows[p.sk.items[i].row], p.sk.place[i]
	least, most = p.least/2, p.most/2
	if at > 0 {
		least = p.x[row[at-1]] + p.apart(row[at-1], i)
	}
	if at+1 < len(row) {
		most = p.x[row[at+1]] - p.apart(i, row[at+1])
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
func (p *sheet) align(i int) {
	above, below := p.sk.in[i][0], p.sk.out[i][0]
	up := p.x[p.sk.segs[above].from] + p.tops[above] - p.bottoms[above]
	down := p.x[p.sk.segs[below].to] + p.bottoms[below] - p.tops[below]
	least, most := p.reach(i)
	best, cost := p.x[i], jog(up, p.x[i])+jog(p.x[i], down)
	for _, at := range []int{up, down} {
		if c := jog(up, at) + jog(at, down); c < cost && at >= least && at <= most {
			best, cost = at, c
		}
	}
	p.x[i] = best
}

// alignPassage moves all bends of an edge to one column if that is better than
// what they have.
func (p *sheet) alignPassage(chain []int, free func(int) bool) {
	if len(chain) < 4 {
		return
	}
	bends := chain[1 : len(chain)-1]
	first, last := p.sk.segment(chain[0], bends[0]), p.sk.segment(bends[len(bends)-1], chain[len(chain)-1])
	up, down := p.x[chain[0]]+p.tops[first], p.x[chain[len(chain)-1]]+p.bottoms[last]
	least, most := p.reach(bends[0])
	now := jog(up, p.x[bends[0]]) + jog(p.x[bends[len(bends)-1]], down)
	for n, i := range bends {
		if !free(i) {
			return
		}
		a, b := p.reach(i)
		least, most = max(least, a), min(most, b)
		if n > 0 {
			now += jog(p.x[bends[n-1]], p.x[i])
		}
	}
	if least > most {
		return
	}
	best, cost := 0, now
	for _, at := range []int{up, down, p.x[bends[0]], p.x[bends[len(bends)-1]], least, most} {
		if c := jog(up, at) + jog(at, down); c < cost && at >= least && at <= most {
			best, cost = at, c
		}
	}
	if cost < now {
		for _, i := range bends {
			p.x[i] = best
		}
	}
}
