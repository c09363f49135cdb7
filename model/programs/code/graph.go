package code

import (
	"math"

	"facet/model/programs/source"
)

// ref names a node of a graph. A node comes after its operands.
type ref int32

const noRef ref = -1

// The nodes of the constants 1 and 2 in every graph.
const (
	one ref = 0
	two ref = 1
)

// section is the part of the code that needed a node first.
type section uint8

const (
	ofValues section = iota
	ofPartials
	ofProducts
)

// operands are those of a node, noRef where there is none.
type operands [3]ref

func operandsOf(all ...ref) operands {
	args := operands{noRef, noRef, noRef}
	copy(args[:], all)
	return args
}

// node is an input, a constant or an operation on numbers.
type node struct {
	kind    source.Kind
	section section
	fn      string // of a Call: the name in package math
	args    operands
	c       float64

	of, by source.Value // of a partial derivative: which
	op     int32        // of a product or sum: the operation of the sequence

	// exact reports whether a sum stands in the formula of a partial derivative. It is
	// left as it is: how 1e-30 + (1 - 1) is bracketed matters there, and the sign
	// of a zero.
	exact bool

	// unneeded reports whether the node is needed in some branches only, risky whether it
	// may be no finite number elsewhere. Then it is not taken for another that equals it.
	unneeded, risky bool

	// flipped reports whether a product stands for minus that of its operands. It is only
	// set on the copy that a round of tidy works on, and factorSums, its last pass, carries
	// the signs over.
	flipped bool

	print   print
	inverse print   // of print; 0 until it is asked for
	terms   print   // of a sum that is taken as it is: the sum of its terms
	power   print61 // and of their squares
}

// graph holds the values of a program and all that its derivatives are made of,
// with value numbering: what is there is not made again. Values are kept as the
// program has them, to the last bit. Derivatives are also what equals them but for
// rounding, by their fingerprints. Signs of derivatives are carried beside the
// nodes, in factors, so that x·y and -x·y are one product.
type graph struct {
	nodes []node
	known map[nodeKey]ref
	alike map[print]factor // the first node of each fingerprint, but for its sign
	mark  node             // section, of, by, op and exact of what is made next
}

// nodeKey is what nodes have in common that are made alike.
type nodeKey struct {
	kind source.Kind
	fn   string
	args operands
	bits uint64
}

func (n *node) key() nodeKey {
	key := nodeKey{n.kind, n.fn, n.args, math.Float64bits(n.c)}
	if (n.kind == source.Add || n.kind == source.Mul) && key.args[0] > key.args[1] {
		key.args[0], key.args[1] = key.args[1], key.args[0]
	}
	return key
}

// newGraph is a graph with room for about so many nodes.
func newGraph(room int) *graph {
	g := &graph{
		nodes: make([]node, 0, room), known: make(map[nodeKey]ref, room),
		alike: make(map[print]factor, room),
	}
	g.constant(1)
	g.constant(2) // a factor of what is doubled
	return g
}

// make gives the node of an operation, a new one if there is none.
func (g *graph) make(kind source.Kind, fn string, args ...ref) ref {
	n := g.mark
	n.kind, n.fn, n.args = kind, fn, operandsOf(args...)
	return g.find(n)
}

func (g *graph) constant(c float64) ref {
	n := g.mark
	n.kind, n.c, n.args = source.Constant, c, operandsOf()
	return g.find(n)
}

// find gives a node that is made alike, or else puts this one.
func (g *graph) find(n node) ref {
	key := n.key()
	if r, ok := g.known[key]; ok {
		return r
	}
	r := g.put(n)
	g.known[key] = r
	return r
}

// lookup finds an operation that is there.
func (g *graph) lookup(kind source.Kind, fn string, args ...ref) (ref, bool) {
	n := node{kind: kind, fn: fn, args: operandsOf(args...)}
	r, ok := g.known[n.key()]
	return r, ok
}

// put adds a node with its fingerprint.
func (g *graph) put(n node) ref {
	r := ref(len(g.nodes))
	n.print = g.printOf(&n)
	n.terms, n.power = n.print, n.print.value.times(n.print.value)
	if n.isWhole() {
		n.terms, n.power = g.termsOf(&n)
	}
	g.nodes = append(g.nodes, n)
	g.announce(r)
	return r
}

// announce has a node found by its fingerprints, unless it may be no number.
func (g *graph) announce(r ref) {
	n := &g.nodes[r]
	n.risky = n.unneeded && isRisky(n.kind, n.fn)
	for _, a := range n.args {
		n.risky = n.risky || a != noRef && g.nodes[a].risky && (n.kind != source.Select || n.unneeded)
	}
	if n.risky {
		return
	}
	if n.isWhole() {
		g.enter(n.terms, r)
		g.enterParts(n, r)
	}
	g.enter(n.print, r)
}

