package source

import (
	"cmp"
	"math"
	"strconv"

	"facet/model/programs/decision"
)

// MaxOperations is how many operations a program may come to.
const MaxOperations = 100_000

// builder makes the nodes of a program: equal ones once, constants folded.
type builder struct {
	nodes []Node
	known map[nodeKey]Value

	truths *decision.Conditions[Value] // nil in an assembly, which makes its own
}

type nodeKey struct {
	kind    Kind
	fn      string
	a, b, c Value
	bits    uint64
}

func (b *builder) node(key nodeKey, n Node) Value {
	if v, ok := b.known[key]; ok {
		return v
	}
	if b.known == nil {
		b.known = make(map[nodeKey]Value)
	}
	v := Value(len(b.nodes))
	b.nodes = append(b.nodes, n)
	b.known[key] = v
	return v
}

func (b *builder) input(name string) Value {
	b.nodes = append(b.nodes, Node{Kind: Input, Name: name})
	return Value(len(b.nodes) - 1)
}

func (b *builder) constant(c float64) Value {
	return b.node(nodeKey{kind: Constant, a: -1, b: -1, bits: math.Float64bits(c)},
		Node{Kind: Constant, Const: c, Name: formatConstant(c)})
}

func formatConstant(c float64) string { return strconv.FormatFloat(c, 'g', -1, 64) }

func (b *builder) isConstant(v Value) bool { return b.nodes[v].Kind == Constant }

func (b *builder) isValue(v Value, c float64) bool {
	return b.isConstant(v) && b.nodes[v].Const == c
}

// operation makes an operation, or finds the equal one, or folds it where its
// operands are constants or it leaves an operand as it is.
func (b *builder) operation(kind Kind, fn string, line int, args ...Value) Value {
	if v, ok := b.fold(kind, fn, args); ok {
		return v
	}
	key := nodeKey{kind: kind, fn: fn, a: args[0], b: -1}
	if len(args) > 1 {
		key.b = args[1]
	}
	if len(args) > 2 {
		key.c = args[2]
	}
	if (kind == Add || kind == Mul) && key.a > key.b {
		key.a, key.b = key.b, key.a
	}
	return b.node(key, Node{Kind: kind, Func: fn, Args: args, Line: line})
}

func (b *builder) fold(kind Kind, fn string, args []Value) (Value, bool) {
	all := true
	for _, a := range args {
		all = all && b.isConstant(a)
	}
	if all && kind != Identity {
		var c [3]float64
		for k, a := range args {
			c[k] = b.nodes[a].Const
		}
		return b.constant(Apply(kind, fn, c)), true
	}
	switch kind {
	case Add:
		if b.isValue(args[0], 0) {
			return args[1], true
		}
		if b.isValue(args[1], 0) {
			return args[0], true
		}
	case Sub:
		if b.isValue(args[1], 0) {
			return args[0], true
		}
		if args[0] == args[1] {
			return b.constant(0), true
		}
	case Mul:
		for k, a := range args {
			if b.isValue(a, 1) {
				return args[1-k], true
			}
			if b.isValue(a, 0) {
				return a, true
			}
		}
	case Div:
		if b.isValue(args[1], 1) {
			return args[0], true
		}
		if b.isValue(args[0], 0) {
			return args[0], true
		}
	case Select:
		switch {
		case args[1] == args[2] || b.isConstant(args[0]) && !b.isValue(args[0], 0):
			return args[1], true
		case b.isValue(args[0], 0):
			return args[2], true
		}
	case And, Or:
		for k, a := range args {
			switch {
			case !b.isConstant(a):
			case b.isValue(a, 0) == (kind == And): // it decides
				return a, true
			default:
				return args[1-k], true
			}
		}
	case Call:
		switch {
		case fn == "Pow" && b.isValue(args[1], 1):
			return args[0], true
		case fn == "Pow" && b.isValue(args[1], 0): // whatever the base is
			return b.constant(1), true
		}
	}
	return 0, false
}

// textOf is what the source says of a value.
func (b *builder) textOf(v Value) string { return cmp.Or(b.nodes[v].Text, b.nodes[v].Name) }

// Conditions are the kinds of operations on conditions.
var Conditions = [...]Kind{decision.OpAnd: And, decision.OpOr: Or, decision.OpNot: Not}

// condition is a truth as a node.
func (b *builder) condition(t decision.Truth) Value {
	return b.truths.Written(t, func(first Value, op decision.Op, args ...Value) Value {
		text := "!(" + b.nodes[args[0]].Text + ")"
		if len(args) == 2 {
			text = b.nodes[args[0]].Text + [...]string{" && ", " || "}[op] + b.nodes[args[1]].Text
		}
		v := b.operation(Conditions[op], "", b.nodes[first].Line, args...)
		if n := &b.nodes[v]; n.Text == "" {
			n.Text = shortened(text)
		}
		return v
	})
}

// negations counts how often a truth says not, of a large one in its first tests.
func (b *builder) negations(t decision.Truth) int {
	const most = 64
	n := 0
	seen := make(map[decision.Truth]bool)
	for todo := []decision.Truth{t}; len(todo) > 0 && len(seen) < most; {
		t, todo = todo[0], todo[1:]
		if decision.IsKnown(t) || seen[t] {
			continue
		}
		seen[t] = true
		_, yes, no := b.truths.Branch(t)
		if yes != decision.True && no != decision.False {
			n++
		}
		todo = append(todo, yes, no)
	}
	return n
}

// selection is x where a condition holds, and y elsewhere.
func (b *builder) selection(condition, x, y Value) Value {
	if n := &b.nodes[x]; n.Kind == Select && n.Args[0] == condition {
		x = n.Args[1]
	}
	if n := &b.nodes[y]; n.Kind == Select && n.Args[0] == condition {
		y = n.Args[2]
	}
	return b.operation(Select, "", 0, condition, x, y)
}

// finish keeps the inputs and behind them what the outputs need, in its order, and
// puts an identity behind outputs that are inputs, that other operations use, or that
// are there twice: outputs are sinks of the dag, each its own.
func (b *builder) finish(outputs []Value, line int) ([]Node, []Value) {
	needed := make([]bool, len(b.nodes))
	for _, v := range outputs {
		needed[v] = true
	}
	used := make([]bool, len(b.nodes))
	for v := len(b.nodes) - 1; v >= 0; v-- {
		if needed[v] {
			for _, a := range b.nodes[v].Args {
				needed[a], used[a] = true, true
			}
		}
	}
	at := make([]Value, len(b.nodes))
	var nodes []Node
	for v, n := range b.nodes {
		if n.Kind == Input {
			at[v] = Value(len(nodes))
			nodes = append(nodes, n)
		}
	}
	for v, n := range b.nodes {
		if !needed[v] || n.Kind == Input {
			continue
		}
		args := make([]Value, len(n.Args))
		for k, a := range n.Args {
			args[k] = at[a]
		}
		n.Args = args
		at[v] = Value(len(nodes))
		nodes = append(nodes, n)
	}
	ends := make([]Value, len(outputs))
	times := make(map[Value]int)
	for _, v := range outputs {
		times[v]++
	}
	for k, v := range outputs {
		n := &b.nodes[v]
		ends[k] = at[v]
		if n.Kind != Constant && (n.Kind == Input || used[v] || times[v] > 1) {
			ends[k] = Value(len(nodes))
			nodes = append(nodes, Node{Kind: Identity, Args: []Value{at[v]}, Line: line})
		}
	}
	return nodes, ends
}
