package code

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
)

// Branching is a random function F of x, y and z with branches on values, as Go source and
// as a computation of its own, which shares nothing with how Go is read.
type Branching struct {
	Text string
	body []statement
}

// Numbers compute with some kind of numbers.
type Numbers[T any] interface {
	Constant(c float64) T
	Apply(op string, a, b T) T // + - * / sqrt abs min max; b is nothing to those of one operand
	Less(a, b T) bool
	Equal(a, b T) bool
}

// The forms of expressions, conditions and statements: an operation, or a name.
type expr struct {
	op   string // empty for a variable or a constant
	name string
	c    float64
	args []expr
}

type test struct {
	op   string // < <= == && || !
	args []expr
	of   []test
}

type statement struct {
	name  string // of an assignment
	value expr
	index int // of an assignment to n: how n is set
	cases []branch
	turns int // of a loop
	leave string
}

type branch struct {
	when *test // nil for else
	body []statement
}

// NewBranching makes a random function.
func NewBranching(rng *rand.Rand) *Branching {
	g := &brancher{rng: rng}
	b := &Branching{body: g.block(2+rng.IntN(4), 0, false)}
	var text strings.Builder
	text.WriteString("package p\n\nimport \"math\"\n\nvar _ = math.Pi\n\nfunc F(x, y, z float64) (u, v float64) {\n\ta, n := [3]float64{x, 1, y}, 0\n\t_, _ = a, n\n")
	write(&text, b.body, 1)
	text.WriteString("\tu += x * v\n\tv += a[n]\n\treturn u, v\n}\n")
	b.Text = text.String()
	return b
}

type brancher struct{ rng *rand.Rand }

var variables = []string{"x", "y", "z", "u", "v", "a[0]", "a[1]", "a[2]", "a[n]"}

func (g *brancher) leaf() expr {
	if g.rng.IntN(5) == 0 {
		return expr{c: []float64{0, 1, -1, 0.5, 2}[g.rng.IntN(5)]}
	}
	return expr{name: variables[g.rng.IntN(len(variables))]}
}

func (g *brancher) expr(depth int) expr {
	if depth == 0 || g.rng.IntN(4) == 0 {
		return g.leaf()
	}
	switch op := []string{"+", "-", "*", "*", "/", "sqrt", "abs", "min", "max"}[g.rng.IntN(9)]; op {
	case "sqrt", "abs":
		return expr{op: op, args: []expr{g.expr(depth - 1)}}
	case "/":
		return expr{op: op, args: []expr{g.expr(depth - 1), {name: variables[g.rng.IntN(8)]}}}
	default:
		return expr{op: op, args: []expr{g.expr(depth - 1), g.expr(depth - 1)}}
	}
}

func (g *brancher) test(depth int) test {
	switch k := g.rng.IntN(8); {
	case k == 0 && depth > 0:
		return test{op: "!", of: []test{g.test(depth - 1)}}
	case k < 3 && depth > 0:
		return test{op: []string{"&&", "||"}[g.rng.IntN(2)], of: []test{g.test(depth - 1), g.test(depth - 1)}}
	}
	return test{op: []string{"<", "<", "<=", "=="}[g.rng.IntN(4)], args: []expr{g.leaf(), g.expr(1)}}
}

