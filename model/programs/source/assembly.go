package source

import (
	"fmt"
	"go/token"
	"strconv"
	"strings"
	"unicode"
)

// Assembly puts a program together that is written down in another form than Go: its
// inputs first, then constants and operations, each after its operands. Equal operations
// are made once and constants are folded, as for Go.
type Assembly struct {
	builder builder
	inputs  []Value
	params  []Port
}

// Param adds a parameter: an array of n numbers, or a single number where n is 0.
func (a *Assembly) Param(name string, n int) []Value {
	port := PortOf(name, n)
	a.params = append(a.params, port)
	from := len(a.inputs)
	for _, entry := range port.Entries {
		a.inputs = append(a.inputs, a.builder.input(name+entry))
	}
	return a.inputs[from:]
}

// PortOf is a parameter or result of n numbers; of a single one where n is 0.
func PortOf(name string, n int) Port {
	if n == 0 {
		return Port{Name: name, Type: "float64", Entries: []string{""}}
	}
	p := Port{Name: name, Type: "[" + strconv.Itoa(n) + "]float64", Entries: make([]string, n)}
	for k := range p.Entries {
		p.Entries[k] = "[" + strconv.Itoa(k) + "]"
	}
	return p
}

// Constant makes a constant.
func (a *Assembly) Constant(c float64) Value { return a.builder.constant(c) }

// Operation makes an operation of a line of the source.
func (a *Assembly) Operation(line int, kind Kind, args ...Value) Value {
	return a.builder.operation(kind, "", line, args...)
}

// Call makes a call of a function of package math.
func (a *Assembly) Call(line int, fn string, args ...Value) Value {
	return a.builder.operation(Call, fn, line, args...)
}

// Compare makes a condition: whether two numbers compare as a relation says, <, <= or ==. One
// that is known is the constant 1 or 0.
func (a *Assembly) Compare(line int, relation string, x, y Value) Value {
	return a.builder.operation(Compare, relation, line, x, y)
}

// Select makes one number where a condition holds, and another where it does not.
func (a *Assembly) Select(line int, condition, x, y Value) Value {
	return a.builder.operation(Select, "", line, condition, x, y)
}

// Power makes x to the power of y. A square or a cube is made of products, and for
// exponents of -1 and 1/2 there is a quotient or a root: their derivatives cost less.
func (a *Assembly) Power(line int, x, y Value) Value {
	switch b := &a.builder; {
	case b.isValue(y, 2):
		return a.Operation(line, Mul, x, x)
	case b.isValue(y, 3):
		return a.Operation(line, Mul, x, a.Operation(line, Mul, x, x))
	case b.isValue(y, 0.5):
		return a.Call(line, "Sqrt", x)
	case b.isValue(y, -1):
		return a.Operation(line, Div, a.Constant(1), x)
	}
	return a.Call(line, "Pow", x, y)
}

// Name gives a value the name that the source has for it, if it has none.
func (a *Assembly) Name(v Value, name string) {
	if n := &a.builder.nodes[v]; n.Kind >= Add && n.Name == "" {
		n.Name = name
	}
}

// Nodes is how many inputs, constants and operations there are, those included that no
// result needs.
func (a *Assembly) Nodes() int { return len(a.builder.nodes) }

// Outputs are values that belong together as one result: an array, or a number where
// IsScalar.
type Outputs struct {
	Name     string
	Values   []Value
	IsScalar bool
}

// Program finishes the assembly. The file's name names the program where name is empty.
// By are the parameters to differentiate by, if the user names none; empty for all.
func (a *Assembly) Program(file, name string, by []string, results ...Outputs) *Program {
	p := &Program{Name: titleOf(file, name), File: file, Params: a.params, By: by, Inputs: a.inputs}
	p.Package = packageOf(p.Name)
	var outputs []Value
	for _, r := range results {
		n := len(r.Values)
		if r.IsScalar {
			n = 0
		}
		p.Results = append(p.Results, PortOf(r.Name, n))
		outputs = append(outputs, r.Values...)
	}
	p.Nodes, p.Outputs = a.builder.finish(outputs, 0)
	for k := range p.Inputs { // finish has put them first
		p.Inputs[k] = Value(k)
	}
	p.name()
	for v := range p.Nodes {
		if n := &p.Nodes[v]; n.Kind >= Add {
			n.Text = p.textOf(n)
		}
	}
	return p
}

