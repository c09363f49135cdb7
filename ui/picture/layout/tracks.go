package layout

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
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

// route gives every segment its tracks, gap by gap. What is led through one gap
// is no other gap's affair, so that several are routed at a time where there are
// many lines.
func (p *Sheet) route(ctx context.Context, before *Sheet) {
	gaps, workers := len(p.sk.Rows)-1, 1
	if len(p.sk.Segments) > manyLines {
		workers = min(runtime.GOMAXPROCS(0), gaps)
	}
	var taken atomic.Int64
	var busy sync.WaitGroup
	for range workers {
		busy.Go(func() {
			for r := int(taken.Add(1)) - 1; r < gaps && ctx.Err() == nil; r = int(taken.Add(1)) - 1 {
				p.routeOne(ctx, r, before)
			}
		})
	}
	busy.Wait()
}

// manyLines is from how many segments on gaps are routed side by side.
const manyLines = 500

// routeOne routes gap r. Where it needs too many tracks, the edges from the
// vertices with most of them are bundled. A gap in which nothing changed in a step
// stays as it is.
func (p *Sheet) routeOne(ctx context.Context, r int, before *Sheet) {
	room := 0
	if before != nil {
		if b := r + p.sk.Top - before.sk.Top; b >= 0 && b < len(before.Gaps) {
			room = before.Gaps[b].Tracks
			if p.sameGap(r, before, b) {
				p.Gaps[r].Tracks, p.Gaps[r].need = before.Gaps[b].need, before.Gaps[b].need
				return
			}
		}
	}
	bundled := map[int]bool{}
	var single []int
	for _, i := range p.crowded(r) {
		if len(p.sk.Out[i]) > mostPorts {
			bundled[i] = true
		} else {
			single = append(single, i)
		}
	}
	if before != nil && len(single) > manySingle {
		// What was bundled will most likely be bundled again.
		single = slices.DeleteFunc(single, func(i int) bool {
			bundled[i] = p.wasBundled(i, before)
			return bundled[i]
		})
	}
	tracks := p.routeGap(ctx, r, bundled, room, len(single) > 0)
	// One vertex first, then two, four and so on: routing is not cheap in a
	// gap with hundreds of edges.
	for n := 1; tracks > mostTracks && len(single) > 0; n *= 2 {
		n = min(n, len(single))
		for _, i := range single[:n] {
			bundled[i] = true
		}
		single = single[n:]
		tracks = p.routeGap(ctx, r, bundled, room, len(single) > 0)
	}
	p.Gaps[r].Tracks, p.Gaps[r].need = tracks, tracks
}

// manySingle is from how many vertices on a step begins with the bundles that
// there were.
const manySingle = 20

func (p *Sheet) wasBundled(i int, before *Sheet) bool {
	old, ok := p.sk.Earlier(before.sk, i)
	if !ok || len(before.sk.Out[old]) < 2 {
		return false
	}
	out := before.sk.Out[old]
	return before.Tops[out[0]] == before.Tops[out[1]]
}

// sameGap tells whether the lines of gap r begin and end in the same columns as
// those of gap b before a step, and if so leads them as they ran there.
func (p *Sheet) sameGap(r int, before *Sheet, b int) bool {
	row, old := p.sk.Rows[r], before.sk.Rows[b]
	var ours, theirs []int
	at := 0
	next := func() []int { // the segments below the next item that has any
		for at < len(old) {
			if at++; len(before.sk.Out[old[at-1]]) > 0 {
				return before.sk.Sorted(old[at-1], true)
			}
		}
		return nil
	}
	for _, i := range row {
		if len(p.sk.Out[i]) == 0 {
			continue
		}
		list, was := p.sk.Sorted(i, true), next()
		if len(list) != len(was) {
			return false
		}
		trunk := len(was) > 1 && before.Tops[was[0]] == before.Tops[was[1]]
		if trunk && p.Tops[list[len(list)/2]] != before.Tops[was[0]] {
			return false
		}
		for n, s := range list {
			if !trunk && p.Tops[s] != before.Tops[was[n]] || p.Bottoms[s] != before.Bottoms[was[n]] {
				return false
			}
		}
		ours, theirs = append(ours, list...), append(theirs, was...)
	}
	if next() != nil {
		return false
	}
	for n, s := range ours {
		p.Tops[s], p.Hops[s] = before.Tops[theirs[n]], before.Hops[theirs[n]]
	}
	return true
}

// crowded returns the vertices of row r with at least two edges downwards, those
// with most of them first.
func (p *Sheet) crowded(r int) []int {
	var list []int
	for _, i := range p.sk.Rows[r] {
		if !p.sk.IsBend(i) && len(p.sk.Out[i]) > 1 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int { return len(p.sk.Out[j]) - len(p.sk.Out[i]) })
	return list
}

// routeGap routes gap r and returns the number of its tracks. A gap that has
// room from earlier steps rather takes some crossings more than grow. If more
// can be bundled, it gives up as soon as it is certain that the tracks will be
// too many.
func (p *Sheet) routeGap(ctx context.Context, r int, bundled map[int]bool, room int, more bool) int {
	c := channel{ctx: ctx, p: p}
	for _, i := range p.sk.Rows[r] {
		if bundled[i] {
			c.addTrunk(p.sk.Sorted(i, true))
			continue
		}
		for _, s := range p.sk.Sorted(i, true) {
			p.Hops[s] = nil
			c.ends = append(c.ends, p.Tops[s], p.Bottoms[s])
			if p.Tops[s] != p.Bottoms[s] {
				c.add(net{top: p.Tops[s], bottoms: []int{p.Bottoms[s]}, segs: []int{s}})
			}
		}
	}
	if more {
		if tracks := c.density(); tracks > mostTracks {
			return tracks
		}
	}
	c.avoidOwnBottoms()
	c.breakCycles()
	tracks := c.assign(true)
	if tracks > room && room > 0 {
		kept := slices.Clone(c.nets)
		if c.assign(false) > room {
			c.nets = kept
		} else {
			tracks = room
		}
	}
	for n := range c.nets {
		c.record(&c.nets[n])
	}
	for n := range c.nets {
		for _, s := range c.nets[n].segs {
			slices.SortStableFunc(p.Hops[s], func(a, b Hop) int { return a.Track - b.Track })
		}
	}
	return tracks
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
	first := net{top: e.top, bottoms: []int{column}, segs: e.segs, lo: min(e.top, column), hi: max(e.top, column)}
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

// isDogleg tells whether net n leads to the top of net m.
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
