package source

import (
	"cmp"
	"go/token"
	"go/types"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"facet/model/programs/decision"

	"golang.org/x/tools/go/ssa"
)

// operators carry out Go's operators and the functions of math on values: floats become
// operations of the program, everything else is computed.
type operators struct {
	guard   *guard
	builder *builder
	path    func() decision.Truth // under which an operation is carried out
}

// operation adds an operation to the program, with its text and line.
func (o *operators) operation(kind Kind, fn string, args ...Value) number {
	before := len(o.builder.nodes)
	v := o.builder.operation(kind, fn, o.guard.source.fset.PositionFor(o.guard.pos, false).Line, args...)
	if n := &o.builder.nodes[v]; int(v) >= before && n.Kind >= Add {
		if at := o.guard.source.places[o.guard.pos]; at != nil {
			n.Text = o.guard.source.textOf(at)
		}
		if before > MaxOperations {
			o.guard.refuse("the function comes to more than %d operations", MaxOperations)
		}
	}
	return number(v)
}

func (o *operators) constant(c float64) number { return number(o.builder.constant(c)) }

// known is the value of a float that is constant.
func (o *operators) known(v value) (float64, bool) {
	n, is := v.(number)
	if !is || o.builder.nodes[n].Kind != Constant {
		return 0, false
	}
	return o.builder.nodes[n].Const, true
}

func (o *operators) unary(i *ssa.UnOp, x value) value {
	switch i.Op {
	case token.NOT:
		return o.builder.truths.Not(x.(decision.Truth))
	case token.SUB:
		if n, is := x.(number); is {
			return o.operation(Neg, "", Value(n))
		}
		return wrap(i.Type(), -int64(x.(whole)))
	case token.XOR:
		return wrap(i.Type(), ^int64(x.(whole)))
	}
	o.guard.refuse("goroutines, channels and select cannot be taken")
	return nil
}

// binary carries out an operation on two values; t is the type of the first, and
// of the second but for shifts.
func (o *operators) binary(op token.Token, t, second types.Type, x, y value) value {
	switch op {
	case token.EQL:
		return o.equal(x, y)
	case token.NEQ:
		return o.builder.truths.Not(o.equal(x, y))
	}
	switch x := x.(type) {
	case number:
		return o.float(op, x, y.(number))
	case whole:
		if op == token.SHL || op == token.SHR {
			return o.shift(op, t, x, y.(whole), isUnsigned(second))
		}
		return o.whole(op, t, x, y.(whole))
	case string:
		if op == token.ADD {
			o.guard.spend(int64(len(x) + len(y.(string))))
			return x + y.(string)
		}
		return ordered(op, cmp.Compare(x, y.(string)))
	}
	o.guard.refuse("%s cannot be taken here", op)
	return nil
}

// equal compares two values of the same type.
func (o *operators) equal(a, b value) decision.Truth {
	d := o.builder.truths
	if c, is := b.(*choice); is {
		a, b = c, a
	}
	switch a := a.(type) {
	case *choice:
		all := decision.False
		for _, one := range a.among {
			all = d.Or(all, d.And(one.when, o.equal(one.v, b)))
		}
		return all
	case number:
		return o.compare(token.EQL, a, b.(number))
	case decision.Truth:
		b := b.(decision.Truth)
		return d.If(a, b, d.Not(b))
	case aggregate:
		all := decision.True
		for k := range a {
			all = d.And(all, o.equal(a[k], b.(aggregate)[k]))
		}
		return all
	case iface:
		other := b.(iface)
		switch {
		case a.dynamic == nil || other.dynamic == nil:
			return truthOf(a.dynamic == nil && other.dynamic == nil)
		case !types.Identical(a.dynamic, other.dynamic):
			return decision.False
		case !types.Comparable(a.dynamic):
			o.guard.refuse("values of type %s are compared, which panics", a.dynamic)
		}
		return o.equal(a.v, other.v)
	case slice: // a nil one stands on one side
		return truthOf(a.back == nil && b.(slice).back == nil)
	case *closure:
		return truthOf(a == nil && b.(*closure) == nil)
	}
	return truthOf(a == b)
}

// wrap keeps the bits of a whole number that its type has.
func wrap(t types.Type, v int64) whole {
	switch t.Underlying().(*types.Basic).Kind() {
	case types.Int8:
		v = int64(int8(v))
	case types.Int16:
		v = int64(int16(v))
	case types.Int32, types.UntypedRune:
		v = int64(int32(v))
	case types.Uint8:
		v = int64(uint8(v))
	case types.Uint16:
		v = int64(uint16(v))
	case types.Uint32:
		v = int64(uint32(v))
	}
	return whole(v)
}