func (g *brancher) block(n, depth int, inLoop bool) []statement {
	var all []statement
	for range n {
		k := g.rng.IntN(10)
		switch {
		case k < 4 && depth < 2:
			s := statement{}
			for range 1 + g.rng.IntN(2) {
				t := g.test(1)
				s.cases = append(s.cases, branch{&t, g.block(1+g.rng.IntN(2), depth+1, inLoop)})
			}
			if g.rng.IntN(2) == 0 {
				s.cases = append(s.cases, branch{nil, g.block(1, depth+1, inLoop)})
			}
			if len(s.cases) > 0 && g.rng.IntN(4) == 0 {
				body := &s.cases[0].body
				*body = append(*body, statement{leave: []string{"return u, v", "return v, x"}[g.rng.IntN(2)]})
				if inLoop && g.rng.IntN(3) > 0 {
					(*body)[len(*body)-1].leave = []string{"break", "continue"}[g.rng.IntN(2)]
				}
			}
			all = append(all, s)
		case k == 4 && depth < 2:
			all = append(all, statement{turns: 2 + g.rng.IntN(3),
				cases: []branch{{nil, g.block(2, depth+1, true)}}})
		case k == 5:
			all = append(all, statement{name: "n", index: g.rng.IntN(4)})
		default:
			names := []string{"u", "v", "u", "v", "x", "a[0]", "a[2]", "a[n]"}
			all = append(all, statement{name: names[g.rng.IntN(len(names))], value: g.expr(2)})
		}
	}
	return all
}

func (e expr) String() string {
	switch {
	case e.op == "" && e.name != "":
		return e.name
	case e.op == "" && e.c == 0: // 0·x is not folded by Go
		return "0.0"
	case e.op == "":
		return fmt.Sprintf("float64(%v)", e.c)
	case e.op == "sqrt" || e.op == "abs":
		return "math." + strings.ToUpper(e.op[:1]) + e.op[1:] + "(" + e.args[0].String() + ")"
	case e.op == "min" || e.op == "max":
		return e.op + "(" + e.args[0].String() + ", " + e.args[1].String() + ")"
	}
	return "float64(" + e.args[0].String() + " " + e.op + " " + e.args[1].String() + ")"
}

func (t test) String() string {
	switch t.op {
	case "!":
		return "!(" + t.of[0].String() + ")"
	case "&&", "||":
		return "(" + t.of[0].String() + " " + t.op + " " + t.of[1].String() + ")"
	}
	return t.args[0].String() + " " + t.op + " " + t.args[1].String()
}

func write(b *strings.Builder, all []statement, depth int) {
	margin := strings.Repeat("\t", depth)
	for _, s := range all {
		switch {
		case s.leave != "":
			b.WriteString(margin + s.leave + "\n")
		case s.turns > 0:
			fmt.Fprintf(b, "%sfor range %d {\n", margin, s.turns)
			write(b, s.cases[0].body, depth+1)
			b.WriteString(margin + "}\n")
		case len(s.cases) > 0:
			for k, c := range s.cases {
				head := map[bool]string{true: margin + "if ", false: margin + "} else if "}[k == 0]
				if c.when == nil {
					b.WriteString(margin + "} else {\n")
				} else {
					b.WriteString(head + c.when.String() + " {\n")
				}
				write(b, c.body, depth+1)
			}
			b.WriteString(margin + "}\n")
		case s.name == "n":
			fmt.Fprintf(b, "%sn = %s\n", margin, []string{"0", "1", "2", "(n + 1) % 3"}[s.index])
		default:
			fmt.Fprintf(b, "%s%s = %s\n", margin, s.name, s.value)
		}
	}
}

// walk carries a function out on numbers.
type walk[T any] struct {
	of     Numbers[T]
	vars   map[string]T
	n      int
	result [2]T
}

// Walk computes a function of x, y and z.
func Walk[T any](b *Branching, of Numbers[T], x, y, z T) [2]T {
	zero := of.Constant(0)
	w := &walk[T]{of: of, vars: map[string]T{"x": x, "y": y, "z": z, "u": zero, "v": zero, "a[0]": x,
		"a[1]": of.Constant(1), "a[2]": y}}
	if w.block(b.body) == "return" {
		return w.result
	}
	w.vars["u"] = of.Apply("+", w.vars["u"], of.Apply("*", w.vars["x"], w.vars["v"]))
	return [2]T{w.vars["u"], of.Apply("+", w.vars["v"], w.vars[w.at("a[n]")])}
}

