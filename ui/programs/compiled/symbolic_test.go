package compiled_test

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"facet/model/programs/source"
)

// symbol is an expression of the textbook's way to differentiate: equal expressions are
// one, products with 0 and 1 are not made, and nothing else is known.
type symbol struct {
	op   string // "+", "-", "*", "/", "neg", "x", "c", or a function of C
	a, b int
	c    float64
}

// symbolic differentiates expressions forwards or backwards, with common subexpressions.
type symbolic struct {
	all   []symbol
	known map[symbol]int
}

func (s *symbolic) put(n symbol) int {
	if (n.op == "+" || n.op == "*") && n.a > n.b {
		n.a, n.b = n.b, n.a
	}
	if k, ok := s.known[n]; ok {
		return k
	}
	s.all = append(s.all, n)
	s.known[n] = len(s.all) - 1
	return len(s.all) - 1
}

func (s *symbolic) number(c float64) int     { return s.put(symbol{op: "c", c: c}) }
func (s *symbolic) is(k int, c float64) bool { return s.all[k].op == "c" && s.all[k].c == c }

func (s *symbolic) of(op string, a, b int) int {
	if s.all[a].op == "c" && s.all[b].op == "c" {
		x, y := s.all[a].c, s.all[b].c
		switch op {
		case "+":
			return s.number(x + y)
		case "-":
			return s.number(x - y)
		case "*":
			return s.number(x * y)
		case "/":
			return s.number(x / y)
		}
	}
	switch {
	case op == "+" && s.is(a, 0), op == "*" && s.is(a, 1), op == "*" && s.is(b, 0):
		return b
	case op == "+" && s.is(b, 0), op == "-" && s.is(b, 0), op == "*" && s.is(b, 1), op == "*" && s.is(a, 0),
		op == "/" && s.is(b, 1), op == "/" && s.is(a, 0):
		return a
	case op == "-" && s.is(a, 0), op == "*" && s.is(a, -1):
		return s.minus(b)
	case op == "*" && s.is(b, -1):
		return s.minus(a)
	case op == "+" && s.all[b].op == "neg":
		return s.of("-", a, s.all[b].a)
	case op == "+" && s.all[a].op == "neg":
		return s.of("-", b, s.all[a].a)
	case op == "-" && s.all[b].op == "neg":
		return s.of("+", a, s.all[b].a)
	}
	return s.put(symbol{op: op, a: a, b: b})
}

func (s *symbolic) minus(a int) int {
	switch s.all[a].op {
	case "neg":
		return s.all[a].a
	case "c":
		return s.number(-s.all[a].c)
	}
	return s.put(symbol{op: "neg", a: a, b: -1})
}

func (s *symbolic) call(fn string, a int, more ...int) int {
	return s.put(symbol{op: fn, a: a, b: append(more, -1)[0]})
}

// values makes the expressions of a program.
func (s *symbolic) values(p *source.Program) []int {
	v := make([]int, len(p.Nodes))
	for k, n := range p.Nodes {
		switch n.Kind {
		case source.Input:
			v[k] = s.put(symbol{op: "x", a: slices.Index(p.Inputs, source.Value(k)), b: -1})
		case source.Constant:
			v[k] = s.number(n.Const)
		case source.Identity:
			v[k] = v[n.Args[0]]
		case source.Neg:
			v[k] = s.minus(v[n.Args[0]])
		case source.Call:
			fn := map[string]string{"Abs": "fabs", "Max": "fmax", "Min": "fmin"}[n.Func]
			if fn == "" {
				fn = strings.ToLower(n.Func)
			}
			if len(n.Args) == 2 {
				v[k] = s.call(fn, v[n.Args[0]], v[n.Args[1]])
			} else {
				v[k] = s.call(fn, v[n.Args[0]])
			}
		default: // as the program has it
			v[k] = s.put(symbol{op: [...]string{source.Add: "+", source.Sub: "-", source.Mul: "*",
				source.Div: "/"}[n.Kind], a: v[n.Args[0]], b: v[n.Args[1]]})
		}
	}
	return v
}

// partial is the derivative of an operation by its k-th operand; false where the rule is
// not known.
func (s *symbolic) partial(n *source.Node, v []int, of source.Value, k int) (int, bool) {
	one := s.number(1)
	a, b, y := v[n.Args[0]], v[n.Args[len(n.Args)-1]], v[of]
	switch n.Kind {
	case source.Add, source.Identity:
		return one, true
	case source.Sub:
		return s.number(1 - 2*float64(k)), true
	case source.Neg:
		return s.number(-1), true
	case source.Mul:
		return []int{b, a}[k], true
	case source.Div:
		if k == 0 {
			return s.of("/", one, b), true
		}
		return s.minus(s.of("/", y, b)), true
	}
	switch n.Func {
	case "Sin":
		return s.call("cos", a), true
	case "Cos":
		return s.minus(s.call("sin", a)), true
	case "Exp":
		return y, true
	case "Log":
		return s.of("/", one, a), true
	case "Sqrt":
		return s.of("/", s.number(0.5), y), true
	case "Tanh":
		return s.of("-", one, s.of("*", y, y)), true
	case "Erfc":
		return s.of("*", s.number(-2/math.SqrtPi), s.call("exp", s.minus(s.of("*", a, a)))), true
	case "Erf":
		return s.of("*", s.number(2/math.SqrtPi), s.call("exp", s.minus(s.of("*", a, a)))), true
	case "Abs":
		return s.call("copysign", one, a), true
	case "Pow":
		if k == 0 && s.all[b].op == "c" {
			return s.of("*", b, s.call("pow", a, s.number(s.all[b].c-1))), true
		}
		if k == 0 {
			return s.of("*", b, s.of("/", y, a)), true
		}
		return s.of("*", y, s.call("log", a)), true
	}
	return 0, false
}

