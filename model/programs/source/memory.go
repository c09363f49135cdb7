package source

import (
	"go/types"

	"facet/model/programs/decision"

	"golang.org/x/tools/go/ssa"
)

// memory is what the variables of the function hold.
type memory struct {
	guard   *guard
	builder *builder        // has the zero among floats
	fixed   map[*value]bool // what belongs to variables of the package

	changed  *changes[*value] // what it was before, while branches on values are open
	concrete func(v value, register ssa.Value, cell *value) value
}

// set changes a cell.
func (m *memory) set(to *value, v value) {
	if m.changed != nil {
		m.changed.note(to, *to)
	}
	*to = v
}

// zero is the zero value of a type. What it takes is counted before it is made.
func (m *memory) zero(t types.Type) value {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		switch {
		case u.Kind() == types.Float64 || u.Kind() == types.UntypedFloat:
			return number(m.builder.constant(0))
		case u.Info()&types.IsInteger != 0:
			return whole(0)
		case u.Info()&types.IsBoolean != 0:
			return decision.False
		case u.Info()&types.IsString != 0:
			return ""
		case u.Kind() == types.UnsafePointer: // SSA's own, of deferred calls
			return nil
		}
	case *types.Array:
		m.guard.spend(u.Len())
		a := make(aggregate, u.Len())
		for k := range a {
			a[k] = m.zero(u.Elem())
		}
		return a
	case *types.Struct:
		m.guard.spend(int64(u.NumFields()))
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
	m.guard.refuse("type %s cannot be taken: use float64, whole numbers, arrays and structs", t)
	return nil
}

// copied gives an aggregate of its own: arrays and structs are values in Go.
func (m *memory) copied(v value) value {
	a, is := v.(aggregate)
	if !is {
		return v
	}
	m.guard.spend(int64(len(a)))
	b := make(aggregate, len(a))
	for k := range a {
		b[k] = m.copied(a[k])
	}
	return b
}

// store puts a value behind a pointer. An aggregate's entries stay where they are,
// since pointers may lead to them.
func (m *memory) store(to *value, v value) {
	if to == nil {
		m.guard.refuse("a nil pointer is followed")
	}
	if m.fixed[to] {
		m.guard.refuse("a variable of the package is changed: its value at the next call is not known, make it a parameter")
	}
	a, isAggregate := v.(aggregate)
	old, was := (*to).(aggregate)
	if !isAggregate || !was || len(old) != len(a) {
		m.set(to, m.copied(v))
		return
	}
	m.guard.spend(int64(len(a)))
	for k := range a {
		m.store(&old[k], a[k])
	}
}

func (m *memory) aggregateAt(v value) aggregate { return (*m.guard.follow(v)).(aggregate) }

// slice is a window on entries.
type slice struct {
	back              *backing
	start, count, cap int
	open              bool // made by append, which may make more room than cap: Go does not say how much
}

// backing is the memory that slices share.
type backing struct {
	cells []value
	stale value // nil, or true: more was appended in open room, or elsewhere: Go does not say which
}

func (s slice) cells(g *guard) []value {
	if s.back == nil {
		return nil
	}
	if s.back.stale != nil {
		g.refuse("a slice is used after more was appended to it: Go does not say whether both share memory, copy it first")
	}
	return s.back.cells[s.start : s.start+s.count : s.start+s.cap]
}

// entry is a pointer to an entry of a slice, or of the array behind a pointer.
func (m *memory) entry(v value, k whole) *value {
	cells, isSlice := []value(nil), false
	if s, is := v.(slice); is {
		cells, isSlice = s.cells(m.guard), true
	} else {
		cells = m.aggregateAt(v)
	}
	m.guard.within(k, len(cells), isSlice)
	return &cells[k]
}

// index is an entry of an array, or a byte of a text.
func (m *memory) index(v value, k whole) value {
	if text, is := v.(string); is {
		m.guard.within(k, len(text), false)
		return whole(text[k])
	}
	a := v.(aggregate)
	m.guard.within(k, len(a), false)
	return a[k]
}