// mostParts is how many terms of a sum are taken from its end.
const mostParts = 16

// enterParts has derivatives that add the same up as a value find the value: a loop that
// adds up starts with what may be a sum itself, so each of its beginnings counts as one.
func (g *graph) enterParts(n *node, r ref) {
	var end print
	for range mostParts {
		g.enter(end.plus(g.sumOf(n)), r)
		last := g.nodes[n.args[1]].print
		if n.kind == source.Sub {
			last = last.minus()
		}
		end = end.plus(last)
		if n = &g.nodes[n.args[0]]; !n.isWhole() {
			return
		}
	}
}

// enter has a node found by a fingerprint, unless another one is. The node of 1 is found
// by none: no product is made that.
func (g *graph) enter(p print, r ref) {
	if r == one || p.isVoid() {
		return
	}
	p, negative := p.positive()
	if _, ok := g.alike[p]; !ok {
		g.alike[p] = factor{r, negative}
	}
}

// isWhole reports whether a node is a sum that is taken as it is: one of values, or in the
// formula of a partial derivative.
func (n *node) isWhole() bool {
	return (n.section == ofValues || n.exact) && (n.kind == source.Add || n.kind == source.Sub) &&
		n.args[0] != n.args[1]
}

// printOf is the fingerprint of a node that is about to be made.
func (g *graph) printOf(n *node) print {
	arg := func(k int) print { return g.nodes[n.args[k]].print }
	switch n.kind {
	case source.Input:
		return atom(scattered(ofNode, uint64(len(g.nodes))))
	case source.Constant:
		return printOf(n.c)
	case source.Neg:
		return arg(0).minus()
	case source.Mul:
		return arg(0).times(arg(1))
	case source.Div:
		return arg(0).times(g.inverse(n.args[1]))
	case source.Add, source.Sub:
		switch {
		case n.args[0] == n.args[1] && n.kind == source.Add:
			return arg(0).times(printOf(2))
		case n.isWhole():
			return sumPrint(g.termsOf(n))
		}
		return g.sumOf(n)
	}
	return atom(scattered(ofNode, uint64(len(g.nodes)))) // functions are found by their operands
}

// sumOf is the sum or the difference of the fingerprints of a node's operands.
func (g *graph) sumOf(n *node) print {
	a, b := g.nodes[n.args[0]].print, g.nodes[n.args[1]].print
	if n.kind == source.Sub {
		b = b.minus()
	}
	return a.plus(b)
}

// inverse is the inverse of a node's fingerprint.
func (g *graph) inverse(r ref) print {
	n := &g.nodes[r]
	if n.inverse.value == 0 {
		n.inverse = n.print.inverse()
	}
	return n.inverse
}

// termsOf are the sums of the terms of a sum and of their squares. The squares tell
// a + b - b from a.
func (g *graph) termsOf(n *node) (terms print, power print61) {
	for k, a := range n.args[:2] {
		m := &g.nodes[a]
		t, p := m.terms, m.power
		if n.exact || m.exact || (n.section == ofValues) != (m.section == ofValues) {
			t, p = m.print, m.print.value.times(m.print.value)
		}
		if k == 1 && n.kind == source.Sub {
			t = t.minus()
		}
		terms, power = terms.plus(t), power.plus(p)
	}
	return terms, power
}

// sumPrint is the fingerprint of a sum of some terms that is taken as it is. With the
// terms it changes its sign.
func sumPrint(terms print, power print61) print {
	p, negative := terms.positive()
	q := atom(scattered(ofSum, uint64(p.value), uint64(power)))
	if negative {
		return q.minus()
	}
	return q
}

// like finds a node that equals a fingerprint but for rounding.
func (g *graph) like(p print) (factor, bool) {
	p, negative := p.positive()
	f, ok := g.alike[p]
	return f.times(negative), ok
}

// input is a new number that the caller of the code gives.
func (g *graph) input() ref { return g.put(node{kind: source.Input, args: operandsOf()}) }

func (g *graph) isConstant(r ref) bool { return g.nodes[r].kind == source.Constant }

// factor is a node with a sign.
type factor struct {
	ref      ref
	negative bool
}

// isUnit reports whether the factor is 1 or -1: a product with it is not written.
func (f factor) isUnit() bool { return f.ref == one }

func (f factor) times(sign bool) factor { return factor{f.ref, f.negative != sign} }

