package layout

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
	n := len(keys)
	index := make(map[int]int, n)
	for i, k := range keys {
		index[k] = i
	}
	r := ranker{row: make([]int, n), up: make([][]int, n), down: make([][]int, n), in: make([]int, n)}
	for _, e := range edges {
		from, ok := index[e.From]
		to, ok2 := index[e.To]
		if !ok || !ok2 {
			return nil, fmt.Errorf("edge %d to %d has an end that is no vertex", e.From, e.To)
		}
		r.down[from] = append(r.down[from], to)
		r.up[to] = append(r.up[to], from)
	}
	if err := r.longest(); err != nil {
		return nil, err
	}
	r.tighten()
	rows := make(Rows, n)
	for i, k := range keys {
		rows[k] = r.row[i]
	}
	return rows, nil
}

// ranker works on vertices by their index among the keys.
type ranker struct {
	row      []int
	up, down [][]int
	order    []int // topological
	set      []int // the set that would move at once
	in       []int // the number of the last set in which a vertex was
	sets     int
	steps    int // edges looked at for sets
}

// mostSteps bounds what is spent on moving sets: layers of very large dags stay
// a little looser than they could be.
const mostSteps = 2_000_000

// longest puts every vertex as high as its predecessors allow.
func (r *ranker) longest() error {
	open := make([]int, len(r.row))
	for i := range r.row {
		open[i] = len(r.up[i])
		if open[i] == 0 {
			r.order = append(r.order, i)
		}
	}
	for n := 0; n < len(r.order); n++ {
		i := r.order[n]
		for _, d := range r.down[i] {
			r.row[d] = max(r.row[d], r.row[i]+1)
			if open[d]--; open[d] == 0 {
				r.order = append(r.order, d)
			}
		}
	}
	if len(r.order) < len(r.row) {
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
		for _, i := range slices.Backward(r.order) {
			again = r.move(i) || again
		}
		for _, i := range r.order {
			again = r.move(i) || again
		}
		if !again {
			again = r.moveSets()
		}
	}
	if len(r.row) > 0 {
		top := slices.Min(r.row)
		for i := range r.row {
			r.row[i] -= top
		}
	}
}

// move puts one vertex to the end of its slack if more edges get shorter than
// longer.
func (r *ranker) move(i int) bool {
	up, down := r.up[i], r.down[i]
	switch {
	case len(down) > len(up):
		low := r.row[down[0]] - 1
		for _, d := range down {
			low = min(low, r.row[d]-1)
		}
		if low > r.row[i] {
			r.row[i] = low
			return true
		}
	case len(up) > len(down):
		high := r.row[up[0]] + 1
		for _, u := range up {
			high = max(high, r.row[u]+1)
		}
		if high < r.row[i] {
			r.row[i] = high
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
		for _, i := range r.order {
			if r.steps > mostSteps {
				return false
			}
			if r.gather(i, by, tied, loose) > 0 {
				for _, m := range r.set {
					r.row[m] += by
				}
				moved = true
			}
		}
	}
	return moved
}

// gather finds the set that must move with vertex i and returns by how much
// that would shorten the edges in sum.
func (r *ranker) gather(i, by int, tied, loose [][]int) int {
	r.sets++
	r.set, r.in[i] = append(r.set[:0], i), r.sets
	gain := 0
	for n := 0; n < len(r.set); n++ {
		m := r.set[n]
		r.steps += len(tied[m]) + len(loose[m])
		for _, d := range tied[m] {
			if r.in[d] != r.sets && by*(r.row[d]-r.row[m]) == 1 {
				r.in[d] = r.sets
				r.set = append(r.set, d)
			}
		}
	}
	for _, m := range r.set {
		for _, d := range tied[m] {
			if r.in[d] != r.sets {
				gain++
			}
		}
		for _, u := range loose[m] {
			if r.in[u] != r.sets {
				gain--
			}
		}
	}
	return gain
}
