package code

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strconv"

	"facet/model/programs/decision"
	"facet/model/programs/source"
)

// deriver makes the partial derivatives of a program's operations out of their
// operands and values, with what they share made once: reciprocals, sines and
// cosines, the values themselves.
type deriver struct {
	*graph
	guards  *guards
	p       *source.Program
	value   []ref            // of each value of the program
	need    []decision.Truth // where each value of the program is needed
	inverse map[ref]bool

	formulas map[string]ast.Expr // that were parsed
}

// newDeriver looks through the operations whose partials are wanted: a
// reciprocal that one of them needs serves the others.
func newDeriver(g *guards, p *source.Program, value []ref, arcs []arc) *deriver {
	d := &deriver{graph: g.graph, guards: g, p: p, value: value, inverse: make(map[ref]bool),
		formulas: make(map[string]ast.Expr)}
	for _, a := range arcs {
		for _, of := range a {
			if of.seed >= 0 || of.isUnit {
				continue
			}
			n := &p.Nodes[of.partial.Of]
			switch {
			case n.Kind == source.Div && n.Args[0] == of.partial.By:
				d.inverse[value[n.Args[1]]] = true
			case n.Kind == source.Call && n.Func == "Log":
				d.inverse[value[n.Args[0]]] = true
			}
		}
	}
	return d
}

// partial is the derivative of an operation by one of its operands, the sum of
// both where that stands on both sides.
func (d *deriver) partial(of source.Partial) guarded {
	d.mark = node{section: ofPartials, of: of.Of, by: of.By, unneeded: d.need[of.Of] != decision.True}
	n := &d.p.Nodes[of.Of]
	sum := guarded{factor: d.number(0)}
	for k, a := range n.Args {
		switch {
		case a != of.By:
		case chooses(n):
			sum = d.guards.plus(sum, guarded{factor: factor{ref: one}, when: d.guards.taken(d.value, n, k)})
		default:
			d.mark.exact = true
			t := d.term(of.Of, n, k)
			d.mark.exact = false
			sum = d.guards.plus(sum, guarded{factor: t})
		}
	}
	return sum
}

func (d *deriver) operand(n *source.Node, k int) factor { return d.factor(d.value[n.Args[k]]) }

// term is the derivative by the k-th operand alone.
func (d *deriver) term(of source.Value, n *source.Node, k int) factor {
	v := d.factor(d.value[of])
	switch n.Kind {
	case source.Sub:
		return factor{one, k == 1}
	case source.Neg:
		return factor{one, true}
	case source.Mul:
		return d.operand(n, 1-k)
	case source.Div:
		b := d.operand(n, 1)
		if k == 0 {
			return d.div(factor{ref: one}, b)
		}
		return d.over(v, b).times(true)
	case source.Call:
		a, b := d.operand(n, 0), factor{}
		if len(n.Args) > 1 {
			b = d.operand(n, 1)
		}
		return d.function(n.Func, k, a, b, v)
	}
	return factor{ref: one} // Add, Identity
}

// over is a/b, by the reciprocal of b where the code has that anyway.
func (d *deriver) over(a, b factor) factor {
	if d.inverse[b.ref] {
		return d.mul(a, d.div(factor{ref: one}, b))
	}
	if known, ok := d.like(d.graph.inverse(b.ref)); ok {
		return d.mul(a, known.times(b.negative))
	}
	return d.div(a, b)
}

// function is the derivative of a function of package math by its k-th operand,
// out of the operands a and b and the value v.
func (d *deriver) function(name string, k int, a, b, v factor) factor {
	switch {
	case name == "Pow":
		return d.power(k, a, b, v)
	case name == "Mod" && k == 1: // no reciprocal, with which it would jump elsewhere
		return d.call("Trunc", d.div(a, b)).times(true)
	}
	text := source.Derivative(name, k)
	if d.formulas[text] == nil {
		d.formulas[text], _ = parser.ParseExpr(text)
	}
	return d.formula(d.formulas[text], map[string]factor{"a": a, "b": b, "v": v})
}

// formula carries a formula of [source.Derivative] out.
func (d *deriver) formula(e ast.Expr, of map[string]factor) factor {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return d.formula(e.X, of)
	case *ast.Ident:
		return of[e.Name]
	case *ast.BasicLit:
		c, _ := strconv.ParseFloat(e.Value, 64)
		return d.number(c)
	case *ast.SelectorExpr:
		return d.number(map[string]float64{"Ln2": math.Ln2, "Log2E": math.Log2E,
			"Log10E": math.Log10E}[e.Sel.Name])
	case *ast.UnaryExpr:
		return d.formula(e.X, of).times(true)
	case *ast.CallExpr:
		args := make([]factor, len(e.Args))
		for k, x := range e.Args {
			args[k] = d.formula(x, of)
		}
		return d.call(e.Fun.(*ast.SelectorExpr).Sel.Name, args...)
	case *ast.BinaryExpr:
		switch x, y := d.formula(e.X, of), d.formula(e.Y, of); e.Op {
		case token.ADD:
			return d.add(x, y)
		case token.SUB:
			return d.add(x, y.times(true))
		case token.MUL:
			return d.mul(x, y)
		default:
			return d.over(x, y)
		}
	}
	return d.number(math.NaN())
}

// power is the derivative of a to the power of b.
func (d *deriver) power(k int, a, b, v factor) factor {
	if k == 1 {
		if d.isConstant(a.ref) {
			if d.isZero(a) {
				return a // for b > 0
			}
			return d.mul(v, d.number(math.Log(d.graph.value(a))))
		}
		return d.mul(v, d.call("Log", d.add(a, d.whereZero(a)))) // 0 at a = 0 < b
	}
	if !d.isConstant(b.ref) { // 0 at a = b = 0, and only there: its derivative by b at b = 0 is 1/a
		both := d.mul(d.whereZero(a), d.whereZero(b))
		return d.mul(b, d.call("Pow", a, d.add(d.add(b, d.number(-1)), both)))
	}
	switch e := d.graph.value(b); e {
	case 0, 1, 2:
		return d.mul(d.number(e), []factor{d.number(0), d.number(1), a}[int(e)])
	case 3:
		return d.mul(d.number(3), d.mul(a, a))
	default:
		return d.mul(d.number(e), d.lowered(a, v, e))
	}
}

// lowered is a to the power of e-1, out of v, which is a to the power of e: v/a, for a
// power takes many times as long. At 0, where v/a is none, it is infinite or 0.
func (d *deriver) lowered(a, v factor, e float64) factor {
	switch {
	case e < 0:
		return d.over(v, a)
	case e < 1:
		return d.over(d.add(v, d.whereZero(a)), a)
	}
	return d.over(v, d.add(a, d.whereZero(a)))
}

// whereZero is 1 where a number is 0, and 0 elsewhere.
func (d *deriver) whereZero(x factor) factor {
	zero := d.constant(0)
	return factor{ref: d.make(source.Select, "", d.make(source.Compare, "==", x.ref, zero), one, zero)}
}
