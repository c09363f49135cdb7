package source

import (
	"fmt"
	"go/types"
	"slices"

	"facet/model/programs/decision"
	"facet/model/refusal"

	"golang.org/x/tools/go/ssa"
)

// either is one value where a test holds, and another elsewhere.
func (m *machine) either(test decision.Truth, a, b value) value {
	d := m.operators.builder.truths
	switch a := a.(type) {
	case number:
		if b, is := b.(number); is {
			return m.operators.choose(test, a, b)
		}
	case decision.Truth:
		if b, is := b.(decision.Truth); is {
			return d.If(test, a, b)
		}
	case aggregate:
		if b, is := b.(aggregate); is && len(a) == len(b) {
			m.guard.spend(int64(len(a)))
			all := make(aggregate, len(a))
			for k := range a {
				all[k] = m.either(test, a[k], b[k])
			}
			return all
		}
	case tuple:
		all := make(tuple, len(a))
		for k := range a {
			all[k] = m.either(test, a[k], b.(tuple)[k])
		}
		return all
	case iface:
		if b, is := b.(iface); is && a.dynamic != nil && b.dynamic != nil &&
			types.Identical(a.dynamic, b.dynamic) {
			return iface{a.dynamic, m.either(test, a.v, b.v)}
		}
	}
	if alike(a, b) {
		return a
	}
	all := alternatives(d.Diagrams, test, a)
	for _, other := range alternatives(d.Diagrams, d.Not(test), b) {
		k := slices.IndexFunc(all, func(one alternative) bool { return alike(one.v, other.v) })
		if k < 0 {
			all = append(all, other)
		} else {
			all[k].when = d.Or(all[k].when, other.when)
		}
	}
	if len(all) > mostWays {
		m.guard.refuse("a value has more than %d ways to come out: write one function for each branch",
			mostWays)
	}
	m.guard.spend(int64(len(all)))
	return &choice{all}
}

// alternatives are those of a value where a test holds.
func alternatives(d *decision.Diagrams, test decision.Truth, v value) []alternative {
	c, is := v.(*choice)
	if !is {
		return []alternative{{test, v}}
	}
	var all []alternative
	for _, a := range c.among {
		if when := d.And(test, a.when); when != decision.False {
			all = append(all, alternative{when, a.v})
		}
	}
	return all
}

// alike reports whether two values are the same for all that can be done with them.
func alike(a, b value) bool {
	switch a := a.(type) {
	case slice:
		b, is := b.(slice)
		return is && a == b
	case iface:
		b, is := b.(iface)
		return is && (a.dynamic == nil && b.dynamic == nil || a.dynamic != nil && b.dynamic != nil &&
			types.Identical(a.dynamic, b.dynamic) && alike(a.v, b.v))
	case *closure:
		b, is := b.(*closure)
		return is && (a == b || a != nil && b != nil && a.fn == b.fn &&
			slices.EqualFunc(a.bound, b.bound, alike))
	case aggregate:
		b, is := b.(aggregate)
		return is && slices.EqualFunc(a, b, alike)
	case tuple:
		b, is := b.(tuple)
		return is && slices.EqualFunc(a, b, alike)
	}
	switch b.(type) {
	case aggregate, tuple:
		return false
	}
	return a == b
}

// concrete is what a register or a cell holds. Where that is one of several, the
// instruction is carried out for each of them.
func (m *machine) concrete(v value, register ssa.Value, cell *value) value {
	c, is := v.(*choice)
	if !is {
		return v
	}
	all := m.operators.possible(c)
	if len(all) == 1 {
		return all[0].v
	}
	panic(split{register, cell, all})
}

// possible are the alternatives that the way so far allows.
func (o *operators) possible(c *choice) []alternative {
	d := o.builder.truths
	var all []alternative
	for _, a := range c.among {
		if d.And(o.path(), a.when) != decision.False {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		refusal.Throw(fmt.Errorf("a way through the function cannot be gone: write one function for each branch"))
	}
	return all
}

// truthOf is a truth that is known.
func truthOf(holds bool) decision.Truth {
	if holds {
		return decision.True
	}
	return decision.False
}
