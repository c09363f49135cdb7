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
//
// Junctions that are left by a single edge go from the last on, those that are
// reached by one from the first on: so an edge of a long sum is led on once, and
// not again for each term.
func (w *web) contract() {
	for changed := true; changed; {
		changed = false
		for v := range slices.Backward(w.in) {
			changed = isSingleUnit(w.out[v]) && w.bypass(v) || changed
		}
		for v := range w.in {
			changed = isSingleUnit(w.in[v]) && w.bypass(v) || changed
		}
	}
}

// bypass leads the edges of a vertex past it, if it is a junction and no two units
// would add up.
func (w *web) bypass(v int) bool {
	if len(w.in[v]) == 0 || len(w.out[v]) == 0 {
		return false
	}
	for from, a := range w.in[v] {
		for to, b := range w.out[v] {
			if a.isUnit() && b.isUnit() && w.in[to][from].isUnit() {
				return false
			}
		}
	}
	ins, outs := slices.Sorted(maps.Keys(w.in[v])), slices.Sorted(maps.Keys(w.out[v]))
	for _, from := range ins {
		for _, to := range outs {
			w.add(from, to, times(w.in[v][from], w.out[v][to])...)
			w.free++
		}
	}
	for _, from := range ins {
		w.drop(from, v)
	}
	for _, to := range outs {
		w.drop(v, to)
	}
	w.gone[v] = true
	return true
}

func isSingleUnit(side map[int]arc) bool {
	if len(side) != 1 {
		return false
	}
	for _, a := range side {
		return a.isUnit()
	}
	return false
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