// Weighted finishes the assembly as the sum of all results, each times a weight: what has
// second derivatives where there are several results. Each result's weights are a
// parameter, whose name weights says.
func (a *Assembly) Weighted(file, name, sum string, by, weights []string, results ...Outputs) *Program {
	total := a.Constant(0)
	for k, r := range results {
		n := len(r.Values)
		if r.IsScalar {
			n = 0
		}
		for i, w := range a.Param(weights[k], n) {
			total = a.Operation(0, Add, total, a.Operation(0, Mul, w, r.Values[i]))
		}
	}
	return a.Program(file, name, by, Outputs{Name: sum, Values: []Value{total}, IsScalar: true})
}

// textOf writes an operation with the names of its operands.
func (p *Program) textOf(n *Node) string {
	args := make([]string, len(n.Args))
	for k, v := range n.Args {
		args[k] = p.Nodes[v].Name
	}
	switch n.Kind {
	case Select:
		return "if " + args[0] + " then " + args[1] + " else " + args[2]
	case Call:
		return strings.ToLower(n.Func) + "(" + strings.Join(args, ", ") + ")"
	}
	return Expression(n.Kind, n.Func, args...)
}

// Expression writes an operation that has an operator, in Go as in C.
func Expression(kind Kind, relation string, args ...string) string {
	switch kind {
	case Identity:
		return args[0]
	case Neg:
		return "-" + args[0]
	case Not:
		return "!" + args[0]
	case Compare:
		return args[0] + " " + relation + " " + args[1]
	}
	operator := map[Kind]string{Add: " + ", Sub: " - ", Mul: " * ", Div: " / ", And: " && ", Or: " || "}
	return args[0] + operator[kind] + args[1]
}

// titleOf makes the name of a function, in Go and in C, of a name or of a file's name.
func titleOf(file, name string) string {
	if strings.Trim(name, "_ ") == "" {
		name = file[strings.LastIndexAny(file, `/\`)+1:]
		name, _, _ = strings.Cut(name, ".")
	}
	var b strings.Builder
	up := true
	for _, r := range name {
		switch {
		case r >= 'a' && r <= 'z' && up:
			b.WriteRune(unicode.ToUpper(r))
		case r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' && b.Len() > 0:
			b.WriteRune(r)
		default:
			up = true
			continue
		}
		up = false
		if b.Len() == 60 {
			break
		}
	}
	if b.Len() == 0 {
		return "Function"
	}
	return b.String()
}

// packageOf is the name of a function's package.
func packageOf(name string) string {
	if name = strings.ToLower(name); token.IsKeyword(name) || name == "main" {
		name += "s"
	}
	return name
}

// Shim is Go for the function of a program that another function evaluates: make is a
// call that makes it, a func(x []float64) []float64 of all inputs.
func (p *Program) Shim(maker string) []byte {
	var b strings.Builder
	var params, results, values []string
	for _, in := range p.Params {
		params = append(params, in.Name+" "+in.Type)
		if in.Scalar() {
			values = append(values, fmt.Sprintf("all = append(all, %s)", in.Name))
		} else {
			values = append(values, fmt.Sprintf("all = append(all, %s[:]...)", in.Name))
		}
	}
	at := 0
	var stores []string
	for _, out := range p.Results {
		results = append(results, out.Name+" "+out.Type)
		if out.Scalar() {
			stores = append(stores, fmt.Sprintf("%s = values[%d]", out.Name, at))
		} else {
			stores = append(stores, fmt.Sprintf("copy(%s[:], values[%d:])", out.Name, at))
		}
		at += len(out.Entries)
	}
	fmt.Fprintf(&b,
		"package own\n\nvar evaluator = %s\n\nfunc %s(%s) (%s) {\n\tvar all []float64\n\t%s\n\tvalues := evaluator(all)\n\t%s\n\treturn\n}\n",
		maker, p.Name, strings.Join(params, ", "), strings.Join(results, ", "), strings.Join(values, "\n\t"),
		strings.Join(stores, "\n\t"))
	return []byte(b.String())
}
