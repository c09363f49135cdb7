package layout

import "slices"

// between counts the crossings of two nets of which e runs above f.
func between(e, f *net) int {
	count := 0
	for _, b := range e.bottoms {
		if f.lo < b && b < f.hi {
			count++
		}
	}
	if e.lo < f.top && f.top < e.hi {
		count++
	}
	return count
}

// assign gives every net a track, from the top, in an order that obeys the
// constraints, and returns the number of tracks. It saves crossings, or tracks.
func (c *channel) assign(crossings bool) int {
	n := len(c.nets)
	saved := make([]int, n*n) // crossings saved when row net runs above column net
	for i := range c.nets {
		for j := range i {
			e, f := &c.nets[i], &c.nets[j]
			if crossings && e.lo <= f.hi && f.lo <= e.hi {
				d := between(f, e) - between(e, f)
				saved[i*n+j], saved[j*n+i] = d, -d
			}
		}
	}
	stack := c.stack(saved)
	for round := 0; crossings && round < 4 && c.sift(stack, saved); round++ {
	}
	tracks := 0
	for k, i := range stack {
		c.place(i, stack[:k], saved[i*n:i*n+n])
		tracks = max(tracks, c.nets[i].track+1)
	}
	return tracks
}

// stack orders the nets from the top: of those that no constraint holds
// back always the one that costs least.
func (c *channel) stack(saved []int) []int {
	n := len(c.nets)
	excess := make([]int, n) // crossings that a net costs if it is next
	open := make([]int, n)   // nets that must run above and are still to come
	for i := range c.nets {
		for _, m := range c.nets[i].above {
			open[m]++
		}
		for j := range n {
			excess[i] -= saved[i*n+j]
		}
	}
	stack := make([]int, 0, n)
	done := make([]bool, n)
	for len(stack) < n {
		next := -1
		for i := range c.nets {
			if done[i] || open[i] > 0 {
				continue
			}
			if next < 0 || excess[i] < excess[next] || excess[i] == excess[next] &&
				c.nets[i].lo < c.nets[next].lo {
				next = i
			}
		}
		done[next] = true
		stack = append(stack, next)
		for _, m := range c.nets[next].above {
			open[m]--
		}
		for i := range c.nets {
			excess[i] -= saved[next*n+i]
		}
	}
	return stack
}

// sift moves each net to the place in the stack where it saves most, as far
// as the constraints allow, and reports whether it moved any.
func (c *channel) sift(stack, saved []int) bool {
	n := len(c.nets)
	moved := false
	for i := range n {
		at := slices.Index(stack, i)
		best, to := 0, at
		gain := 0
		for k := at - 1; k >= 0 && !slices.Contains(c.nets[stack[k]].above, i); k-- {
			if gain += saved[i*n+stack[k]]; gain > best {
				best, to = gain, k
			}
		}
		gain = 0
		for k := at + 1; k < n && !slices.Contains(c.nets[i].above, stack[k]); k++ {
			if gain -= saved[i*n+stack[k]]; gain > best {
				best, to = gain, k
			}
		}
		if to != at {
			moved = true
			copy(stack[at:], stack[at+1:])
			copy(stack[to+1:], stack[to:n-1])
			stack[to] = i
		}
	}
	return moved
}

// place puts net n into the highest track that is free and below all placed
// nets that belong above it.
func (c *channel) place(n int, placed []int, saved []int) {
	e := &c.nets[n]
	e.track = 0
	for _, m := range placed {
		f := &c.nets[m]
		overlap := e.lo <= f.hi && f.lo <= e.hi
		if f.track >= e.track && (overlap && saved[m] < 0 || slices.Contains(f.above, n)) {
			e.track = f.track + 1
		}
	}
	for again := true; again; {
		again = false
		for _, m := range placed {
			f := &c.nets[m]
			if f.track == e.track && e.lo <= f.hi && f.lo <= e.hi {
				e.track++
				again = true
			}
		}
	}
}
