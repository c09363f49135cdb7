package code

import (
	"math"
	"strings"

	"facet/model/programs/source"
)

// The identities that hold to the last bit, signs of zeros and infinities among them; a
// NaN is a NaN. TestIdentities computes all of them at special values.
//
//	(-a)·b = -(a·b)      (-a)/b = -(a/b)      a + (-b) = a - b      a - (-b) = a + b
//	f(-a) = f(a) for even f       f(-a) = -f(a) for odd f
//
// b - a is not -(a - b), nor 0 - (a - b): both are +0 where a is b, and of +0 and -0 one
// difference is +0, the other -0. Never are both -0. So
//
//	f(b - a) = f(a - b) for even f, (b - a)·(b - a) = (a - b)·(a - b)
//	f(b - a) = (b - a)·0 - f(a - b) for sine and tangent, which are NaN at infinity
//	f(b - a) = copysign(f(a - b), b - a) for odd f that have the sign of their operand
//
// What would change the sign of a zero is left: (-a) + (-b), or (b - a)·c.
var (
	evenFunctions   = wordsOf("Abs Cos Cosh")
	oddFunctions    = wordsOf("Sin Tan Asin Atan Sinh Tanh Asinh Atanh Cbrt Erf")
	turnedFunctions = wordsOf("Sin Tan")
)

// valueOf is the node of an operation of the program: one that is equal to the last bit, if
// there is one.
func (g *graph) valueOf(kind source.Kind, fn string, args ...ref) ref {
	if r, ok := g.lookup(kind, fn, args...); ok {
		return r
	}
	a := args[0]
	switch kind {
	case source.Mul, source.Div:
		b := args[1]
		minusA, minusB := g.opposite(a), g.opposite(b)
		for _, try := range [...]struct {
			a, b     ref
			negative bool
		}{{minusA, minusB, false}, {minusA, b, true}, {a, minusB, true}} {
			if r, ok := g.lookup(kind, "", try.a, try.b); ok {
				return g.plain(factor{r, try.negative})
			}
		}
		if back, ok := g.turned[a]; ok && a == b && kind == source.Mul {
			if r, ok := g.lookup(kind, "", back, back); ok {
				return r
			}
		}
	case source.Add, source.Sub:
		b := args[1]
		switch other := source.Add + source.Sub - kind; {
		case a == b:
		case g.nodes[b].kind == source.Neg:
			return g.valueOf(other, "", a, g.nodes[b].args[0])
		case kind == source.Add && g.nodes[a].kind == source.Neg:
			return g.valueOf(source.Sub, "", b, g.nodes[a].args[0])
		}
		if kind == source.Sub {
			r := g.make(kind, "", a, b)
			if back, ok := g.lookup(kind, "", b, a); ok && a != b {
				g.turned[r], g.turned[back] = back, r
			}
			return r
		}
	case source.Call:
		if r, ok := g.symmetric(fn, args); ok {
			return r
		}
	}
	if kind == source.Mul {
		return g.product(a, args[1])
	}
	return g.make(kind, fn, args...)
}

// symmetric finds the value of a function at minus its operand.
func (g *graph) symmetric(fn string, args []ref) (ref, bool) {
	a := args[0]
	isEven := evenFunctions[fn] || fn == "Pow" && g.isConstant(args[1]) &&
		math.Mod(g.nodes[args[1]].c, 2) == 0
	if !isEven && !oddFunctions[fn] {
		return noRef, false
	}
	at := func(x ref) (ref, bool) {
		return g.lookup(source.Call, fn, append([]ref{x}, args[1:]...)...)
	}
	if r, ok := at(g.opposite(a)); ok {
		return g.plain(factor{r, !isEven}), true
	}
	back, ok := g.turned[a]
	if !ok {
		return noRef, false
	}
	r, ok := at(back)
	if ok && !isEven {
		var minus ref
		if turnedFunctions[fn] {
			minus = g.make(source.Sub, "", g.make(source.Mul, "", a, g.constant(0)), r)
		} else {
			minus = g.make(source.Call, "Copysign", r, a)
		}
		g.turned[minus], g.turned[r] = r, minus
		r = minus
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

// opposite is the node of minus a number, noRef where there is none.
func (g *graph) opposite(a ref) ref {
	switch n := &g.nodes[a]; n.kind {
	case source.Neg:
		return n.args[0]
	case source.Constant:
		minus := node{kind: source.Constant, c: -n.c, args: operandsOf()}
		if r, ok := g.known[minus.key()]; ok {
			return r
		}
	}
	if r, ok := g.lookup(source.Neg, "", a); ok {
		return r
	}
	return noRef
}

// wordsOf makes a set of the words of a text.
func wordsOf(text string) map[string]bool {
	all := make(map[string]bool)
	for _, w := range strings.Fields(text) {
		all[w] = true
	}
	return all
}
