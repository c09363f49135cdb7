package cppad

import (
	"maps"
	"slices"
	"strings"

	"facet/model/excerpt"
	"facet/model/programs/source"
)

// arguments are how many arguments each operator has that says so in its definition.
func arguments(name string) int {
	switch {
	case functions[name] != "" || name == "neg" || name == "sign":
		return 1
	case strings.HasPrefix(name, "cexp_"):
		return 4
	case name == "add" || name == "sub" || name == "mul" || name == "div" || name == "pow" || name == "azmul":
		return 2
	}
	return 0
}

// functions are the operators of one argument that are functions of package math.
var functions = map[string]string{
	"abs": "Abs", "acos": "Acos", "acosh": "Acosh", "asin": "Asin", "asinh": "Asinh", "atan": "Atan",
	"atanh": "Atanh", "cos": "Cos", "cosh": "Cosh",
	"erf": "Erf", "erfc": "Erfc", "exp": "Exp", "expm1": "Expm1", "log1p": "Log1p", "log": "Log",
	"sin": "Sin", "sinh": "Sinh", "sqrt": "Sqrt",
	"tan": "Tan", "tanh": "Tanh",
}

// operations are the operators of one or two arguments that are none.
var operations = map[string]source.Kind{"add": source.Add, "sub": source.Sub, "mul": source.Mul,
	"div": source.Div, "neg": source.Neg}

// others are the operators beside functions.
var others = []string{
	"neg", "sign", "add", "sub", "mul", "div", "pow", "azmul", "sum", "cexp_eq", "cexp_le", "cexp_lt",
	"comp_eq", "comp_le", "comp_lt", "comp_ne",
	"discrete", "atom", "atom4", "print",
}

// unknown are the operators whose derivatives only their program knows.
var unknown = map[string]string{"discrete": "discrete", "atom": "atomic", "atom4": "atomic"}

// define reads the definition of an operator.
func (g *graph) define(k int) {
	name, code, arity := "", 0, -1
	g.object(func(key string) {
		switch key {
		case "op_code":
			code = g.whole(k+1, k+1, key)
		case "name":
			if name = g.word(); functions[name] == "" && !slices.Contains(others, name) {
				known := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(functions)),
					others)))
				g.refuse("there is no operator %s: they are %s", excerpt.Of(name), strings.Join(known, ", "))
			}
		case "n_arg":
			arity = g.whole(1, 4, key)
		default:
			g.refuse("%s does not belong to a definition: it has op_code, name and n_arg", excerpt.Of(key))
		}
	})
	switch wanted := arguments(name); {
	case code == 0 || name == "":
		g.refuse("a definition has an op_code and a name")
	case wanted > 0 && arity != wanted:
		g.refuse("the definition of %s has n_arg %d, and should have %d", name, max(0, arity), wanted)
	case wanted == 0 && arity >= 0:
		g.refuse("the definition of %s has n_arg, which stands in its usages", name)
	}
	g.operators = append(g.operators, name)
}

// usage reads the usage of an operator, and makes its node.
func (g *graph) usage() {
	var u struct {
		name    string
		line, n int // n is how many arguments it says that it has
		args    []source.Value
	}
	argument := func(int) { u.args = append(u.args, g.node("an argument")) }
	g.list(func(k int) {
		if k == 0 {
			u.name, u.line = g.operator(), g.Line()
			return
		}
		if n := arguments(u.name); n > 0 {
			if k > n {
				g.refuse("the usage of %s goes on with %s behind its %d arguments", u.name, g.What(), n)
			}
			argument(k)
			return
		}
		if of := unknown[u.name]; of != "" {
			g.refuse("the %s function %s is called: only its program knows its derivatives", of,
				excerpt.Of(g.word()))
		}
		texts, results, least, most := ofUsage(u.name)
		switch k -= texts; {
		case k <= 0:
			g.word()
		case k == 1:
			g.whole(results, results, "n_result of "+u.name)
		case k == 2:
			u.n = g.whole(least, most, "n_arg of "+u.name)
		case k == 3:
			g.items("arguments", u.n, argument)
		default:
			g.refuse("the usage of %s goes on with %s behind its arguments", u.name, g.What())
		}
	})
	if len(u.args) == 0 || len(u.args) < arguments(u.name) {
		g.refuse("a usage of %s has %d arguments, and is cut off", u.name, len(u.args))
	}
	if v, is := g.result(u.name, u.line, u.args); is {
		g.nodes = append(g.nodes, v)
		g.small()
	}
}

// operator reads the op_code of a usage.
func (g *graph) operator() string {
	code := g.whole(1, maxCount, "an op_code")
	if code > len(g.operators) {
		g.refuse("the op_code %d is not defined: there are %d", code, len(g.operators))
	}
	return g.operators[code-1]
}

// ofUsage is what stands in the usage of an operator that says how many arguments it has:
// so many texts, so many results, and from least up to most arguments.
func ofUsage(name string) (texts, results, least, most int) {
	switch {
	case name == "print":
		return 2, 0, 2, 2
	case strings.HasPrefix(name, "comp_"):
		return 0, 0, 2, 2
	}
	return 0, 1, 1, maxList
}

// result makes the node of a usage; some have none.
func (g *graph) result(name string, line int, args []source.Value) (source.Value, bool) {
	m := &g.made
	switch name {
	case "add", "sub", "mul", "div", "neg":
		return m.Operation(line, operations[name], args...), true
	case "pow":
		return m.Power(line, args[0], args[1]), true
	case "sum":
		v := args[0]
		for _, a := range args[1:] {
			v = m.Operation(line, source.Add, v, a)
			g.small()
		}
		return v, true
	case "azmul":
		zero := m.Constant(0)
		return g.chosen(line, "==", args[0], zero, zero, m.Operation(line, source.Mul, args...)), true
	case "sign":
		zero := m.Constant(0)
		positive := g.chosen(line, "<", zero, args[0], m.Constant(1), zero)
		return g.chosen(line, "<", args[0], zero, m.Constant(-1), positive), true
	case "cexp_eq", "cexp_le", "cexp_lt":
		by := map[string]string{"cexp_eq": "==", "cexp_le": "<=", "cexp_lt": "<"}[name]
		return g.chosen(line, by, args[0], args[1], args[2], args[3]), true
	case "print", "comp_eq", "comp_le", "comp_lt", "comp_ne":
		return 0, false
	}
	return m.Call(line, functions[name], args...), true
}

// chosen is one number where two others compare as a relation says, and another where they
// do not.
func (g *graph) chosen(line int, relation string, left, right, yes, no source.Value) source.Value {
	return g.made.Select(line, g.made.Compare(line, relation, left, right), yes, no)
}
