package layout

import (
	"context"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
)

// route gives every segment its tracks, gap by gap. Gaps do not depend on each other, so
// that several are routed at a time where there are many lines.
func (h *Sheet) route(ctx context.Context, before *Sheet) {
	router := router{h, before}
	gaps, workers := len(h.sk.Rows)-1, 1
	if len(h.sk.Segments) > manyLines {
		workers = min(runtime.GOMAXPROCS(0), gaps)
	}
	var taken atomic.Int64
	var busy sync.WaitGroup
	for range workers {
		busy.Go(func() {
			for r := int(taken.Add(1)) - 1; r < gaps && ctx.Err() == nil; r = int(taken.Add(1)) - 1 {
				router.route(ctx, r)
			}
		})
	}
	busy.Wait()
}

// manyLines is from how many segments on gaps are routed side by side.
const manyLines = 500

// router leads the lines of a sheet through its gaps.
type router struct {
	*Sheet
	before *Sheet // the sheet before the step; nil where there is none
}

// route routes gap r. Where it needs too many tracks, the edges from the
// vertices with most of them are bundled. A gap in which nothing changed in a step
// stays as it is.
func (o *router) route(ctx context.Context, r int) {
	before := o.before
	room := 0
	if before != nil {
		if b := r + o.sk.Top - before.sk.Top; b >= 0 && b < len(before.Gaps) {
			room = before.Gaps[b].Tracks
			if o.same(r, b) {
				o.Gaps[r].Tracks, o.Gaps[r].need = before.Gaps[b].need, before.Gaps[b].need
				return
			}
		}
	}
	if o.room != nil {
		room = o.room[r].Tracks
	}
	bundled := map[int]bool{}
	var single []int
	for _, i := range o.crowded(r) {
		if len(o.sk.Out[i]) > mostPorts {
			bundled[i] = true
		} else {
			single = append(single, i)
		}
	}
	if before != nil && len(single) > manySingle {
		// What was bundled will most likely be bundled again.
		single = slices.DeleteFunc(single, func(i int) bool {
			bundled[i] = o.wasBundled(i)
			return bundled[i]
		})
	}
	tracks := o.lead(ctx, r, bundled, room, len(single) > 0)
	// One vertex first, then two, four and so on: routing is not cheap in a
	// gap with hundreds of edges.
	for n := 1; tracks > mostTracks && len(single) > 0; n *= 2 {
		n = min(n, len(single))
		for _, i := range single[:n] {
			bundled[i] = true
		}
		single = single[n:]
		tracks = o.lead(ctx, r, bundled, room, len(single) > 0)
	}
	o.Gaps[r].Tracks, o.Gaps[r].need = tracks, tracks
}

// manySingle is from how many vertices on a step begins with the bundles that
// there were.
const manySingle = 20

func (o *router) wasBundled(i int) bool {
	before := o.before
	old, ok := o.sk.Earlier(before.sk, i)
	if !ok || len(before.sk.Out[old]) < 2 {
		return false
	}
	out := before.sk.Out[old]
	return before.Tops[out[0]] == before.Tops[out[1]]
}

// same reports whether the lines of gap r begin and end in the same columns as
// those of gap b before a step, and if so leads them as they ran there.
func (o *router) same(r, b int) bool {
	before := o.before
	row, old := o.sk.Rows[r], before.sk.Rows[b]
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
		if len(o.sk.Out[i]) == 0 {
			continue
		}
		list, was := o.sk.Sorted(i, true), next()
		if len(list) != len(was) {
			return false
		}
		trunk := len(was) > 1 && before.Tops[was[0]] == before.Tops[was[1]]
		if trunk && o.Tops[list[len(list)/2]] != before.Tops[was[0]] {
			return false
		}
		for n, s := range list {
			if !trunk && o.Tops[s] != before.Tops[was[n]] || o.Bottoms[s] != before.Bottoms[was[n]] {
				return false
			}
		}
		ours, theirs = append(ours, list...), append(theirs, was...)
	}
	if next() != nil {
		return false
	}
	for n, s := range ours {
		o.Tops[s], o.Hops[s] = before.Tops[theirs[n]], before.Hops[theirs[n]]
	}
	return true
}

// crowded returns the vertices of row r with at least two edges downwards, those
// with most of them first.
func (o *router) crowded(r int) []int {
	var list []int
	for _, i := range o.sk.Rows[r] {
		if !o.sk.IsBend(i) && len(o.sk.Out[i]) > 1 {
			list = append(list, i)
		}
	}
	slices.SortStableFunc(list, func(i, j int) int { return len(o.sk.Out[j]) - len(o.sk.Out[i]) })
	return list
}

// lead leads the lines through gap r and returns the number of its tracks. A gap that has
// room from earlier steps rather takes some crossings more than grow. If more
// can be bundled, it gives up as soon as it is certain that the tracks will be
// too many.
func (o *router) lead(ctx context.Context, r int, bundled map[int]bool, room int, more bool) int {
	c := channel{ctx: ctx, p: o.Sheet}
	for _, i := range o.sk.Rows[r] {
		if bundled[i] {
			c.addTrunk(o.sk.Sorted(i, true))
			continue
		}
		for _, s := range o.sk.Sorted(i, true) {
			o.Hops[s] = nil
			c.ends = append(c.ends, o.Tops[s], o.Bottoms[s])
			if o.Tops[s] != o.Bottoms[s] {
				c.add(net{top: o.Tops[s], bottoms: []int{o.Bottoms[s]}, segs: []int{s}})
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
			slices.SortStableFunc(o.Hops[s], func(a, b Hop) int { return a.Track - b.Track })
		}
	}
	return tracks
}
