package source

import (
	"go/constant"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// value is what a value of Go is while a function is carried out: floats are nodes
// of the program, everything else is known.
//
//	float64           number
//	whole numbers     whole, with the bits that Go keeps
//	truth, text       bool, string; unknown where floats that are not constant decide
//	arrays, structs   aggregate: storage where a pointer leads to it, else never changed
//	pointers          *value
//	slices, maps      slice, *table
//	functions         *closure
//	interfaces        iface
//	several results   tuple
type value any

type (
	number    Value
	whole     int64
	unknown   struct{}
	aggregate []value
	tuple     []value
	closure   struct {
		fn    *ssa.Function
		bound []value
	}
	iface struct {
		dynamic types.Type // nil of a nil interface
		v       value
	}
)

// zero is the zero value of a type. What it takes is counted before it is made.
func (m *machine) zero(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Kind() == types.Float64 || u.Kind() == types.UntypedFloat:
			return m.constant(0)
		case u.Info()&types.IsInteger != 0:
			return whole(0)
		case u.Info()&types.IsBoolean != 0:
			return false
		case u.Info()&types.IsString != 0:
			return ""
		case u.Kind() == types.UnsafePointer: // SSA's own, of deferred calls
			return nil
		}
	case *types.Array:
		m.spend(u.Len())
		a := make(aggregate, u.Len())
		for k := range a {
			a[k] = m.zero(u.Elem())
		}
		return a
	case *types.Struct:
		m.spend(int64(u.NumFields()))
		a := make(aggregate, u.NumFields())
		for k := range a {
			a[k] = m.zero(u.Field(k).Type())
		}
		return a
	case *types.Pointer:
		return (*value)(nil)
	case *types.Slice:
		return slice{}
	case *types.Map:
		return (*table)(nil)
	case *types.Signature:
		return (*closure)(nil)
	case *types.Interface:
		return iface{}
	}
	m.refuse("type %s cannot be taken: use float64, whole numbers, arrays and structs", t)
	return nil
}

// fits refuses a type of too many entries before any of them is made.
func (m *guard) fits(t types.Type) {
	if n := entries(t, maxEntries+1); n > maxEntries {
		m.refuse("a value of type %s has more than %d entries", t, maxEntries)
	}
}

// entries counts the entries of a type, up to a limit.
func entries(t types.Type, limit int64) int64 {
	switch u := t.Underlying().(type) {
	case *types.Array:
		each := max(1, entries(u.Elem(), limit))
		if u.Len() > limit/each {
			return limit
		}
		return u.Len() * each
	case *types.Struct:
		n := int64(1)
		for f := range u.Fields() {
			if n += entries(f.Type(), limit); n >= limit {
				return limit
			}
		}
		return n
	}
	return 1
}

// copied gives an aggregate of its own: arrays and structs are values in Go.
func (m *machine) copied(v value) value {
	a, is := v.(aggregate)
	if !is {
		return v
	}
	m.spend(int64(len(a)))
	b := make(aggregate, len(a))
	for k := range a {
		b[k] = m.copied(a[k])
	}
	return b
}

// store puts a value behind a pointer. An aggregate's entries stay where they are,
// since pointers may lead to them.
func (m *machine) store(to *value, v value) {
	if to == nil {
		m.refuse("a nil pointer is followed")
	}
	if m.fixed[to] {
		m.refuse("a variable of the package is changed: its value at the next call is not known, make it a parameter")
	}
	a, isAggregate := v.(aggregate)
	old, was := (*to).(aggregate)
	if !isAggregate || !was || len(old) != len(a) {
		*to = m.copied(v)
		return
	}
	m.spend(int64(len(a)))
	for k := range a {
		m.store(&old[k], a[k])
	}
}

// constantOf is a constant of the source.
func (m *machine) constantOf(c *ssa.Const) value {
	if c.Value == nil {
		m.fits(c.Type())
		return m.zero(c.Type())
	}
	basic, is := c.Type().Underlying().(*types.Basic)
	switch {
	case !is:
	case basic.Kind() == types.Float64 || basic.Kind() == types.UntypedFloat:
		f, _ := constant.Float64Val(constant.ToFloat(c.Value))
		return m.constant(f)
	case basic.Info()&types.IsUnsigned != 0:
		u, _ := constant.Uint64Val(constant.ToInt(c.Value))
		return whole(u)
	case basic.Info()&types.IsInteger != 0:
		i, _ := constant.Int64Val(constant.ToInt(c.Value))
		return whole(i)
	case basic.Info()&types.IsBoolean != 0:
		return constant.BoolVal(c.Value)
	case basic.Info()&types.IsString != 0:
		return constant.StringVal(c.Value)
	}
	m.refuse("a constant of type %s cannot be taken: use float64", c.Type())
	return nil
}

func (m *machine) constant(c float64) number { return number(m.builder.constant(c)) }

// known is the value of a float that is constant.
func (m *machine) known(v value) (float64, bool) {
	n, is := v.(number)
	if !is || m.builder.nodes[n].Kind != Constant {
		return 0, false
	}
	return m.builder.nodes[n].Const, true
}

// equal compares two values of the same type.
func (m *machine) equal(a, b value) value {
	switch a := a.(type) {
	case number:
		return m.compare(token.EQL, a, b.(number))
	case unknown:
		return a
	case aggregate:
		all := value(true)
		for k := range a {
			switch m.equal(a[k], b.(aggregate)[k]) {
			case false:
				return false
			case unknown{}:
				all = unknown{}
			}
		}
		return all
	case iface:
		other := b.(iface)
		switch {
		case a.dynamic == nil || other.dynamic == nil:
			return a.dynamic == nil && other.dynamic == nil
		case !types.Identical(a.dynamic, other.dynamic):
			return false
		case !types.Comparable(a.dynamic):
			m.refuse("values of type %s are compared, which panics", a.dynamic)
		}
		return m.equal(a.v, other.v)
	case slice: // a nil one stands on one side
		return a.back == nil && b.(slice).back == nil
	case *closure:
		return a == nil && b.(*closure) == nil
	}
	if b == (unknown{}) {
		return b
	}
	return a == b
}