func isUnsigned(t types.Type) bool {
	b, is := t.Underlying().(*types.Basic)
	return is && b.Info()&types.IsUnsigned != 0
}

// float is an operation on floats: a node of the program, or a comparison, which
// is known of constants alone.
func (o *operators) float(op token.Token, x, y number) value {
	kind, is := map[token.Token]Kind{token.ADD: Add, token.SUB: Sub, token.MUL: Mul, token.QUO: Div}[op]
	if !is {
		return o.compare(op, x, y)
	}
	if kind == Div && o.builder.isValue(Value(y), 0) {
		o.guard.refuse("a division by zero")
	}
	return o.operation(kind, "", Value(x), Value(y))
}

// compare compares floats: what is known of constants is a test of others.
func (o *operators) compare(op token.Token, x, y number) decision.Truth {
	a, isKnown := o.known(x)
	b, alsoKnown := o.known(y)
	switch {
	case !isKnown || !alsoKnown:
	case math.IsNaN(a) || math.IsNaN(b):
		return decision.False
	default:
		return ordered(op, cmp.Compare(a, b))
	}
	if op == token.GTR || op == token.GEQ {
		x, y, op = y, x, map[token.Token]token.Token{token.GTR: token.LSS, token.GEQ: token.LEQ}[op]
	}
	if x == y && op == token.LSS {
		return decision.False
	}
	return o.test(op.String(), Value(x), Value(y))
}

// test is the truth that two floats compare so.
func (o *operators) test(op string, x, y Value) decision.Truth {
	if op == "==" && x > y {
		x, y = y, x
	}
	return o.builder.truths.Compared(Value(o.operation(Compare, op, x, y)))
}

// choose is one float where a truth holds, and another elsewhere.
func (o *operators) choose(t decision.Truth, x, y number) number {
	switch {
	case t == decision.True || x == y:
		return x
	case t == decision.False:
		return y
	}
	b := o.builder
	line := b.nodes[b.truths.First(t)].Line
	if not := b.truths.Not(t); b.negations(not) < b.negations(t) {
		t, x, y = not, y, x
	}
	before := len(b.nodes)
	v := b.selection(b.condition(t), Value(x), Value(y))
	if n := &b.nodes[v]; int(v) >= before && n.Kind == Select {
		n.Line, n.Text = line,
			shortened(b.nodes[n.Args[0]].Text+" ? "+b.textOf(n.Args[1])+" : "+b.textOf(n.Args[2]))
		for _, a := range []number{x, y} {
			if m := &b.nodes[a]; n.Name == "" && m.Kind >= Add {
				n.Name = m.Name
			}
		}
		if before > MaxOperations {
			o.guard.refuse("the function comes to more than %d operations", MaxOperations)
		}
	}
	return number(v)
}

// ordered reports what a comparison comes to, from that of the sides.
func ordered(op token.Token, sides int) decision.Truth {
	switch op {
	case token.EQL:
		return truthOf(sides == 0)
	case token.LSS:
		return truthOf(sides < 0)
	case token.LEQ:
		return truthOf(sides <= 0)
	case token.GTR:
		return truthOf(sides > 0)
	}
	return truthOf(sides >= 0)
}

func (o *operators) whole(op token.Token, t types.Type, x, y whole) value {
	unsigned := isUnsigned(t)
	switch op {
	case token.ADD:
		return wrap(t, int64(x+y))
	case token.SUB:
		return wrap(t, int64(x-y))
	case token.MUL:
		return wrap(t, int64(x*y))
	case token.AND:
		return x & y
	case token.OR:
		return x | y
	case token.XOR:
		return wrap(t, int64(x^y))
	case token.AND_NOT:
		return x &^ y
	case token.QUO, token.REM:
		switch {
		case y == 0:
			o.guard.refuse("a division by zero")
		case unsigned && op == token.QUO:
			return whole(uint64(x) / uint64(y))
		case unsigned:
			return whole(uint64(x) % uint64(y))
		case op == token.QUO:
			return wrap(t, int64(x/y))
		}
		return x % y
	}
	if unsigned {
		return ordered(op, cmp.Compare(uint64(x), uint64(y)))
	}
	return ordered(op, cmp.Compare(x, y))
}

