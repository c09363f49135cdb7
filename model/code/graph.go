package code

import (
	"math"

	"facet/model/source"
)

// ref names a node of a graph. A node comes after its operands.
type ref int32

const noRef ref = -1

// one is the node of the constant 1 in every graph.
const one ref = 0

// section is the part of the code that needed a node first.
type section uint8

const (
	ofValues section = iota
	ofPartials
	ofProducts
)

// node is an input, a constant or an operation on numbers.
type node struct {
	kind    source.Kind
	section section
	fn      string // of a Call: the name in package math
	args    [2]ref // noRef where there is none
	c       float64

	of, by source.Value // of a partial derivative: which
	op     int32        // of a product or sum: the operation of the sequence
}

// graph holds the values of a program and all that its derivatives are made of,
// with value numbering: an expression that is there is not made again. Values
// are kept as the program has them, to the last bit; signs of derivatives are
// carried beside the nodes, in factors, so that x·y and -x·y are one product.
type graph struct {
	nodes []node
	known map[nodeKey]ref
	mark  node // section, of, by and op of what is made next
}

type nodeKey struct {
	kind source.Kind
	fn   string
	args [2]ref
	bits uint64
}

func newGraph() *graph {
	g := &graph{known: make(map[nodeKey]ref)}
	g.constant(1)
	return g
}

// make gives the node of an operation, a new one if there is none.
func (g *graph) make(kind source.Kind, fn string, args ...ref) ref {
	n := g.mark
	n.kind, n.fn, n.args = kind, fn, [2]ref{noRef, noRef}
	copy(n.args[:], args)
	key := nodeKey{kind: kind, fn: fn, args: n.args}
	if (kind == source.Add || kind == source.Mul) && key.args[0] > key.args[1] {
		key.args[0], key.args[1] = key.args[1], key.args[0]
	}
	return g.find(key, n)
}

func (g *graph) constant(c float64) ref {
	n := g.mark
	n.kind, n.c, n.args = source.Constant, c, [2]ref{noRef, noRef}
	return g.find(nodeKey{kind: source.Constant, bits: math.Float64bits(c)}, n)
}

func (g *graph) find(key nodeKey, n node) ref {
	if r, ok := g.known[key]; ok {
		return r
	}
	r := ref(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.known[key] = r
	return r
}

// input is a new number that the caller of the code gives.
func (g *graph) input() ref {
	g.nodes = append(g.nodes, node{kind: source.Input, args: [2]ref{noRef, noRef}})
	return ref(len(g.nodes) - 1)
}

func (g *graph) isConstant(r ref) bool { return g.nodes[r].kind == source.Constant }

// factor is a node with a sign.
type factor struct {
	ref      ref
	negative bool
}

// isUnit tells whether the factor is 1 or -1: a product with it is not written.
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

// mul is a·b.
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
	return factor{g.make(source.Mul, "", a.ref, b.ref), sign}
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
	case a.negative == b.negative:
		return factor{g.make(source.Add, "", a.ref, b.ref), a.negative}
	case a.negative:
		a, b = b, a
	}
	return factor{ref: g.make(source.Sub, "", a.ref, b.ref)}
}

// div is a/b.
func (g *graph) div(a, b factor) factor {
	sign := a.negative != b.negative
	switch {
	case b.isUnit():
		return factor{a.ref, sign}
	case g.isConstant(a.ref) && g.isConstant(b.ref):
		return g.number(g.value(a) / g.value(b))
	}
	return factor{g.make(source.Div, "", a.ref, b.ref), sign}
}

// call is a function of package math of factors whose signs are made explicit.
func (g *graph) call(fn string, args ...factor) factor {
	refs := make([]ref, len(args))
	for k, a := range args {
		refs[k] = g.plain(a)
	}
	return factor{ref: g.make(source.Call, fn, refs...)}
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
