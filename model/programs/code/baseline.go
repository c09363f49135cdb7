package code

import (
	"fmt"
	"strings"

	"facet/model/programs/source"
)

// Baselines writes the same Jacobian in the two ways that tools take it without
// a plan, to be measured beside code of a plan: NameForward, with dual numbers,
// once for each input, and NameReverse, with a tape that is recorded once and
// swept back for each output. Both take the inputs and fill a dense Jacobian, row
// by row.
func Baselines(p *source.Program) []byte {
	var b strings.Builder
	inputs := make(map[source.Value]int)
	for k, v := range p.Inputs {
		inputs[v] = k
	}
	args := func(n *source.Node, form func(source.Value) string) string {
		all := make([]string, len(n.Args))
		for k, a := range n.Args {
			all[k] = form(a)
		}
		return strings.Join(all, ", ")
	}
	function := func(n *source.Node) string {
		return [...]string{source.Add: "add", source.Sub: "sub", source.Mul: "mul", source.Div: "div",
			source.Neg: "neg", source.Call: strings.ToLower(n.Func), source.Identity: "same"}[n.Kind]
	}
	fmt.Fprintf(&b, "func %sForward(x *[%d]float64, jacobian *[%d]float64) {\n\tfor i := range x {\n", p.Name,
		len(p.Inputs), len(p.Inputs)*len(p.Outputs))
	used := usedValues(p)
	for v := range p.Nodes {
		n := &p.Nodes[v]
		if !used[v] {
			continue
		}
		switch n.Kind {
		case source.Compare, source.And, source.Or, source.Not:
			fmt.Fprintf(&b, "\t\tv%d := %s\n", v, condition(n, "v%d.v"))
		case source.Select:
			fmt.Fprintf(&b, "\t\tv%d := v%d\n\t\tif v%d {\n\t\t\tv%d = v%d\n\t\t}\n", v, n.Args[2], n.Args[0],
				v, n.Args[1])
		case source.Input:
			fmt.Fprintf(&b, "\t\tv%d := dual{v: x[%d]}\n\t\tif i == %d {\n\t\t\tv%d.d = 1\n\t\t}\n", v,
				inputs[source.Value(v)], inputs[source.Value(v)], v)
		case source.Constant:
			fmt.Fprintf(&b, "\t\tv%d := dual{v: %s}\n", v, literal(n.Const))
		default:
			fmt.Fprintf(&b, "\t\tv%d := dual%s(%s)\n", v, title(function(n)),
				args(n, func(a source.Value) string { return fmt.Sprintf("v%d", a) }))
		}
	}
	for k, v := range p.Outputs {
		fmt.Fprintf(&b, "\t\tjacobian[%d+i] = v%d.d\n", k*len(p.Inputs), v)
	}
	fmt.Fprintf(&b,
		"\t}\n}\n\nfunc %sReverse(x *[%d]float64, jacobian *[%d]float64) {\n\tt := &tape[0]\n\tt.n = 0\n",
		p.Name, len(p.Inputs), len(p.Inputs)*len(p.Outputs))
	for v := range p.Nodes {
		n := &p.Nodes[v]
		if !used[v] {
			continue
		}
		switch n.Kind {
		case source.Compare, source.And, source.Or, source.Not:
			fmt.Fprintf(&b, "\tv%d := %s\n", v, condition(n, "t.val[v%d]"))
		case source.Select:
			fmt.Fprintf(&b, "\tv%d := v%d\n\tif v%d {\n\t\tv%d = v%d\n\t}\n", v, n.Args[2], n.Args[0], v,
				n.Args[1])
		case source.Input:
			fmt.Fprintf(&b, "\tv%d := t.leaf(x[%d])\n", v, inputs[source.Value(v)])
		case source.Constant:
			fmt.Fprintf(&b, "\tv%d := t.leaf(%s)\n", v, literal(n.Const))
		default:
			fmt.Fprintf(&b, "\tv%d := t.%s(%s)\n", v, function(n), args(n, func(a source.Value) string {
				return fmt.Sprintf("v%d", a)
			}))
		}
	}
	for k, v := range p.Outputs {
		fmt.Fprintf(&b, "\tt.sweep(v%d)\n", v)
		for i, in := range p.Inputs {
			if used[in] {
				fmt.Fprintf(&b, "\tjacobian[%d] = t.bar[v%d]\n", k*len(p.Inputs)+i, in)
			}
		}
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// condition is one in Go; number says how its operands are read.
func condition(n *source.Node, number string) string {
	switch n.Kind {
	case source.And:
		return fmt.Sprintf("v%d && v%d", n.Args[0], n.Args[1])
	case source.Or:
		return fmt.Sprintf("v%d || v%d", n.Args[0], n.Args[1])
	case source.Not:
		return fmt.Sprintf("!v%d", n.Args[0])
	}
	return fmt.Sprintf(number+" %s "+number, n.Args[0], n.Func, n.Args[1])
}

func title(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

// usedValues reports which values are operands or results.
func usedValues(p *source.Program) []bool {
	used := make([]bool, len(p.Nodes))
	for v := range p.Nodes {
		for _, a := range p.Nodes[v].Args {
			used[a] = true
		}
	}
	for _, v := range p.Outputs {
		used[v] = true
	}
	return used
}

// BaselineSupport is what the code of [Baselines] needs, once a package.
func BaselineSupport() []byte {
	var b strings.Builder
	b.WriteString(`
type dual struct{ v, d float64 }

func dualAdd(a, b dual) dual { return dual{a.v + b.v, a.d + b.d} }
func dualSub(a, b dual) dual { return dual{a.v - b.v, a.d - b.d} }
func dualMul(a, b dual) dual { return dual{a.v * b.v, a.d*b.v + a.v*b.d} }
func dualDiv(a, b dual) dual { v := a.v / b.v; return dual{v, (a.d - v*b.d) / b.v} }
func dualNeg(a dual) dual    { return dual{-a.v, -a.d} }
func dualSame(a dual) dual   { return a }

type record struct {
	a, b   int32
	da, db float64
}

type recorder struct {
	n   int
	val [1 << 12]float64
	rec [1 << 12]record
	bar [1 << 12]float64
}

var tape [1]recorder

func (t *recorder) leaf(v float64) int { return t.put(v, 0, 0, 0, 0) }
func (t *recorder) put(v float64, a, b int, da, db float64) int {
	k := t.n
	t.n++
	t.val[k], t.rec[k] = v, record{int32(a), int32(b), da, db}
	return k
}
func (t *recorder) add(a, b int) int { return t.put(t.val[a]+t.val[b], a, b, 1, 1) }
func (t *recorder) sub(a, b int) int { return t.put(t.val[a]-t.val[b], a, b, 1, -1) }
func (t *recorder) mul(a, b int) int { return t.put(t.val[a]*t.val[b], a, b, t.val[b], t.val[a]) }
func (t *recorder) div(a, b int) int {
	v := t.val[a] / t.val[b]
	return t.put(v, a, b, 1/t.val[b], -v/t.val[b])
}
func (t *recorder) neg(a int) int  { return t.put(-t.val[a], a, a, -1, 0) }
func (t *recorder) same(a int) int { return t.put(t.val[a], a, a, 1, 0) }
func (t *recorder) sweep(y int) {
	for k := range t.n {
		t.bar[k] = 0
	}
	t.bar[y] = 1
	for k := y; k >= 0; k-- {
		if bar := t.bar[k]; bar != 0 {
			r := &t.rec[k]
			t.bar[r.a] += bar * r.da
			t.bar[r.b] += bar * r.db
		}
	}
}
`)
	for _, name := range source.Functions() {
		low := strings.ToLower(name)
		switch source.Operands(name) {
		case 3: // FMA
			fmt.Fprintf(&b, "func dual%s(a, b, c dual) dual { return dualAdd(dualMul(a, b), c) }\n",
				title(low))
			fmt.Fprintf(&b, "func (t *recorder) %s(a, b, c int) int { return t.add(t.mul(a, b), c) }\n", low)
			continue
		case 2:
			fmt.Fprintf(&b,
				"func dual%s(x, y dual) dual { a, b := x.v, y.v; v := math.%s(a, b); _, _ = a, b; d := 0.0; if x.d != 0 { d += x.d * (%s) }; if y.d != 0 { d += y.d * (%s) }; return dual{v, d} }\n",
				title(low), name, source.Derivative(name, 0), source.Derivative(name, 1))
			fmt.Fprintf(&b,
				"func (t *recorder) %s(x, y int) int { a, b := t.val[x], t.val[y]; v := math.%s(a, b); return t.put(v, x, y, %s, %s) }\n",
				low, name, source.Derivative(name, 0), source.Derivative(name, 1))
			continue
		}
		fmt.Fprintf(&b,
			"func dual%s(x dual) dual { a := x.v; v := math.%s(a); return dual{v, x.d * (%s)} }\n",
			title(low), name, source.Derivative(name, 0))
		fmt.Fprintf(&b,
			"func (t *recorder) %s(x int) int { a := t.val[x]; v := math.%s(a); return t.put(v, x, x, %s, 0) }\n", low, name, source.Derivative(name, 0))
	}
	return []byte(b.String())
}
