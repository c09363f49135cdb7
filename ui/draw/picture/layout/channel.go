package layout

import (
	"context"
	"slices"
)

// mostTracks is how many tracks a gap may have before edges of a common origin
// share one.
const mostTracks = 8

// net is a set of segments of one gap that share a track: a single segment, a
// trunk of segments with a common origin, or one half of a dogleg.
type net struct {
	top     int   // column where it comes from above
	bottoms []int // columns where it goes down
	segs    []int // the segment of each bottom
	lo, hi  int   // first and last column of its track
	above   []int // nets that must run below this one
	track   int
}

// channel routes one gap.
type channel struct {
	ctx  context.Context
	p    *Sheet
	nets []net
	ends []int        // columns with an end of a net
	used map[int]bool // the same, once a free column is looked for
}

// density is the largest number of nets that pass one column: they need at
// least so many tracks.
func (c *channel) density() int {
	if len(c.nets) == 0 {
		return 0
	}
	lo, hi := c.nets[0].lo, c.nets[0].hi
	for _, e := range c.nets {
		lo, hi = min(lo, e.lo), max(hi, e.hi)
	}
	change := make([]int, hi-lo+2)
	for _, e := range c.nets {
		change[e.lo-lo]++
		change[e.hi-lo+1]--
	}
	most, now := 0, 0
	for _, d := range change {
		now += d
		most = max(most, now)
	}
	return most
}

// addTrunk adds a net for all segments of one origin. They leave it by the
// port in the middle.
func (c *channel) addTrunk(segs []int) {
	p := c.p
	top := p.Tops[segs[len(segs)/2]]
	n := net{top: top}
	c.ends = append(c.ends, top)
	for _, s := range segs {
		p.Hops[s] = nil
		p.Tops[s] = top
		c.ends = append(c.ends, p.Bottoms[s])
		n.bottoms = append(n.bottoms, p.Bottoms[s])
		n.segs = append(n.segs, s)
	}
	c.add(n)
}

func (c *channel) add(n net) {
	n.lo, n.hi = n.top, n.top
	for _, b := range n.bottoms {
		n.lo, n.hi = min(n.lo, b), max(n.hi, b)
	}
	c.nets = append(c.nets, n)
}

// avoidOwnBottoms leads a trunk aside that has a branch straight below its
// origin: a cell cannot go up, down and sideways at once.
func (c *channel) avoidOwnBottoms() {
	for n := range c.nets {
		if e := c.nets[n]; len(e.bottoms) > 1 && slices.Contains(e.bottoms, e.top) {
			c.dogleg(n)
		}
	}
}

// dogleg leads net n from its top to a free column first, and on from there.
func (c *channel) dogleg(n int) {
	e := c.nets[n]
	column := c.freeColumn((e.lo + e.hi) / 2)
	c.used[column] = true
	first := net{top: e.top, bottoms: []int{column}, segs: e.segs, lo: min(e.top, column),
		hi: max(e.top, column)}
	e.top = column
	e.lo, e.hi = column, column
	for _, b := range e.bottoms {
		e.lo, e.hi = min(e.lo, b), max(e.hi, b)
	}
	c.nets[n] = e
	first.above = []int{n}
	c.nets = append(c.nets, first)
}

// freeColumn returns the column next to at with no end of a net.
func (c *channel) freeColumn(at int) int {
	if c.used == nil {
		c.used = make(map[int]bool, len(c.ends))
		for _, x := range c.ends {
			c.used[x] = true
		}
	}
	for d := 0; ; d++ {
		if !c.used[at+d] {
			return at + d
		}
		if !c.used[at-d] {
			return at - d
		}
	}
}

// link notes which nets must run above which others: one that comes from above
// in a column above one that goes down in the same column.
func (c *channel) link() {
	ends := map[int]int{}
	for n := range c.nets {
		for _, b := range c.nets[n].bottoms {
			ends[b] = n
		}
	}
	for n := range c.nets {
		e := &c.nets[n]
		kept := e.above[:0]
		for _, m := range e.above {
			if c.isDogleg(n, m) {
				kept = append(kept, m)
			}
		}
		e.above = kept
		if m, ok := ends[e.top]; ok && m != n && !c.isDogleg(m, n) {
			e.above = append(e.above, m)
		}
	}
}

// isDogleg reports whether net n leads to the top of net m.
func (c *channel) isDogleg(n, m int) bool {
	e := &c.nets[n]
	return len(e.bottoms) == 1 && e.bottoms[0] == c.nets[m].top && e.segs[0] == c.nets[m].segs[0]
}

// breakCycles doglegs one net of every cycle among the constraints.
func (c *channel) breakCycles() {
	for {
		c.link()
		n := c.cyclic()
		if n < 0 {
			return
		}
		c.dogleg(n)
	}
}

// cyclic returns a net on a cycle, with a single segment if there is one, or -1.
func (c *channel) cyclic() int {
	const fresh, open, done = 0, 1, 2
	state := make([]int, len(c.nets))
	var path []int
	var visit func(n int) int
	visit = func(n int) int {
		state[n] = open
		path = append(path, n)
		for _, m := range c.nets[n].above {
			if state[m] == open {
				cycle := path[slices.Index(path, m):]
				for _, k := range cycle {
					if len(c.nets[k].bottoms) == 1 {
						return k
					}
				}
				return cycle[0]
			}
			if state[m] == fresh {
				if k := visit(m); k >= 0 {
					return k
				}
			}
		}
		path = path[:len(path)-1]
		state[n] = done
		return -1
	}
	for n := range c.nets {
		if state[n] == fresh {
			if k := visit(n); k >= 0 {
				return k
			}
		}
	}
	return -1
}

// record turns a net into hops of its segments.
func (c *channel) record(e *net) {
	trunk := len(e.segs) > 1
	for n, s := range e.segs {
		b := e.bottoms[min(n, len(e.bottoms)-1)]
		c.p.Hops[s] = append(c.p.Hops[s], Hop{e.track, e.top, b, trunk})
	}
}
