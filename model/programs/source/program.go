package source

import (
	"maps"
	"math"
	"slices"
)

// Value names an input, a constant or an operation of a program: its position in
// Program.Nodes.
type Value int32

// Kind is what a node is.
type Kind uint8

// The kinds of nodes. Those from Add on are operations.
const (
	Input Kind = iota
	Constant
	Add      // a + b
	Sub      // a - b
	Mul      // a * b
	Div      // a / b
	Neg      // -a
	Call     // a function of package math of up to three operands
	Identity // a result that is an input, or that other operations use, too
	Select   // one operand or another, as a condition, the first operand, holds or not
	Compare  // a condition: whether two numbers compare as Func says, by <, <= or ==
	And      // conditions of conditions
	Or
	Not
)

// IsCondition reports whether a node is no number, but holds or does not.
func (k Kind) IsCondition() bool { return k >= Compare }

// Node is an input, a constant or an operation.
type Node struct {
	Kind  Kind
	Args  []Value
	Func  string  // of a Call: its name in package math; of a Compare: <, <= or ==
	Const float64 // of a Constant
	Name  string  // what the source calls it, or t1, t2 and so on
	Text  string  // of an operation: as in the source, "a*b"
	Line  int     // of the source; 0 for inputs and constants
}

// Port is an input or a result as the function's signature has it.
type Port struct {
	Name    string   // empty for results without names
	Type    string   // as the function's package writes it: float64, [3]float64
	Entries []string // how its scalars are reached: "[0]"; one empty string for a float64
}

// Scalar reports whether a port is a single float64.
func (p Port) Scalar() bool { return len(p.Entries) == 1 && p.Entries[0] == "" }

// Program is a function of scalars as a sequence of elemental operations, each
// after its operands.
type Program struct {
	Package   string
	GoVersion string // of its module, as in go1.22; empty for the newest
	Name      string
	Call      string // of a method: how it is called, as in Type.Method
	File      string
	Text      string // the source
	Excerpt   []File // the function and what it needs, as the source has it
	Evaluated bool   // whether Excerpt evaluates the source, which is not in Go
	Nodes     []Node // the inputs first
	Params    []Port
	Results   []Port
	By        []string // the parameters to differentiate by, if the user names none; empty for all
	Inputs    []Value  // one for each scalar of the parameters, in their order
	Outputs   []Value  // one for each scalar of the results; a constant has no derivative
}

// Partial is the derivative of an operation by one of its different operands.
type Partial struct {
	Of, By Value
	Unit   int // 1 or -1 where that is its value, 0 elsewhere
}

// Partials lists the partial derivatives of an operation, one for each operand
// that is no constant; an operand that stands several times has one. The sign that Copysign
// takes from its second operand is constant between jumps.
func (p *Program) Partials(v Value) []Partial {
	n := &p.Nodes[v]
	if n.Kind.IsCondition() {
		return nil
	}
	var all []Partial
	if p.isStep(n) {
		return nil
	}
	for k, a := range n.Args {
		if p.Nodes[a].Kind == Constant || p.Nodes[a].Kind.IsCondition() || slices.Contains(n.Args[:k], a) ||
			n.Func == "Copysign" && k == 1 {
			continue
		}
		all = append(all, Partial{Of: v, By: a, Unit: p.unit(n, k)})
	}
	return all
}

// unit is 1 or -1 where the derivative by the k-th operand is that.
func (p *Program) unit(n *Node, k int) int {
	twice := len(n.Args) == 2 && n.Args[0] == n.Args[1]
	switch n.Kind {
	case Add:
		if twice {
			return 0
		}
		return 1
	case Sub:
		return 1 - 2*k // equal operands are folded to zero
	case Neg:
		return -1
	case Identity:
		return 1
	case Mul, Div:
		if other := n.Args[1-k]; !twice && p.Nodes[other].Kind == Constant && (n.Kind == Mul || k == 0) {
			switch p.Nodes[other].Const {
			case 1:
				return 1
			case -1:
				return -1
			}
		}
	case Call:
		if n.Func == "FMA" && k == 2 {
			return 1
		}
	}
	return 0
}