// slice cuts a window out of an array, a slice or a text.
func (m *memory) slice(v value, low, high, most int) value {
	low = max(low, 0)
	if text, is := v.(string); is {
		if high < 0 {
			high = len(text)
		}
		if low > high || high > len(text) {
			m.guard.refuse("the bounds %d and %d are outside of the text", low, high)
		}
		return text[low:high]
	}
	s, is := v.(slice)
	if !is {
		a := m.aggregateAt(v)
		s = slice{back: &backing{cells: a}, count: len(a), cap: len(a)}
	}
	s.cells(m.guard)
	if high < 0 {
		high = s.count
	}
	room := most
	if most < 0 {
		room = s.cap
	}
	if low > high || high > room || room > s.cap {
		m.guard.refuse("the bounds %d and %d are outside of the slice, which has room for %d entries", low,
			high, s.cap)
	}
	return slice{s.back, s.start + low, high - low, room - low, s.open && most < 0}
}

// arrayOf is a pointer to the array that a slice begins with.
func (m *memory) arrayOf(s slice, n int64) *value {
	if int64(s.count) < n {
		m.guard.refuse("a slice of %d entries is no array of %d", s.count, n)
	}
	cell := value(aggregate(s.cells(m.guard)[:n:n]))
	return &cell
}

func (m *memory) makeSlice(elem types.Type, count, room whole) slice {
	if count < 0 || room < count || room > maxEntries {
		m.guard.refuse("a slice of %d entries with room for %d cannot be made: at most %d are possible",
			count, room, maxEntries)
	}
	m.guard.fits(types.NewArray(elem, max(1, int64(room))))
	return slice{&backing{cells: m.zero(types.NewArray(elem, int64(room))).(aggregate)}, 0, int(count),
		int(room), false}
}

// grow is append. Where there is room for sure, the entries are written there;
// where there is none for sure, all are copied. In between, behind an append that
// made room by its own rules, the old slice must not be used any more.
func (m *memory) grow(s slice, more []value) slice {
	old := s.cells(m.guard)
	m.guard.spend(int64(len(more)))
	if len(more) == 0 {
		return s
	}
	if s.count+len(more) <= s.cap {
		room := old[:s.count+len(more)]
		for k, v := range more {
			m.store(&room[s.count+k], v)
		}
		s.count += len(more)
		return s
	}
	next := &backing{}
	switch {
	case s.open && m.changed == nil:
		s.back.stale = true
		next.cells = s.back.cells[s.start : s.start+s.count]
	case s.open: // other ways may append to it, too
		m.set(&s.back.stale, true)
		next.cells = m.copied(aggregate(old)).(aggregate)
	default:
		next.cells = m.copied(aggregate(old)).(aggregate)
	}
	for _, v := range more {
		next.cells = append(next.cells, m.copied(v))
	}
	if len(next.cells) > maxEntries {
		m.guard.refuse("a slice of more than %d entries", maxEntries)
	}
	return slice{next, 0, len(next.cells), len(next.cells), true}
}

// table is a map. Its keys are known.
type table struct {
	entries map[value]*value
	keys    []value // of the entries, the first ones first
	fixed   bool    // belongs to a variable of the package
}

func (m *memory) update(t *table, key, v value) {
	switch {
	case t == nil:
		m.guard.refuse("an entry of a nil map is set, which panics")
	case t.fixed:
		m.guard.refuse("a map of the package is changed: its entries at the next call are not known, make it a parameter")
	}
	cell := t.entries[m.guard.key(key)]
	if cell == nil {
		cell = new(value)
		*cell = absent{}
		t.entries[key], t.keys = cell, append(t.keys, key)
	}
	m.set(cell, m.copied(v))
}