func (w *walk[T]) at(name string) string {
	return strings.Replace(name, "[n]", fmt.Sprintf("[%d]", w.n), 1)
}

// block carries statements out, and says how they were left.
func (w *walk[T]) block(all []statement) string {
	for _, s := range all {
		switch {
		case s.leave != "":
			if rest, is := strings.CutPrefix(s.leave, "return "); is {
				names := strings.Split(rest, ", ")
				w.result = [2]T{w.vars[names[0]], w.vars[names[1]]}
				return "return"
			}
			return s.leave
		case s.turns > 0:
			for range s.turns {
				how := w.block(s.cases[0].body)
				if how == "return" {
					return how
				}
				if how == "break" {
					break
				}
			}
		case len(s.cases) > 0:
			for _, c := range s.cases {
				if c.when == nil || w.holds(*c.when) {
					if how := w.block(c.body); how != "" {
						return how
					}
					break
				}
			}
		case s.name == "n":
			w.n = []int{0, 1, 2, (w.n + 1) % 3}[s.index]
		default:
			w.vars[w.at(s.name)] = w.value(s.value)
		}
	}
	return ""
}

func (w *walk[T]) value(e expr) T {
	switch {
	case e.op == "" && e.name != "":
		return w.vars[w.at(e.name)]
	case e.op == "":
		return w.of.Constant(e.c)
	}
	a := w.value(e.args[0])
	if len(e.args) == 1 {
		return w.of.Apply(e.op, a, a)
	}
	return w.of.Apply(e.op, a, w.value(e.args[1]))
}

func (w *walk[T]) holds(t test) bool {
	switch t.op {
	case "!":
		return !w.holds(t.of[0])
	case "&&":
		return w.holds(t.of[0]) && w.holds(t.of[1])
	case "||":
		return w.holds(t.of[0]) || w.holds(t.of[1])
	}
	a, b := w.value(t.args[0]), w.value(t.args[1])
	switch t.op {
	case "<":
		return w.of.Less(a, b)
	case "<=":
		return w.of.Less(a, b) || w.of.Equal(a, b)
	}
	return w.of.Equal(a, b)
}

// Large are numbers of 400 bits. Close says how near two numbers came, relative to 1 and
// them, that decided which way was gone.
type Large struct{ Close float64 }

// Precision of Large numbers.
const Precision = 400

// Constant is a number of the program.
func (l *Large) Constant(c float64) *big.Float {
	return new(big.Float).SetPrec(Precision).SetFloat64(c)
}

// Less compares, and looks how sure it is.
func (l *Large) Less(a, b *big.Float) bool {
	off, _ := new(big.Float).Sub(a, b).Float64()
	size, _ := new(big.Float).Abs(a).Float64()
	l.Close = min(l.Close, max(off, -off)/(1+size))
	return a.Cmp(b) < 0
}

// Equal compares as Less does.
func (l *Large) Equal(a, b *big.Float) bool { return !l.Less(a, b) && a.Cmp(b) == 0 }

// Apply computes; what has no value panics, as big.Float does.
func (l *Large) Apply(op string, a, b *big.Float) *big.Float {
	r := new(big.Float).SetPrec(Precision)
	switch op {
	case "+":
		return r.Add(a, b)
	case "-":
		return r.Sub(a, b)
	case "*":
		return r.Mul(a, b)
	case "/":
		if b.Sign() == 0 {
			panic(big.ErrNaN{})
		}
		return r.Quo(a, b)
	case "sqrt":
		if a.Sign() <= 0 {
			panic(big.ErrNaN{})
		}
		return r.Sqrt(a)
	case "abs":
		l.Less(a, l.Constant(0))
		return r.Abs(a)
	case "min":
		if l.Less(b, a) {
			return b
		}
		return a
	case "max":
		if l.Less(a, b) {
			return b
		}
		return a
	}
	panic("no operation " + op)
}
