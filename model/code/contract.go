package code

import (
	"maps"
	"slices"

	"facet/model/source"
)

// term is a part of an edge's Jacobian: a partial derivative with a sign, or 1 or
// -1 where isUnit.
type term struct {
	partial  source.Partial
	isUnit   bool
	negative bool
	seed     int // of an edge of the extra vertex: the position of its input or output; else -1
}

// arc is an edge of a task's dag before that is made: its Jacobian is the sum of
// terms.
type arc []term

// isUnit tells that the Jacobian is 1 or -1.
func (a arc) isUnit() bool { return len(a) == 1 && a[0].isUnit }

// web is the dag of a task while it is made.
type web struct {
	in, out []map[int]arc // by vertex, then by the vertex at the other end; both hold the same arcs
	gone    []bool

	// free counts the products with 1 and -1 that contraction stands for.
	free int
}

func newWeb(n int) *web {
	w := &web{in: make([]map[int]arc, n), out: make([]map[int]arc, n), gone: make([]bool, n)}
	for v := range n {
		w.in[v], w.out[v] = make(map[int]arc), make(map[int]arc)
	}
	return w
}

func (w *web) add(from, to int, terms ...term) {
	a := append(w.in[to][from], terms...)
	w.in[to][from], w.out[from][to] = a, a
}

func (w *web) drop(from, to int) {
	delete(w.in[to], from)
	delete(w.out[from], to)
}

// contract takes out junctions that are reached by a single edge, or left by a
// single edge, of Jacobian 1 or -1: x+1, say, or the product in a·b+c when
// nothing else uses it. All products at such a junction have a factor 1 or -1, so
// they cost nothing, and nothing is lost by making them first: whatever another
// sequence multiplies with an edge of the junction, it can multiply with the edge
// that takes its place, at the same price. What stays parallel adds up, which
// saves products if it changes any; only two units do not add up, for their sum
// is none, and such a junction is left alone.
func (w *web) contract() {
	queue := make([]int, len(w.in))
	waits := make([]bool, len(w.in))
	for v := range queue {
		queue[v], waits[v] = v, true
	}
	for len(queue) > 0 {
		v := queue[0]
		queue, waits[v] = queue[1:], false
		if w.gone[v] || len(w.in[v]) == 0 || len(w.out[v]) == 0 {
			continue
		}
		near := slices.Concat(slices.Collect(maps.Keys(w.in[v])), slices.Collect(maps.Keys(w.out[v])))
		if !w.bypass(v) {
			continue
		}
		slices.Sort(near)
		for _, u := range near {
			if !waits[u] {
				queue, waits[u] = append(queue, u), true
			}
		}
	}
}

// bypass leads the edges of junction v past it, if that costs nothing.
func (w *web) bypass(v int) bool {
	if a, ok := single(w.in[v]); (!ok || !a.isUnit()) && !isSingleUnit(w.out[v]) {
		return false
	}
	for from, a := range w.in[v] {
		for to, b := range w.out[v] {
			if a.isUnit() && b.isUnit() && w.in[to][from].isUnit() {
				return false
			}
		}
	}
	for _, from := range slices.Sorted(maps.Keys(w.in[v])) {
		for _, to := range slices.Sorted(maps.Keys(w.out[v])) {
			w.add(from, to, times(w.in[v][from], w.out[v][to])...)
			w.free++
		}
	}
	for from := range maps.Clone(w.in[v]) {
		w.drop(from, v)
	}
	for to := range maps.Clone(w.out[v]) {
		w.drop(v, to)
	}
	w.gone[v] = true
	return true
}

func single(side map[int]arc) (arc, bool) {
	for _, a := range side {
		return a, len(side) == 1
	}
	return nil, false
}

func isSingleUnit(side map[int]arc) bool {
	a, ok := single(side)
	return ok && a.isUnit()
}

// times is the product of two arcs of which one is 1 or -1.
func times(a, b arc) arc {
	if b.isUnit() {
		a, b = b, a
	}
	all := slices.Clone(b)
	for k := range all {
		all[k].negative = all[k].negative != a[0].negative
	}
	return all
}
