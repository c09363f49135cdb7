package code

import (
	"cmp"
	"slices"

	"facet/model/programs/source"
)

// turner takes minus signs away from entries of a Jacobian: a product of which minus is an
// entry is made of minus one factor. Where many entries have a factor in common, as in the
// derivatives of a solution by its matrix, one minus sign stands for all of theirs.
type turner struct {
	*Jacobian
	minus []bool  // what is an entry with a minus sign, and none without
	users [][]ref // of each node; one that uses it twice stands twice
}

// turnSigns takes minus signs away from entries, once, before the code is written. Entries are
// the same to the last bit, but for the sign of a zero.
func (j *Jacobian) turnSigns() {
	if j.isTurned {
		return
	}
	j.isTurned = true
	t := turner{Jacobian: j, minus: make([]bool, len(j.graph.nodes)),
		users: make([][]ref, len(j.graph.nodes))}
	for r := range ref(len(t.users)) {
		for _, a := range j.graph.nodes[r].args {
			if a != noRef {
				t.users[a] = append(t.users[a], r)
			}
		}
	}
	for _, e := range j.Entries {
		t.minus[e.value.ref] = e.value.negative && j.graph.nodes[e.value.ref].section != ofValues
	}
	for _, e := range j.Entries {
		t.minus[e.value.ref] = t.minus[e.value.ref] && e.value.negative
	}
	var products []ref
	for r := range ref(len(t.minus)) {
		switch n := &j.graph.nodes[r]; {
		case !t.minus[r] || !t.isFree(r):
		case n.isSum() && n.kind == source.Sub:
			t.turn(r, n.kind, n.args[1], n.args[0])
		case n.kind == source.Mul || n.kind == source.Div:
			products = append(products, r)
		}
	}
	if len(products) > 0 {
		t.turnProducts(products)
		j.settle()
	}
}

// isFree reports whether what uses a number can use minus the number as well.
func (t *turner) isFree(r ref) bool {
	for _, u := range t.users[r] {
		switch n := &t.graph.nodes[u]; {
		case n.section == ofValues || n.args[0] == n.args[1]:
			return false
		case n.kind != source.Add && (n.kind != source.Sub || n.args[0] == r):
			return false
		}
	}
	return true
}

// turn makes minus a number in place of the number.
func (t *turner) turn(r ref, kind source.Kind, a, b ref) {
	n := &t.graph.nodes[r]
	n.kind, n.args = kind, operandsOf(a, b)
	for _, u := range t.users[r] {
		switch n := &t.graph.nodes[u]; {
		case n.kind == source.Sub:
			n.kind = source.Add
		case n.args[0] == r:
			n.kind, n.args = source.Sub, operandsOf(n.args[1], r)
		default:
			n.kind = source.Sub
		}
	}
	for k := range t.Entries {
		if e := &t.Entries[k]; e.value.ref == r {
			e.value.negative = false
		}
	}
}

// turnProducts turns products with a factor in common, most of them first.
func (t *turner) turnProducts(products []ref) {
	of := make(map[ref][]ref)
	for _, r := range products {
		n := &t.graph.nodes[r]
		for k, a := range n.args[:2] {
			if k == 0 || a != n.args[0] {
				of[a] = append(of[a], r)
			}
		}
	}
	factors := make([]ref, 0, len(of))
	for a := range of {
		factors = append(factors, a)
	}
	slices.SortFunc(factors, func(a, b ref) int { return cmp.Or(len(of[b])-len(of[a]), int(a-b)) })
	done := make([]bool, len(t.graph.nodes))
	for _, a := range factors {
		some := slices.DeleteFunc(of[a], func(r ref) bool { return done[r] })
		minus, ok := t.opposite(a, some)
		if !ok {
			continue
		}
		for _, r := range some {
			if done[r] = true; !t.isFree(r) { // another operand of what uses it is turned
				continue
			}
			args := t.graph.nodes[r].args
			if args[0] == a {
				args[0] = minus
			} else {
				args[1] = minus
			}
			t.turn(r, t.graph.nodes[r].kind, args[0], args[1])
		}
	}
}

// opposite is the node of minus a factor of some products, if it is worth while.
func (t *turner) opposite(a ref, of []ref) (ref, bool) {
	g := t.graph
	switch n := &g.nodes[a]; {
	case len(of) == 0:
		return noRef, false
	case n.kind == source.Constant:
		return g.constant(-n.c), true
	case len(of) == 1:
		return noRef, false
	}
	mark := g.nodes[of[0]]
	g.mark = node{section: mark.section, of: mark.of, by: mark.by, op: mark.op}
	return g.make(source.Neg, "", a), true
}