// symbolicCode is C that computes values and entries; empty where a rule is not known.
func (c *contest) symbolicCode(reverse bool) string {
	s := &symbolic{known: make(map[symbol]int)}
	p := c.p
	v := s.values(p)
	zero := s.number(0)
	column := make(map[int][]int) // forward by input, backward by output: of all values
	for _, e := range c.best.Entries {
		key := e.Input
		if reverse {
			key = e.Output
		}
		if column[key] != nil {
			continue
		}
		d := make([]int, len(p.Nodes))
		for k := range d {
			d[k] = zero
		}
		if reverse {
			d[p.Outputs[key]] = s.number(1)
		} else {
			d[p.Inputs[key]] = s.number(1)
		}
		for i := range p.Nodes {
			at := i
			if reverse {
				at = len(p.Nodes) - 1 - i
			}
			n := &p.Nodes[at]
			for k, a := range n.Args {
				if from := []source.Value{a, source.Value(at)}; s.is(d[from[map[bool]int{true: 1}[reverse]]],
					0) {
					continue
				}
				partial, ok := s.partial(n, v, source.Value(at), k)
				if !ok {
					return ""
				}
				if reverse {
					d[a] = s.of("+", d[a], s.of("*", d[at], partial))
				} else {
					d[at] = s.of("+", d[at], s.of("*", partial, d[a]))
				}
			}
		}
		column[key] = d
	}
	var results []int
	for _, o := range p.Outputs {
		results = append(results, v[o])
	}
	for _, e := range c.best.Entries {
		if reverse {
			results = append(results, column[e.Output][p.Inputs[e.Input]])
		} else {
			results = append(results, column[e.Input][p.Outputs[e.Output]])
		}
	}
	return s.written(results, inC)
}

// valuesCode computes the values alone, with the operations of the function.
func (c *contest) valuesCode(l language) string {
	s := &symbolic{known: make(map[symbol]int)}
	v := s.values(c.p)
	var results []int
	for _, o := range c.p.Outputs {
		results = append(results, v[o])
	}
	return s.written(results, l)
}

// language is how expressions are written.
type language struct {
	declared string              // a name and what it is
	function func(string) string // of a name in C
}

var (
	inC  = language{"const double %s = %s;\n", func(name string) string { return name }}
	inGo = language{"%s := %s\n", func(name string) string {
		if known, ok := map[string]string{"fabs": "Abs", "fmax": "Max", "fmin": "Min"}[name]; ok {
			return "math." + known
		}
		return "math." + strings.ToUpper(name[:1]) + name[1:]
	}}
)

// written has a line for each expression that is needed.
func (s *symbolic) written(results []int, l language) string {
	live := make([]bool, len(s.all))
	for _, r := range results {
		live[r] = true
	}
	for k := len(s.all) - 1; k >= 0; k-- {
		if n := s.all[k]; live[k] && n.op != "x" && n.op != "c" {
			live[n.a] = true
			if n.b >= 0 {
				live[n.b] = true
			}
		}
	}
	name := func(k int) string {
		if s.all[k].op == "c" {
			return fmt.Sprintf("(%#v)", s.all[k].c)
		}
		return fmt.Sprintf("v%d", k)
	}
	var b strings.Builder
	for k, n := range s.all {
		if !live[k] {
			continue
		}
		switch n.op {
		case "c":
		case "x":
			fmt.Fprintf(&b, l.declared, name(k), fmt.Sprintf("x[%d]", n.a))
		case "+", "-", "*", "/":
			fmt.Fprintf(&b, l.declared, name(k), name(n.a)+" "+n.op+" "+name(n.b))
		case "neg":
			fmt.Fprintf(&b, l.declared, name(k), "-"+name(n.a))
		default:
			args := name(n.a)
			if n.b >= 0 {
				args += ", " + name(n.b)
			}
			fmt.Fprintf(&b, l.declared, name(k), l.function(n.op)+"("+args+")")
		}
	}
	for k, r := range results {
		fmt.Fprintf(&b, "r[%d] = %s;\n", k, name(r))
	}
	return b.String()
}