// lookup is an entry of a map, or the zero value.
func (m *memory) lookup(i *ssa.Lookup, v, key value) value {
	if text, is := v.(string); is {
		return m.index(text, key.(whole))
	}
	var found value
	ok := false
	if t := v.(*table); t != nil {
		if cell := t.entries[m.guard.key(key)]; cell != nil {
			found = m.entryOf(cell)
			ok = found != absent{}
		}
	}
	if !ok {
		elem := i.X.Type().Underlying().(*types.Map).Elem()
		m.guard.fits(elem)
		found = m.zero(elem)
	}
	if i.CommaOk {
		return tuple{found, truthOf(ok)}
	}
	return found
}

// entryOf is what the cell of a map holds, absent where that is no entry.
func (m *memory) entryOf(cell *value) value {
	if c, is := (*cell).(*choice); is {
		for _, a := range c.among {
			if a.v == (absent{}) {
				return m.concrete(c, nil, cell)
			}
		}
	}
	return *cell
}

// assert looks for another type in an interface.
func (m *memory) assert(i *ssa.TypeAssert, v iface) value {
	ok := false
	result := value(v)
	if target, is := i.AssertedType.Underlying().(*types.Interface); is {
		ok = v.dynamic != nil && types.Implements(v.dynamic, target)
	} else if ok = v.dynamic != nil && types.Identical(v.dynamic, i.AssertedType); ok {
		result = v.v
	}
	switch {
	case !i.CommaOk && !ok:
		m.guard.refuse("the interface does not hold a %s, which panics", i.AssertedType)
	case !i.CommaOk:
		return result
	case !ok:
		m.guard.fits(i.AssertedType)
		result = m.zero(i.AssertedType)
	}
	return tuple{result, truthOf(ok)}
}

// fix finds what variables of the package lead to: nothing of it may change when
// the function is called.
func (m *memory) fix(v value) {
	switch v := v.(type) {
	case *value:
		if v != nil && !m.fixed[v] {
			m.fixed[v] = true
			m.fix(*v)
		}
	case aggregate:
		m.fixCells(v)
	case slice:
		if v.back != nil {
			m.fixCells(v.back.cells)
		}
	case *table:
		if v != nil && !v.fixed {
			v.fixed = true
			for _, e := range v.entries {
				m.fix(*e)
			}
		}
	case iface:
		m.fix(v.v)
	case *closure:
		if v != nil {
			for _, b := range v.bound {
				m.fix(b)
			}
		}
	}
}

func (m *memory) fixCells(cells []value) {
	for k := range cells {
		m.fix(&cells[k])
	}
}

func (m *memory) length(name string, v value) value {
	switch v := v.(type) {
	case string:
		return whole(len(v))
	case aggregate:
		return whole(len(v))
	case *table:
		if v == nil {
			return whole(0)
		}
		n := 0
		for _, key := range v.keys {
			if m.entryOf(v.entries[key]) != (absent{}) {
				n++
			}
		}
		return whole(n)
	case slice:
		if name == "len" {
			return whole(v.count)
		}
		if v.open {
			m.guard.refuse("the capacity after append cannot be taken: Go does not say what it is")
		}
		return whole(v.cap)
	}
	return whole(len(m.aggregateAt(v)))
}

// remove is delete and clear.
func (m *memory) remove(args []value, t types.Type) value {
	switch v := args[0].(type) {
	case slice:
		zero := m.zero(t.Underlying().(*types.Slice).Elem())
		for k := range v.cells(m.guard) {
			m.store(&v.cells(m.guard)[k], zero)
		}
	case *table:
		switch {
		case v == nil:
		case v.fixed:
			m.guard.refuse("a map of the package is changed: its entries at the next call are not known, make it a parameter")
		case len(args) == 2:
			if cell := v.entries[m.guard.key(args[1])]; cell != nil {
				m.set(cell, absent{})
			}
		default:
			for _, key := range v.keys {
				m.set(v.entries[key], absent{})
			}
		}
	}
	return nil
}
