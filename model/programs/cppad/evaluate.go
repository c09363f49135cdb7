package cppad

import (
	"math"
	"strconv"
	"strings"
)

// graphTokens splits a graph into brackets, texts and numbers.
func graphTokens(text string) (all []string) {
	for text = strings.TrimPrefix(text, "\ufeff"); len(text) > 0; {
		end := strings.IndexAny(text, "\"[]{},: \t\r\n")
		switch {
		case end > 0:
			all = append(all, text[:end])
		case end < 0:
			return append(all, text)
		case text[0] == '"':
			end = 2 + strings.IndexByte(text[1:], '"')
			all = append(all, text[:end])
		case strings.IndexByte("[]{}", text[0]) >= 0:
			all = append(all, text[:1])
			end = 1
		default:
			end = 1
		}
		text = text[end:]
	}
	return all
}

// graphTree is a word or a list; an object is the list of its names and values.
type graphTree struct {
	word  string
	items []graphTree
}

// graphParse takes one value from tokens.
func graphParse(tokens []string) (graphTree, []string) {
	t := graphTree{word: tokens[0]}
	tokens = tokens[1:]
	if t.word != "[" && t.word != "{" {
		return t, tokens
	}
	for tokens[0] != "]" && tokens[0] != "}" {
		var item graphTree
		item, tokens = graphParse(tokens)
		t.items = append(t.items, item)
	}
	return t, tokens[1:]
}

// member is the value of a name of an object.
func (t graphTree) member(name string) graphTree {
	for i := 0; i+1 < len(t.items); i += 2 {
		if t.items[i].word == `"`+name+`"` {
			return t.items[i+1]
		}
	}
	return graphTree{}
}

func (t graphTree) number() float64 {
	v, err := strconv.ParseFloat(t.word, 64)
	if err != nil {
		panic(err)
	}
	return v
}

func (t graphTree) whole() int { return int(t.number()) }

// graphStep is the usage of an operator that makes a node.
type graphStep struct {
	name string
	args []int
}

// graphSteps are the usages of operators that make nodes.
func graphSteps(root graphTree) (steps []graphStep) {
	var names []string
	for _, d := range root.member("op_define_vec").items[1].items {
		names = append(names, strings.Trim(d.member("name").word, `"`))
	}
	for _, u := range root.member("op_usage_vec").items[1].items {
		s := graphStep{name: names[u.items[0].whole()-1]}
		args := u.items[1:]
		if last := args[len(args)-1]; last.word == "[" {
			if args[len(args)-3].whole() == 0 {
				continue
			}
			args = last.items
		}
		for _, a := range args {
			s.args = append(s.args, a.whole())
		}
		steps = append(steps, s)
	}
	return steps
}

// evaluateGraph gives the function that computes the dependent variables of a graph, or
// their sum, each times its weight, from its variables, parameters and weights. It knows
// the file alone and none of the rest of this package. The file has been read before: it
// panics where that would have refused it. It is compiled by facet code --check, too,
// beside the code that is checked.
func evaluateGraph(text string, isWeighted bool) func(x []float64) []float64 {
	root, _ := graphParse(graphTokens(text))
	parameters, variables := root.member("n_dynamic_ind").whole(), root.member("n_variable_ind").whole()
	constants, dependents := root.member("constant_vec").items[1].items, root.member("dependent_vec").
		items[1].items
	steps := graphSteps(root)
	return func(x []float64) []float64 {
		nodes := append([]float64{0}, x[variables:variables+parameters]...)
		nodes = append(nodes, x[:variables]...)
		for _, c := range constants {
			nodes = append(nodes, c.number())
		}
		for _, s := range steps {
			nodes = append(nodes, graphOperation(s, nodes))
		}
		var all []float64
		for _, n := range dependents {
			all = append(all, nodes[n.whole()])
		}
		if !isWeighted {
			return all
		}
		sum := 0.0
		for i, v := range all {
			sum += x[variables+parameters+i] * v
		}
		return []float64{sum}
	}
}

// graphOperation is the value of an operator.
func graphOperation(s graphStep, nodes []float64) float64 {
	a, b := nodes[s.args[0]], nodes[s.args[len(s.args)-1]]
	switch s.name {
	case "add":
		return a + b
	case "sub":
		return a - b
	case "mul":
		return a * b
	case "div":
		return a / b
	case "neg":
		return -a
	case "pow":
		return graphPower(a, b)
	case "azmul":
		if a == 0 {
			return 0
		}
		return a * b
	case "sum":
		for _, k := range s.args[1:] {
			a += nodes[k]
		}
		return a
	case "sign":
		switch {
		case a < 0:
			return -1
		case a > 0:
			return 1
		}
		return 0
	case "cexp_eq", "cexp_le", "cexp_lt":
		right := nodes[s.args[1]]
		if s.name == "cexp_eq" && a == right || s.name == "cexp_le" && a <= right || s.name == "cexp_lt" &&
			a < right {
			return nodes[s.args[2]]
		}
		return b
	}
	return graphFunctions[s.name](a)
}

// graphPower is a power as facet computes it: of a few exponents by products or a
// quotient.
func graphPower(a, b float64) float64 {
	switch b {
	case 2:
		return a * a
	case 3:
		return a * (a * a)
	case -1:
		return 1 / a
	}
	return math.Pow(a, b)
}

// graphFunctions are the operators of one argument.
var graphFunctions = map[string]func(float64) float64{
	"abs": math.Abs, "acos": math.Acos, "acosh": math.Acosh, "asin": math.Asin, "asinh": math.Asinh,
	"atan":  math.Atan,
	"atanh": math.Atanh, "cos": math.Cos, "cosh": math.Cosh, "erf": math.Erf, "erfc": math.Erfc,
	"exp": math.Exp, "expm1": math.Expm1,
	"log": math.Log, "log1p": math.Log1p, "sin": math.Sin, "sinh": math.Sinh, "sqrt": math.Sqrt,
	"tan": math.Tan, "tanh": math.Tanh,
}
