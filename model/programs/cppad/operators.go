package cppad

import (
	"maps"
	"slices"
	"strings"

	"facet/model"
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
	"abs": "Abs", "acos": "Acos", "acosh": "Acosh", "asin": "Asin", "asinh": "Asinh", "atan": "Atan", "atanh": "Atanh", "cos": "Cos", "cosh": "Cosh",
	"erf": "Erf", "erfc": "Erfc", "exp": "Exp", "expm1": "Expm1", "log1p": "Log1p", "log": "Log", "sin": "Sin", "sinh": "Sinh", "sqrt": "Sqrt",
	"tan": "Tan", "tanh": "Tanh",
}

// others are the operators beside those.
var others = []string{
	"neg", "sign", "add", "sub", "mul", "div", "pow", "azmul", "sum", "cexp_eq", "cexp_le", "cexp_lt", "comp_eq", "comp_le", "comp_lt", "comp_ne",
	"discrete", "atom", "atom4", "print",
}

// define reads the definition of an operator.
func (g *graph) define(k int) {
	name, code, arity := "", 0, -1
	g.want('{', "a definition")
	for {
		switch key := string(g.word("{ or a comma")); key {
		case "op_code":
			g.want(':', key)
			code = g.whole(k+1, k+1, key)
		case "name":
			g.want(':', key)
			name = string(g.word(key))
			if functions[name] == "" && !slices.Contains(others, name) {
				known := slices.Sorted(slices.Values(slices.Concat(slices.Collect(maps.Keys(functions)), others)))
				g.refuse("there is no operator %s: they are %s", model.Excerpt([]byte(name)), strings.Join(known, ", "))
			}
		case "n_arg":
			g.want(':', key)
			arity = g.whole(1, 4, key)
		default:
			g.refuse("%s does not belong to a definition: it has op_code, name and n_arg", model.Excerpt([]byte(key)))
		}
		if g.next(); g.kind == '}' {
			break
		}
		if g.kind != ',' {
			g.refuse("a comma or } should stand in a definition, and not %s", g.found())
		}
	}
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
	g.want('[', "a comma or [")
	name := ""
	if code := g.whole(1, maxCount, "an op_code"); code <= len(g.operators) {
		name = g.operators[code-1]
	} else {
		g.refuse("the op_code %d is not defined: there are %d", code, len(g.operators))
	}
	line := g.line
	var args []source.Value
	if n := arguments(name); n > 0 {
		for range n {
			g.want(',', "an op_code or an argument")
			args = append(args, g.node("an argument"))
		}
	} else {
		g.want(',', "an op_code")
		args = g.counted(name)
	}
	g.want(']', "the last argument")
	if v, is := g.result(name, line, args); is {
		g.nodes = append(g.nodes, v)
		g.small()
	}
}

// counted reads the rest of a usage that says how many arguments it has.
func (g *graph) counted(name string) []source.Value {
	results, least, most := 1, 1, maxList
	switch {
	case name == "discrete" || name == "atom" || name == "atom4":
		of := map[bool]string{true: "discrete", false: "atomic"}[name == "discrete"]
		g.refuse("the %s function %s is called: only its program knows its derivatives", of, model.Excerpt(g.word("an op_code")))
	case name == "print":
		g.word("an op_code")
		g.want(',', "a text")
		g.word("a comma")
		g.want(',', "a text")
		results, least, most = 0, 2, 2
	case strings.HasPrefix(name, "comp_"):
		results, least, most = 0, 2, 2
	}
	g.whole(results, results, "n_result of "+name)
	g.want(',', "n_result")
	n := g.whole(least, most, "n_arg of "+name)
	g.want(',', "n_arg")
	var args []source.Value
	g.items("arguments", n, func(int) { args = append(args, g.node("an argument")) })
	return args
}

// result makes the node of a usage; some have none.
func (g *graph) result(name string, line int, args []source.Value) (source.Value, bool) {
	m := &g.made
	switch name {
	case "add":
		return m.Operation(line, source.Add, args...), true
	case "sub":
		return m.Operation(line, source.Sub, args...), true
	case "mul":
		return m.Operation(line, source.Mul, args...), true
	case "div":
		return m.Operation(line, source.Div, args...), true
	case "neg":
		return m.Operation(line, source.Neg, args...), true
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
	case "cexp_eq":
		return g.chosen(line, "==", args[0], args[1], args[2], args[3]), true
	case "cexp_le":
		return g.chosen(line, "<=", args[0], args[1], args[2], args[3]), true
	case "cexp_lt":
		return g.chosen(line, "<", args[0], args[1], args[2], args[3]), true
	case "print", "comp_eq", "comp_le", "comp_lt", "comp_ne":
		return 0, false
	}
	return m.Call(line, functions[name], args...), true
}

// chosen is one number where two others compare as a relation says, and another where they
// do not.
func (g *graph) chosen(line int, relation string, left, right, yes, no source.Value) source.Value {
	a, isKnown := g.made.Known(left)
	b, alsoKnown := g.made.Known(right)
	switch {
	case !isKnown || !alsoKnown:
		return g.made.Select(line, g.made.Compare(line, relation, left, right), yes, no)
	case a == b && relation != "<", a < b && relation != "==":
		return yes
	}
	return no
}
