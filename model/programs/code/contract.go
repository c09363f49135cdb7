package code

import (
	"maps"
	"slices"

	"facet/model/programs/source"
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

// isUnit reports whether the Jacobian is 1 or -1.
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
// nothing else uses it.
//
// What is proved. Let G be the whole dag and H what contraction makes of it.
// Each sequence for H, after the eliminations of the faces at the junctions that
// are taken out, is a sequence for G of the same price:
//
//  1. Each of these faces has a factor 1 or -1, so it costs nothing.
//  2. Let e = (u, v) be the single edge into v, and f = (v, w). The elimination of
//     the face (e, f) makes an edge from u to w, with what comes before e on its
//     left and what comes after f on its right. An edge from u to w that is there
//     has the same neighbours, so the two are merged. When all faces at v are
//     eliminated, e and all f are isolated and leave: the line dag is that of the
//     dag without v. The same holds, turned round, where a single edge leaves v.
//  3. The product of an edge with 1 or -1 is 1 or -1 if that is, so it costs the
//     same in all later products. A sum with what is parallel is neither; where
//     both terms are, that would cost something, and v is left alone.
//
// So plans are right, and cost what they say. What is not proved: that no sequence
// for G is cheaper than all for H, by products with the parts of what is merged
// in H. Bounds and optima are of H, therefore, and said to be of the dag that is
// planned. A search of all sequences of G found none cheaper, on hundreds of small
// functions (TestUnitsAreFree of package planner).
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
