package source

import (
	"math"
	"strconv"
)

// MaxOperations is how many operations a program may come to.
const MaxOperations = 100_000

// builder makes the nodes of a program: equal ones once, constants folded.
type builder struct {
	nodes []Node
	known map[nodeKey]Value
}

type nodeKey struct {
	kind Kind
	fn   string
	a, b Value
	bits uint64
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
	return b.node(nodeKey{kind: Constant, a: -1, b: -1, bits: math.Float64bits(c)}, Node{Kind: Constant, Const: c, Name: formatConstant(c)})
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
	if len(args) == 2 {
		key.b = args[1]
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
	c := func(k int) float64 { return b.nodes[args[k]].Const }
	switch {
	case all && kind == Add:
		return b.constant(c(0) + c(1)), true
	case all && kind == Sub:
		return b.constant(c(0) - c(1)), true
	case all && kind == Mul:
		return b.constant(c(0) * c(1)), true
	case all && kind == Div:
		return b.constant(c(0) / c(1)), true
	case all && kind == Neg:
		return b.constant(-c(0)), true
	case all && kind == Call && len(args) == 1:
		return b.constant(functionOf(fn).one(c(0))), true
	case all && kind == Call:
		return b.constant(functionOf(fn).two(c(0), c(1))), true
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