// factor gives a node as a factor: signs and constants are taken apart.
func (g *graph) factor(r ref) factor {
	switch n := &g.nodes[r]; n.kind {
	case source.Neg:
		return g.factor(n.args[0]).times(true)
	case source.Constant:
		return g.number(n.c)
	}
	return factor{ref: r}
}

// number is a constant as a factor.
func (g *graph) number(c float64) factor {
	if math.Signbit(c) && !math.IsNaN(c) {
		return factor{g.constant(-c), true}
	}
	return factor{ref: g.constant(c)}
}

// value is the number of a constant factor.
func (g *graph) value(f factor) float64 {
	if f.negative {
		return -g.nodes[f.ref].c
	}
	return g.nodes[f.ref].c
}

func (g *graph) isZero(f factor) bool { return g.isConstant(f.ref) && g.nodes[f.ref].c == 0 }

func (g *graph) mul(a, b factor) factor {
	sign := a.negative != b.negative
	switch {
	case a.isUnit():
		return factor{b.ref, sign}
	case b.isUnit():
		return factor{a.ref, sign}
	case g.isZero(a) || g.isZero(b):
		return g.number(0)
	case g.isConstant(a.ref) && g.isConstant(b.ref):
		return g.number(g.value(a) * g.value(b))
	}
	if f, ok := g.like(g.nodes[a.ref].print.times(g.nodes[b.ref].print)); ok {
		return f.times(sign)
	}
	return factor{g.product(a.ref, b.ref), sign}
}

// product makes a product as it is. Twice a number is its sum with itself: that is
// the same to the last bit and no multiplication.
func (g *graph) product(a, b ref) ref {
	switch {
	case a == two:
		return g.make(source.Add, "", b, b)
	case b == two:
		return g.make(source.Add, "", a, a)
	}
	return g.make(source.Mul, "", a, b)
}

// add is a+b. A sum has no sign before its first term unless both are negative.
func (g *graph) add(a, b factor) factor {
	switch {
	case g.isZero(a):
		return b
	case g.isZero(b):
		return a
	case g.isConstant(a.ref) && g.isConstant(b.ref):
		return g.number(g.value(a) + g.value(b))
	case a.ref == b.ref && a.negative != b.negative:
		return g.number(0)
	}
	if f, ok := g.like(g.sum(a, b)); ok && !g.mark.exact {
		return f
	}
	switch {
	case a.negative == b.negative:
		return factor{g.make(source.Add, "", a.ref, b.ref), a.negative}
	case a.negative:
		a, b = b, a
	}
	return factor{ref: g.make(source.Sub, "", a.ref, b.ref)}
}

// sum is the fingerprint of a+b.
func (g *graph) sum(a, b factor) print {
	n := g.mark
	n.kind, n.args = source.Add, operandsOf(a.ref, b.ref)
	if a.negative != b.negative {
		n.kind = source.Sub
	}
	p := g.printOf(&n)
	if a.negative {
		return p.minus()
	}
	return p
}

func (g *graph) div(a, b factor) factor {
	sign := a.negative != b.negative
	switch {
	case b.isUnit():
		return factor{a.ref, sign}
	case g.isConstant(a.ref) && g.isConstant(b.ref):
		return g.number(g.value(a) / g.value(b))
	}
	if f, ok := g.like(g.nodes[a.ref].print.times(g.inverse(b.ref))); ok {
		return f.times(sign)
	}
	return factor{g.make(source.Div, "", a.ref, b.ref), sign}
}

// call is a function of package math of factors whose signs are made explicit.
func (g *graph) call(fn string, args ...factor) factor {
	refs := make([]ref, len(args))
	for k, a := range args {
		refs[k] = g.plain(a)
	}
	return factor{ref: g.valueOf(source.Call, fn, refs...)}
}

// plain is a factor as one node.
func (g *graph) plain(f factor) ref {
	switch {
	case !f.negative:
		return f.ref
	case g.isConstant(f.ref):
		return g.constant(-g.nodes[f.ref].c)
	}
	return g.make(source.Neg, "", f.ref)
}

// isRisky reports whether an operation on finite numbers can give what is none.
func isRisky(kind source.Kind, fn string) bool {
	switch kind {
	case source.Div:
		return true
	case source.Call:
		switch fn {
		case "Sin", "Cos", "Atan", "Tanh", "Abs", "Max", "Min", "Copysign", "Ceil", "Floor", "Trunc", "Round",
			"FMA",
			"Erf", "Erfc", "Asinh", "Hypot", "Cbrt":
			return false
		}
		return true
	}
	return false
}
