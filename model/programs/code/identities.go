package code

import (
	"math"
	"strings"

	"facet/model/programs/source"
)

// b - a is not -(a - b), nor 0 - (a - b): both are +0 where a is b. But to the last bit, signs of
// zeros and infinities among them (a NaN is a NaN),
//
//	f(b - a) = f(a - b) for even f
//	f(b - a) = (b - a)·0 - f(a - b) for sine and tangent, which are NaN at infinity
//
// TestIdentities computes them at special values. Others, such as (-a)·b = -(a·b), hold as well,
// and save less than a hundredth of any function that was looked at.
var (
	evenFunctions = wordsOf("Abs Cos Cosh")
	oddFunctions  = wordsOf("Sin Tan")
)

// valueOf is the node of an operation of the program: one that is equal to the last bit, if
// there is one.
func (g *graph) valueOf(kind source.Kind, fn string, args ...ref) ref {
	switch kind {
	case source.Mul:
		return g.product(args[0], args[1])
	case source.Call:
		if r, ok := g.turned(fn, args[0]); ok {
			return r
		}
	}
	return g.make(kind, fn, args...)
}

// turned finds the value of a function of b - a by that of a - b.
func (g *graph) turned(fn string, of ref) (ref, bool) {
	n := g.nodes[of]
	if n.kind != source.Sub || !evenFunctions[fn] && !oddFunctions[fn] {
		return noRef, false
	}
	if r, ok := g.lookup(source.Call, fn, of); ok {
		return r, true
	}
	back, ok := g.lookup(source.Sub, "", n.args[1], n.args[0])
	if !ok {
		return noRef, false
	}
	r, ok := g.lookup(source.Call, fn, back)
	if ok && oddFunctions[fn] {
		r = g.make(source.Sub, "", g.make(source.Mul, "", of, g.constant(0)), r)
	}
	return r, ok
}

// byReciprocal is a quotient as a product. The reciprocal of a constant is one where it is
// a normal number.
func (g *graph) byReciprocal(a, b ref) ref {
	const least, most = 1e-300, 1e300
	c := math.Abs(g.nodes[b].c)
	switch {
	case !g.isConstant(b) && !g.isConstant(a):
		return g.valueOf(source.Mul, "", a, g.valueOf(source.Div, "", one, b))
	case g.isConstant(b) && c > least && c < most:
		return g.valueOf(source.Mul, "", a, g.constant(1/g.nodes[b].c))
	}
	return g.valueOf(source.Div, "", a, b)
}

// wordsOf makes a set of the words of a text.
func wordsOf(text string) map[string]bool {
	all := make(map[string]bool)
	for _, w := range strings.Fields(text) {
		all[w] = true
	}
	return all
}
