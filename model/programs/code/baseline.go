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
	size := len(p.Inputs)
	const head = "func %s%s(x *[%d]float64, jacobian *[%d]float64) {\n"
	fmt.Fprintf(&b, head+"for i := range x {\n", p.Name, "Forward", size, size*len(p.Outputs))
	baseline{p, "v%d.v", "v%[1]d := dual{v: x[%[2]d]}\nif i == %[2]d {\nv%[1]d.d = 1\n}\n", "dual{v: %s}",
		"dual%s(%s)"}.values(&b)
	for k, v := range p.Outputs {
		fmt.Fprintf(&b, "jacobian[%d+i] = v%d.d\n", k*size, v)
	}
	fmt.Fprintf(&b, "}\n}\n\n"+head+"t := &tape[0]\nt.n = 0\n", p.Name, "Reverse", size, size*len(p.Outputs))
	used := baseline{p, "t.val[v%d]", "v%d := t.leaf(x[%d])\n", "t.leaf(%s)", "t.%s(%s)"}.values(&b)
	for k, v := range p.Outputs {
		fmt.Fprintf(&b, "t.sweep(v%d)\n", v)
		for i, in := range p.Inputs {
			if used[in] {
				fmt.Fprintf(&b, "jacobian[%d] = t.bar[v%d]\n", k*size+i, in)
			}
		}
	}
	b.WriteString("}\n")
	return []byte(b.String())
}

// baseline is how one of the ways writes a number, an input, a constant, and a function.
type baseline struct {
	*source.Program
	number, input, constant, call string
}

// values computes all values that are operands or results, and gives which they are.
func (w baseline) values(b *strings.Builder) []bool {
	used := usedValues(w.Program)
	inputs := make(map[source.Value]int)
	for k, v := range w.Inputs {
		inputs[v] = k
	}
	for v := range w.Nodes {
		n := &w.Nodes[v]
		names, numbers := make([]string, len(n.Args)), make([]string, len(n.Args))
		for k, a := range n.Args {
			names[k], numbers[k] = fmt.Sprintf("v%d", a), fmt.Sprintf(w.number, a)
		}
		text := ""
		switch {
		case !used[v]:
			continue
		case n.Kind == source.Input:
			fmt.Fprintf(b, w.input, v, inputs[source.Value(v)])
			continue
		case n.Kind == source.Select:
			fmt.Fprintf(b, "v%d := %s\nif %s {\nv%[1]d = %[4]s\n}\n", v, names[2], names[0], names[1])
			continue
		case n.Kind == source.Compare:
			text = source.Expression(n.Kind, n.Func, numbers...)
		case n.Kind.IsCondition():
			text = source.Expression(n.Kind, "", names...)
		case n.Kind == source.Constant:
			text = fmt.Sprintf(w.constant, literal(n.Const))
		default:
			function := [...]string{source.Add: "add", source.Sub: "sub", source.Mul: "mul",
				source.Div: "div", source.Neg: "neg", source.Call: strings.ToLower(n.Func),
				source.Identity: "same"}[n.Kind]
			text = fmt.Sprintf(w.call, function, strings.Join(names, ", "))
		}
		fmt.Fprintf(b, "v%d := %s\n", v, text)
	}
	return used
}

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

func dualadd(a, b dual) dual { return dual{a.v + b.v, a.d + b.d} }
func dualsub(a, b dual) dual { return dual{a.v - b.v, a.d - b.d} }
func dualmul(a, b dual) dual { return dual{a.v * b.v, a.d*b.v + a.v*b.d} }
func dualdiv(a, b dual) dual { v := a.v / b.v; return dual{v, (a.d - v*b.d) / b.v} }
func dualneg(a dual) dual    { return dual{-a.v, -a.d} }
func dualsame(a dual) dual   { return a }

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
		switch first := source.Derivative(name, 0); source.Operands(name) {
		case 3: // FMA
			fmt.Fprintf(&b, `func dual%s(a, b, c dual) dual { return dualadd(dualmul(a, b), c) }
func (t *recorder) %[1]s(a, b, c int) int { return t.add(t.mul(a, b), c) }
`, low)
		case 2:
			fmt.Fprintf(&b, `func dual%[1]s(x, y dual) dual {
	a, b := x.v, y.v
	v, d := math.%[2]s(a, b), 0.0
	if x.d != 0 {
		d += x.d * (%[3]s)
	}
	if y.d != 0 {
		d += y.d * (%[4]s)
	}
	return dual{v, d}
}
func (t *recorder) %[1]s(x, y int) int {
	a, b := t.val[x], t.val[y]
	v := math.%[2]s(a, b)
	return t.put(v, x, y, %[3]s, %[4]s)
}
`, low, name, first, source.Derivative(name, 1))
		default:
			fmt.Fprintf(&b, `func dual%[1]s(x dual) dual {
	a := x.v
	v := math.%[2]s(a)
	return dual{v, x.d * (%[3]s)}
}
func (t *recorder) %[1]s(x int) int {
	a := t.val[x]
	v := math.%[2]s(a)
	return t.put(v, x, x, %[3]s, 0)
}
`, low, name, first)
		}
	}
	return []byte(b.String())
}
