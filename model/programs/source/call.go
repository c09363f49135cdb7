package source

import (
	"slices"

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
			m.guard.refuse("a method of a nil interface is called, which panics")
		}
		fn = &closure{fn: m.program.LookupMethod(receiver.dynamic, c.Method.Pkg(), c.Method.Name())}
		args = append(args, receiver.v)
	default:
		fn = m.get(f, c.Value).(*closure)
	}
	for _, a := range c.Args {
		if fn != nil && fn.fn != nil && len(fn.fn.Blocks) > 0 {
			args = append(args, m.any(f, a))
		} else {
			args = append(args, m.get(f, a))
		}
	}
	if isBuiltin {
		return func() value { return m.builtin(builtin.Name(), c, args) }
	}
	return func() value { return m.call(fn, args) }
}

func (m *machine) call(c *closure, args []value) value {
	switch {
	case c == nil || c.fn == nil:
		m.guard.refuse("a nil function is called, which panics")
	case len(c.fn.Blocks) > 0:
		return m.run(c.fn, args, c.bound)
	case c.fn.Pkg == nil || c.fn.Pkg.Pkg.Path() == m.guard.source.pkg.Path():
		m.guard.refuse("function %s has no body", c.fn.Name())
	case c.fn.Pkg.Pkg.Path() == "math":
		return m.operators.math(c.fn.Name(), args)
	}
	m.guard.refuse("%s.%s cannot be taken: only functions of math and of the package itself are carried out",
		c.fn.Pkg.Pkg.Name(), c.fn.Name())
	return nil
}

// builtin carries out one of Go's own functions.
func (m *machine) builtin(name string, c *ssa.CallCommon, args []value) value {
	switch name {
	case "len", "cap":
		return m.memory.length(name, args[0])
	case "min", "max":
		best := args[0]
		for _, v := range args[1:] {
			best = m.operators.extreme(name, c.Args[0].Type(), best, v)
		}
		return best
	case "append":
		var more []value
		if len(args) > 1 {
			v, is := args[1].(slice)
			if !is {
				m.guard.refuse("text cannot be appended")
			}
			more = slices.Clone(v.cells(m.guard))
		}
		return m.memory.grow(args[0].(slice), more)
	case "copy":
		to, ok := args[0].(slice)
		from, alsoOK := args[1].(slice)
		if !ok || !alsoOK {
			m.guard.refuse("text cannot be copied")
		}
		n := min(to.count, from.count)
		for k, v := range m.memory.copied(aggregate(from.cells(m.guard)[:n])).(aggregate) {
			m.memory.store(&to.cells(m.guard)[k], v)
		}
		return whole(n)
	case "delete", "clear":
		return m.memory.remove(args, c.Args[0].Type())
	case "ssa:wrapnilchk":
		m.guard.follow(args[0])
		return args[0]
	}
	m.guard.refuse("%s cannot be taken", name)
	return nil
}