// Active reports which values lie between inputs and outputs, whose positions are given: a
// derivative leads from an input to each, and from each to an output.
func (p *Program) Active(inputs, outputs []int) []bool {
	depends, needed := make([]bool, len(p.Nodes)), make([]bool, len(p.Nodes))
	for _, k := range inputs {
		depends[p.Inputs[k]] = true
	}
	for v := range p.Nodes {
		for _, d := range p.Partials(Value(v)) {
			depends[v] = depends[v] || depends[d.By]
		}
	}
	for _, k := range outputs {
		needed[p.Outputs[k]] = true
	}
	for v := len(p.Nodes) - 1; v >= 0; v-- {
		if needed[v] {
			for _, d := range p.Partials(Value(v)) {
				needed[d.By] = true
			}
		}
		depends[v] = depends[v] && needed[v]
	}
	return depends
}

// Eval computes all values of the program at a point, one entry an input. Conditions are 1
// where they hold, and 0 elsewhere.
func (p *Program) Eval(x []float64) []float64 { return p.Disturbed(x, nil) }

// Disturbed is Eval with other operands: an operation has those that disturb makes of its own.
func (p *Program) Disturbed(x []float64, disturb func(n *Node, operands *[3]float64)) []float64 {
	v := make([]float64, len(p.Nodes))
	for k, in := range p.Inputs {
		v[in] = x[k]
	}
	for k := range p.Nodes {
		n := &p.Nodes[k]
		if n.Kind == Input {
			continue
		}
		var a [3]float64
		for i, arg := range n.Args {
			a[i] = v[arg]
		}
		if disturb != nil {
			disturb(n, &a)
		}
		if v[k] = n.Const; n.Kind != Constant {
			v[k] = Apply(n.Kind, n.Func, a)
		}
	}
	return v
}

// Apply carries an operation out. Conditions are 1 where they hold, and 0 elsewhere.
func Apply(kind Kind, fn string, a [3]float64) float64 {
	switch kind {
	case Add:
		return a[0] + a[1]
	case Sub:
		return a[0] - a[1]
	case Mul:
		return a[0] * a[1]
	case Div:
		return a[0] / a[1]
	case Neg:
		return -a[0]
	case Identity:
		return a[0]
	case Select:
		if a[0] != 0 {
			return a[1]
		}
		return a[2]
	case Call:
		switch f := functions[fn]; {
		case f.one != nil:
			return f.one(a[0])
		case f.two != nil:
			return f.two(a[0], a[1])
		default:
			return f.three(a[0], a[1], a[2])
		}
	}
	if holds(kind, fn, a) {
		return 1
	}
	return 0
}

// holds reports whether a condition does.
func holds(kind Kind, relation string, a [3]float64) bool {
	switch kind {
	case And:
		return a[0] != 0 && a[1] != 0
	case Or:
		return a[0] != 0 || a[1] != 0
	case Not:
		return a[0] == 0
	}
	switch relation {
	case "<":
		return a[0] < a[1]
	case "<=":
		return a[0] <= a[1]
	}
	return a[0] == a[1]
}

// function is what is known of a function of package math: how to compute it,
// and the derivatives as Go expressions in a, b, c (operands) and v (the value). Those of
// functions that jump are the ones between the jumps.
type function struct {
	one      func(float64) float64
	two      func(float64, float64) float64
	three    func(float64, float64, float64) float64
	partials []string
}

