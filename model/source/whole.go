package source

import (
	"cmp"
	"go/token"
	"go/types"
	"math"
)

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

// binary carries out an operation on two values; t is the type of the first, and
// of the second but for shifts.
func (m *machine) binary(op token.Token, t, second types.Type, x, y value) value {
	switch op {
	case token.EQL:
		return m.equal(x, y)
	case token.NEQ:
		return negated(m.equal(x, y))
	}
	switch x := x.(type) {
	case number:
		return m.float(op, x, y.(number))
	case whole:
		if op == token.SHL || op == token.SHR {
			return m.shift(op, t, x, y.(whole), isUnsigned(second))
		}
		return m.whole(op, t, x, y.(whole))
	case string:
		if op == token.ADD {
			m.spend(int64(len(x) + len(y.(string))))
			return x + y.(string)
		}
		return ordered(op, cmp.Compare(x, y.(string)))
	}
	m.refuse("%s cannot be taken here", op)
	return nil
}

// negated is the truth that is not v.
func negated(v value) value {
	if b, is := v.(bool); is {
		return !b
	}
	return v
}

// float is an operation on floats: a node of the program, or a comparison, which
// is known of constants alone.
func (m *machine) float(op token.Token, x, y number) value {
	kind, is := map[token.Token]Kind{token.ADD: Add, token.SUB: Sub, token.MUL: Mul, token.QUO: Div}[op]
	if !is {
		return m.compare(op, x, y)
	}
	if kind == Div && m.builder.isValue(Value(y), 0) {
		m.refuse("a division by zero")
	}
	return m.operation(kind, "", Value(x), Value(y))
}

func (m *machine) compare(op token.Token, x, y number) value {
	a, isKnown := m.known(x)
	b, alsoKnown := m.known(y)
	switch {
	case !isKnown || !alsoKnown:
		return unknown{}
	case math.IsNaN(a) || math.IsNaN(b):
		return op == token.NEQ
	}
	return ordered(op, cmp.Compare(a, b))
}

// ordered tells what a comparison comes to, from that of the sides.
func ordered(op token.Token, sides int) bool {
	switch op {
	case token.EQL:
		return sides == 0
	case token.LSS:
		return sides < 0
	case token.LEQ:
		return sides <= 0
	case token.GTR:
		return sides > 0
	}
	return sides >= 0
}

func (m *guard) whole(op token.Token, t types.Type, x, y whole) value {
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
			m.refuse("a division by zero")
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

func (m *guard) shift(op token.Token, t types.Type, x, by whole, unsignedBy bool) value {
	switch {
	case by < 0 && !unsignedBy:
		m.refuse("a shift by %d: it cannot be negative", by)
	case op == token.SHL:
		return wrap(t, int64(x)<<uint64(by))
	case isUnsigned(t):
		return whole(uint64(x) >> uint64(by))
	}
	return x >> uint64(by)
}

// convert changes the type of a number.
func (m *machine) convert(to, from types.Type, v value) value {
	target, is := to.Underlying().(*types.Basic)
	if !is {
		m.refuse("a conversion to %s cannot be taken", to)
	}
	switch v := v.(type) {
	case number:
		if target.Kind() == types.Float64 {
			return v
		}
		c, isKnown := m.known(v)
		switch {
		case target.Info()&types.IsInteger == 0:
		case !isKnown:
			m.refuse("a conversion of a value to %s: the result jumps with the inputs, which has no derivative", to)
		case math.Abs(c) < 1<<62: // Go leaves open what becomes of others
			if i := whole(c); i == wrap(to, int64(i)) {
				return i
			}
		}
	case whole:
		switch {
		case target.Kind() == types.Float64 && isUnsigned(from):
			return m.constant(float64(uint64(v)))
		case target.Kind() == types.Float64:
			return m.constant(float64(v))
		case target.Info()&types.IsInteger != 0:
			return wrap(to, int64(v))
		}
	case string:
		if target.Info()&types.IsString != 0 {
			return v
		}
	}
	m.refuse("a conversion to %s cannot be taken", to)
	return nil
}