func (o *operators) shift(op token.Token, t types.Type, x, by whole, unsignedBy bool) value {
	switch {
	case by < 0 && !unsignedBy:
		o.guard.refuse("a shift by %d: it cannot be negative", by)
	case op == token.SHL:
		return wrap(t, int64(x)<<uint64(by))
	case isUnsigned(t):
		return whole(uint64(x) >> uint64(by))
	}
	return x >> uint64(by)
}

// convert changes the type of a number.
func (o *operators) convert(to, from types.Type, v value) value {
	target, is := to.Underlying().(*types.Basic)
	if !is {
		o.guard.refuse("a conversion to %s cannot be taken", to)
	}
	switch v := v.(type) {
	case number:
		if target.Kind() == types.Float64 {
			return v
		}
		c, isKnown := o.known(v)
		switch {
		case target.Info()&types.IsInteger == 0:
		case !isKnown:
			o.guard.refuse("a conversion of a value to %s: the result jumps with the inputs, which has no derivative", to)
		case math.Abs(c) < 1<<62: // Go leaves open what becomes of others
			if i := whole(c); i == wrap(to, int64(i)) {
				return i
			}
		}
	case whole:
		switch {
		case target.Kind() == types.Float64 && isUnsigned(from):
			return o.constant(float64(uint64(v)))
		case target.Kind() == types.Float64:
			return o.constant(float64(v))
		case target.Info()&types.IsInteger != 0:
			return wrap(to, int64(v))
		}
	case string:
		if target.Info()&types.IsString != 0 {
			return v
		}
	}
	o.guard.refuse("a conversion to %s cannot be taken", to)
	return nil
}

// math calls a function of package math: an operation if its derivative is known,
// a constant if its operands are constant.
func (o *operators) math(name string, args []value) value {
	if name == "Sincos" {
		x := Value(args[0].(number))
		return tuple{o.operation(Call, "Sin", x), o.operation(Call, "Cos", x)}
	}
	if t, is := o.classify(name, args); is {
		return t
	}
	if _, ok := functions[name]; ok {
		operands := make([]Value, len(args))
		for k, a := range args {
			operands[k] = Value(a.(number))
		}
		return o.operation(Call, name, operands...)
	}
	f := reflect.ValueOf(mathFunctions[name])
	in := make([]reflect.Value, len(args))
	for k, a := range args {
		c, isKnown := o.known(a)
		if w, isWhole := a.(whole); isWhole {
			in[k] = reflect.ValueOf(int64(w)).Convert(f.Type().In(k))
		} else if isKnown && f.Type().In(k).Kind() == reflect.Float64 {
			in[k] = reflect.ValueOf(c)
		} else {
			o.guard.refuse("math.%s cannot be taken: derivatives are known of %s", name,
				strings.Join(slices.Sorted(maps.Keys(functions)), ", "))
		}
	}
	var results tuple
	for _, r := range f.Call(in) {
		switch {
		case r.Kind() == reflect.Float64:
			results = append(results, o.constant(r.Float()))
		case r.Kind() == reflect.Bool:
			results = append(results, truthOf(r.Bool()))
		case r.CanInt():
			results = append(results, whole(r.Int()))
		case r.CanUint():
			results = append(results, whole(r.Uint()))
		default:
			o.guard.refuse("math.%s gives a %s, which cannot be taken: use float64", name, r.Kind())
		}
	}
	if len(results) == 1 {
		return results[0]
	}
	return results
}

// classify is what the functions of package math that look for special values say of
// values that are not constant.
func (o *operators) classify(name string, args []value) (decision.Truth, bool) {
	d := o.builder.truths
	if len(args) == 0 {
		return 0, false
	}
	if _, isKnown := o.known(args[0]); isKnown {
		return 0, false
	}
	switch x, _ := args[0].(number); name {
	case "IsNaN":
		return d.Not(o.test("==", Value(x), Value(x))), true
	case "IsInf":
		up := o.test("==", Value(x), Value(o.constant(math.Inf(1))))
		down := o.test("==", Value(x), Value(o.constant(math.Inf(-1))))
		switch sign := args[1].(whole); {
		case sign > 0:
			return up, true
		case sign < 0:
			return down, true
		}
		return d.Or(up, down), true
	}
	return 0, false
}

// extreme is min or max of two values.
func (o *operators) extreme(name string, t types.Type, x, y value) value {
	if a, is := x.(number); is {
		return o.operation(Call, strings.ToUpper(name[:1])+name[1:], Value(a), Value(y.(number)))
	}
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	if o.binary(op, t, t, y, x) == decision.True {
		return y
	}
	return x
}
