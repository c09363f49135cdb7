package picture

import (
	"fmt"
	"slices"
)

// Rows maps the key of a vertex of a dag to its layer, 0 at the top.
type Rows map[int]int

// Source returns the row of source s in the line dag.
func (r Rows) Source(s int) int { return r[s] }

// Path returns the row of a vertex of the line dag whose path ends in k. It
// stays valid in every state, and vertices with the same sink share it.
func (r Rows) Path(k int) int { return r[k] }

// Sink returns the row of sink t in the line dag, one below its paths.
func (r Rows) Sink(t int) int { return r[t] + 1 }

// Layers computes layers for a dag that make its edges short: every edge
// points to a lower layer, and no vertex can move to shorten them in sum. It
// fails if an edge has an unknown end or the edges form a cycle. Call it once
// on the original dag and keep the layers: every later state fits them.
func Layers(keys []int, edges []EdgeKey) (Rows, error) {
	r := ranker{rows: make(Rows, len(keys)), up: map[int][]int{}, down: map[int][]int{}}
	for _, k := range keys {
		r.rows[k] = 0
	}
	for _, e := range edges {
		for _, k := range []int{e.From, e.To} {
			if _, ok := r.rows[k]; !ok {
				return nil, fmt.Errorf("edge %d to %d has an end that is no vertex", e.From, e.To)
			}
		}
		r.down[e.From] = append(r.down[e.From], e.To)
		r.up[e.To] = append(r.up[e.To], e.From)
	}
	if err := r.longest(keys); err != nil {
		return nil, err
	}
	r.tighten()
	return r.rows, nil
}

type ranker struct {
	rows     Rows
	up, down map[int][]int
	order    []int // topological
}

// longest puts every vertex as high as its predecessors allow.
func (r *ranker) longest(keys []int) error {
	open := make(map[int]int, len(keys))
	for _, k := range keys {
		open[k] = len(r.up[k])
		if open[k] == 0 {
			r.order = append(r.order, k)
		}
	}
	for n := 0; n < len(r.order); n++ {
		k := r.order[n]
		for _, d := range r.down[k] {
			r.rows[d] = max(r.rows[d], r.rows[k]+1)
			if open[d]--; open[d] == 0 {
				r.order = append(r.order, d)
			}
		}
	}
	if len(r.order) < len(keys) {
		return fmt.Errorf("the edges form a cycle")
	}
	return nil
}

// tighten moves sets of vertices that hang together by edges of length one
// as far as that shortens the edges in sum: single vertices in both
// directions first, then whole sets.
func (r *ranker) tighten() {
	for again, round := true, 0; again && round < 2*len(r.order)+10; round++ {
		again = false
		for _, k := range slices.Backward(r.order) {
			again = r.move(k) || again
		}
		for _, k := range r.order {
			again = r.move(k) || again
		}
		if !again {
			again = r.moveSets()
		}
	}
	top := 0
	for i, k := range r.order {
		if i == 0 {
			top = r.rows[k]
		}
		top = min(top, r.rows[k])
	}
	for _, k := range r.order {
		r.rows[k] -= top
	}
}

// move puts one vertex to the end of its slack if more edges get shorter than
// longer.
func (r *ranker) move(k int) bool {
	up, down := r.up[k], r.down[k]
	switch {
	case len(down) > len(up):
		low := r.rows[down[0]] - 1
		for _, d := range down {
			low = min(low, r.rows[d]-1)
		}
		if low > r.rows[k] {
			r.rows[k] = low
			return true
		}
	case len(up) > len(down):
		high := r.rows[up[0]] + 1
		for _, u := range up {
			high = max(high, r.rows[u]+1)
		}
		if high < r.rows[k] {
			r.rows[k] = high
			return true
		}
	}
	return false
}

// moveSets lowers, for each vertex, the set that must move down with it if
// that shortens more edges than it lengthens; and likewise raises.
func (r *ranker) moveSets() bool {
	moved := false
	for _, by := range []int{1, -1} {
		tied, loose := r.down, r.up
		if by < 0 {
			tied, loose = r.up, r.down
		}
		for _, k := range r.order {
			set := map[int]bool{k: true}
			list := []int{k}
			for n := 0; n < len(list); n++ {
				for _, d := range tied[list[n]] {
					if !set[d] && by*(r.rows[d]-r.rows[list[n]]) == 1 {
						set[d] = true
						list = append(list, d)
					}
				}
			}
			gain := 0
			for _, m := range list {
				for _, d := range tied[m] {
					if !set[d] {
						gain++
					}
				}
				for _, u := range loose[m] {
					if !set[u] {
						gain--
					}
				}
			}
			if gain > 0 {
				for _, m := range list {
					r.rows[m] += by
				}
				moved = true
			}
		}
	}
	return moved
}
