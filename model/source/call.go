package source

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"go/token"
	"go/types"
	"golang.org/x/tools/go/ssa"
)

// prepare evaluates what is called and with what, and gives the call.
func (m *machine) prepare(f *frame, c *ssa.CallCommon) func() value {
	var args []value
	fn := (*closure)(nil)
	builtin, isBuiltin := c.Value.(*ssa.Builtin)
	switch {
	case isBuiltin && builtin.Name() == "ssa:deferstack":
		return func() value { return &f.defers }
	case isBuiltin:
	case c.IsInvoke():
		receiver := m.get(f, c.Value).(iface)
		if receiver.dynamic == nil {
			m.refuse("a method of a nil interface is called, which panics")
		}
		fn = &closure{fn: m.program.LookupMethod(receiver.dynamic, c.Method.Pkg(), c.Method.Name())}
		args = append(args, receiver.v)
	default:
		fn = m.get(f, c.Value).(*closure)
	}
	for _, a := range c.Args {
		args = append(args, m.get(f, a))
	}
	if isBuiltin {
		return func() value { return m.builtin(builtin.Name(), c, args) }
	}
	return func() value { return m.call(fn, args) }
}

func (m *machine) call(c *closure, args []value) value {
	switch {
	case c == nil || c.fn == nil:
		m.refuse("a nil function is called, which panics")
	case len(c.fn.Blocks) > 0:
		return m.run(c.fn, args, c.bound)
	case c.fn.Pkg == nil || c.fn.Pkg.Pkg.Path() == m.pkg.Path():
		m.refuse("function %s has no body", c.fn.Name())
	case c.fn.Pkg.Pkg.Path() == "math":
		return m.math(c.fn.Name(), args)
	}
	m.refuse("%s.%s cannot be taken: only functions of math and of the package itself are carried out", c.fn.Pkg.Pkg.Name(), c.fn.Name())
	return nil
}

// math calls a function of package math: an operation if its derivative is known,
// a constant if its operands are constant.
func (m *machine) math(name string, args []value) value {
	if name == "Sincos" {
		x := Value(args[0].(number))
		return tuple{m.operation(Call, "Sin", x), m.operation(Call, "Cos", x)}
	}
	if _, ok := functions[name]; ok {
		operands := make([]Value, len(args))
		for k, a := range args {
			operands[k] = Value(a.(number))
		}
		return m.operation(Call, name, operands...)
	}
	f := reflect.ValueOf(mathFunctions[name])
	in := make([]reflect.Value, len(args))
	for k, a := range args {
		c, isKnown := m.known(a)
		if w, isWhole := a.(whole); isWhole {
			in[k] = reflect.ValueOf(int64(w)).Convert(f.Type().In(k))
		} else if isKnown && f.Type().In(k).Kind() == reflect.Float64 {
			in[k] = reflect.ValueOf(c)
		} else {
			m.refuse("math.%s cannot be taken: derivatives are known of %s", name, strings.Join(slices.Sorted(maps.Keys(functions)), ", "))
		}
	}
	var results tuple
	for _, r := range f.Call(in) {
		switch {
		case r.Kind() == reflect.Float64:
			results = append(results, m.constant(r.Float()))
		case r.Kind() == reflect.Bool:
			results = append(results, r.Bool())
		case r.CanInt():
			results = append(results, whole(r.Int()))
		case r.CanUint():
			results = append(results, whole(r.Uint()))
		default:
			m.refuse("math.%s gives a %s, which cannot be taken: use float64", name, r.Kind())
		}
	}
	if len(results) == 1 {
		return results[0]
	}
	return results
}

// builtin carries out one of Go's own functions.
func (m *machine) builtin(name string, c *ssa.CallCommon, args []value) value {
	switch name {
	case "len", "cap":
		return m.length(name, args[0])
	case "min", "max":
		best := args[0]
		for _, v := range args[1:] {
			best = m.extreme(name, c.Args[0].Type(), best, v)
		}
		return best
	case "append":
		var more []value
		if len(args) > 1 {
			v, is := args[1].(slice)
			if !is {
				m.refuse("text cannot be appended")
			}
			more = slices.Clone(v.cells(m))
		}
		return m.grow(args[0].(slice), more)
	case "copy":
		to, ok := args[0].(slice)
		from, alsoOK := args[1].(slice)
		if !ok || !alsoOK {
			m.refuse("text cannot be copied")
		}
		n := min(to.count, from.count)
		for k, v := range m.copied(aggregate(from.cells(m)[:n])).(aggregate) {
			m.store(&to.cells(m)[k], v)
		}
		return whole(n)
	case "delete", "clear":
		return m.remove(args, c.Args[0].Type())
	case "ssa:wrapnilchk":
		m.follow(args[0])
		return args[0]
	}
	m.refuse("%s cannot be taken", name)
	return nil
}

func (m *machine) length(name string, v value) value {
	switch v := v.(type) {
	case string:
		return whole(len(v))
	case aggregate:
		return whole(len(v))
	case *table:
		if v == nil {
			return whole(0)
		}
		return whole(len(v.entries))
	case slice:
		if name == "len" {
			return whole(v.count)
		}
		if v.open {
			m.refuse("the capacity after append cannot be taken: Go does not say what it is")
		}
		return whole(v.cap)
	}
	return whole(len(m.aggregateAt(v)))
}

// extreme is min or max of two values.
func (m *machine) extreme(name string, t types.Type, x, y value) value {
	if a, is := x.(number); is {
		return m.operation(Call, strings.ToUpper(name[:1])+name[1:], Value(a), Value(y.(number)))
	}
	op := token.LSS
	if name == "max" {
		op = token.GTR
	}
	if m.binary(op, t, t, y, x) == true {
		return y
	}
	return x
}

// remove is delete and clear.
func (m *machine) remove(args []value, t types.Type) value {
	switch v := args[0].(type) {
	case slice:
		zero := m.zero(t.Underlying().(*types.Slice).Elem())
		for k := range v.cells(m) {
			m.store(&v.cells(m)[k], zero)
		}
	case *table:
		switch {
		case v == nil:
		case v.fixed:
			m.refuse("a map of the package is changed: its entries at the next call are not known, make it a parameter")
		case len(args) == 2:
			delete(v.entries, m.key(args[1]))
		default:
			clear(v.entries)
		}
	}
	return nil
}