var functions = map[string]function{
	"Sin":  {one: math.Sin, partials: []string{"math.Cos(a)"}},
	"Cos":  {one: math.Cos, partials: []string{"-math.Sin(a)"}},
	"Tan":  {one: math.Tan, partials: []string{"1 + v*v"}},
	"Asin": {one: math.Asin, partials: []string{"1 / math.Sqrt(1-a*a)"}},
	"Acos": {one: math.Acos, partials: []string{"-1 / math.Sqrt(1-a*a)"}},
	"Atan": {one: math.Atan, partials: []string{"1 / (1 + a*a)"}},
	"Sinh": {one: math.Sinh, partials: []string{"math.Cosh(a)"}},
	"Cosh": {one: math.Cosh, partials: []string{"math.Sinh(a)"}},
	"Tanh": {one: math.Tanh, partials: []string{"1 - v*v"}}, "Exp": {one: math.Exp, partials: []string{"v"}},
	"Expm1": {one: math.Expm1, partials: []string{"1 + v"}},
	"Log":   {one: math.Log, partials: []string{"1 / a"}},
	"Log1p": {one: math.Log1p, partials: []string{"1 / (1 + a)"}},
	"Sqrt":  {one: math.Sqrt, partials: []string{"0.5 / v"}},
	"Cbrt":  {one: math.Cbrt, partials: []string{"1 / (3 * (v * v))"}},
	"Erf":   {one: math.Erf, partials: []string{"1.1283791670955126 * math.Exp(-a*a)"}},
	"Acosh": {one: math.Acosh, partials: []string{"1 / math.Sqrt(a*a-1)"}},
	"Asinh": {one: math.Asinh, partials: []string{"1 / math.Sqrt(1+a*a)"}},
	"Atanh": {one: math.Atanh, partials: []string{"1 / (1 - a*a)"}},
	"Exp2":  {one: math.Exp2, partials: []string{"math.Ln2 * v"}},
	"Log2":  {one: math.Log2, partials: []string{"math.Log2E / a"}},
	"Log10": {one: math.Log10, partials: []string{"math.Log10E / a"}},
	"Erfc":  {one: math.Erfc, partials: []string{"-1.1283791670955126 * math.Exp(-a*a)"}},
	"Abs":   {one: math.Abs, partials: []string{"math.Copysign(1, a)"}},
	// 0 at b = 0 and a = 0, and at a = 0 < b.
	"Pow": {two: math.Pow, partials: []string{"b * math.Pow(a, b-math.Ceil(math.Min(1, math.Abs(b))))",
		"v * math.Log(a+(1-math.Ceil(math.Min(1, math.Abs(a)))))"}},
	"Hypot": {two: math.Hypot, partials: []string{"a / v", "b / v"}},
	// The first operand has it where both are the same.
	"Max": {two: math.Max, partials: []string{"0.5 + math.Copysign(0.5, a-b)",
		"0.5 - math.Copysign(0.5, a-b)"}},
	"Min": {two: math.Min, partials: []string{"0.5 + math.Copysign(0.5, b-a)",
		"0.5 - math.Copysign(0.5, b-a)"}},
	"Atan2": {two: math.Atan2, partials: []string{"b * (1 / (a*a + b*b))", "-a * (1 / (a*a + b*b))"}},
	"Floor": {one: math.Floor, partials: []string{"0"}}, "Ceil": {one: math.Ceil, partials: []string{"0"}},
	"Trunc": {one: math.Trunc, partials: []string{"0"}}, "Round": {one: math.Round, partials: []string{"0"}},
	"Mod":      {two: math.Mod, partials: []string{"1", "-math.Trunc(a / b)"}},
	"Copysign": {two: math.Copysign, partials: []string{"math.Copysign(1, a) * math.Copysign(1, b)", "0"}},
	"FMA":      {three: math.FMA, partials: []string{"b", "a", "1"}},
}

// isStep reports whether an operation is constant between jumps. A sign of one is that of
// a constant, in the derivative of an absolute value, say.
func (p *Program) isStep(n *Node) bool {
	if n.Kind != Call {
		return false
	}
	switch n.Func {
	case "Floor", "Ceil", "Trunc", "Round":
		return true
	case "Copysign":
		return p.Nodes[n.Args[0]].Kind == Constant
	}
	return false
}

// Derivative gives the derivative of a function of package math by its k-th
// operand as a Go expression in a, b and c, its operands, and v, its value.
func Derivative(name string, k int) string { return functions[name].partials[k] }

// Functions lists the functions of package math whose derivatives are known.
func Functions() []string { return slices.Sorted(maps.Keys(functions)) }

// Operands is how many operands a function of package math takes.
func Operands(name string) int { return len(functions[name].partials) }
