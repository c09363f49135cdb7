package source

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// slice is a window on entries.
type slice struct {
	back              *backing
	start, count, cap int
	open              bool // made by append, which may make more room than cap: Go does not say how much
}

// backing is the memory that slices share.
type backing struct {
	cells []value
	stale bool // more was appended in open room, or elsewhere: Go does not say which
}

func (s slice) cells(m *machine) []value {
	if s.back == nil {
		return nil
	}
	if s.back.stale {
		m.refuse("a slice is used after more was appended to it: Go does not say whether both share memory, copy it first")
	}
	return s.back.cells[s.start : s.start+s.count : s.start+s.cap]
}

// entry is a pointer to an entry of a slice, or of the array behind a pointer.
func (m *machine) entry(v value, k whole) *value {
	cells, isSlice := []value(nil), false
	if s, is := v.(slice); is {
		cells, isSlice = s.cells(m), true
	} else {
		cells = m.aggregateAt(v)
	}
	m.within(k, len(cells), isSlice)
	return &cells[k]
}

func (m *guard) within(k whole, n int, isSlice bool) {
	if k < 0 || int64(k) >= int64(n) {
		what := "array"
		if isSlice {
			what = "slice"
		}
		m.refuse("the index is %d, the %s has %d entries", k, what, n)
	}
}

// index is an entry of an array, or a byte of a text.
func (m *machine) index(v value, k whole) value {
	if text, is := v.(string); is {
		m.within(k, len(text), false)
		return whole(text[k])
	}
	a := v.(aggregate)
	m.within(k, len(a), false)
	return a[k]
}

// bound is a bound of a slice expression, -1 where there is none.
func (m *machine) bound(f *frame, v ssa.Value) int {
	if v == nil {
		return -1
	}
	k := m.get(f, v).(whole)
	if k < 0 || k > maxEntries {
		m.refuse("the bound %d is outside of the slice", k)
	}
	return int(k)
}

// slice cuts a window out of an array, a slice or a text.
func (m *machine) slice(v value, low, high, most int) value {
	low = max(low, 0)
	if text, is := v.(string); is {
		if high < 0 {
			high = len(text)
		}
		if low > high || high > len(text) {
			m.refuse("the bounds %d and %d are outside of the text", low, high)
		}
		return text[low:high]
	}
	s, is := v.(slice)
	if !is {
		a := m.aggregateAt(v)
		s = slice{back: &backing{cells: a}, count: len(a), cap: len(a)}
	}
	s.cells(m)
	if high < 0 {
		high = s.count
	}
	room := most
	if most < 0 {
		room = s.cap
	}
	if low > high || high > room || room > s.cap {
		m.refuse("the bounds %d and %d are outside of the slice, which has room for %d entries", low, high, s.cap)
	}
	return slice{s.back, s.start + low, high - low, room - low, s.open && most < 0}
}

// arrayOf is a pointer to the array that a slice begins with.
func (m *machine) arrayOf(s slice, n int64) *value {
	if int64(s.count) < n {
		m.refuse("a slice of %d entries is no array of %d", s.count, n)
	}
	cell := value(aggregate(s.cells(m)[:n:n]))
	return &cell
}

func (m *machine) makeSlice(elem types.Type, count, room whole) slice {
	if count < 0 || room < count || room > maxEntries {
		m.refuse("a slice of %d entries with room for %d cannot be made: at most %d are possible", count, room, maxEntries)
	}
	m.fits(types.NewArray(elem, max(1, int64(room))))
	return slice{&backing{cells: m.zero(types.NewArray(elem, int64(room))).(aggregate)}, 0, int(count), int(room), false}
}

// grow is append. Where there is room for sure, the entries are written there;
// where there is none for sure, all are copied. In between, behind an append that
// made room by its own rules, the old slice must not be used any more.
func (m *machine) grow(s slice, more []value) slice {
	old := s.cells(m)
	m.spend(int64(len(more)))
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
	if s.open {
		s.back.stale = true
		next.cells = s.back.cells[s.start : s.start+s.count]
	} else {
		next.cells = m.copied(aggregate(old)).(aggregate)
	}
	for _, v := range more {
		next.cells = append(next.cells, m.copied(v))
	}
	if len(next.cells) > maxEntries {
		m.refuse("a slice of more than %d entries", maxEntries)
	}
	return slice{next, 0, len(next.cells), len(next.cells), true}
}

// table is a map. Its keys are known.
type table struct {
	entries map[value]value
	fixed   bool // belongs to a variable of the package
}

// key is a value that a map can be asked for.
func (m *guard) key(v value) value {
	switch v.(type) {
	case whole, bool, string:
		return v
	}
	m.refuse("a map can be taken with keys that are whole numbers, texts or truth values")
	return nil
}

func (m *machine) update(t *table, key, v value) {
	switch {
	case t == nil:
		m.refuse("an entry of a nil map is set, which panics")
	case t.fixed:
		m.refuse("a map of the package is changed: its entries at the next call are not known, make it a parameter")
	}
	t.entries[m.key(key)] = m.copied(v)
}

// lookup is an entry of a map, or the zero value.
func (m *machine) lookup(i *ssa.Lookup, v, key value) value {
	if text, is := v.(string); is {
		return m.index(text, key.(whole))
	}
	var found value
	ok := false
	if t := v.(*table); t != nil {
		found, ok = t.entries[m.key(key)]
	}
	if !ok {
		elem := i.X.Type().Underlying().(*types.Map).Elem()
		m.fits(elem)
		found = m.zero(elem)
	}
	if i.CommaOk {
		return tuple{found, ok}
	}
	return found
}

// assert looks for another type in an interface.
func (m *machine) assert(i *ssa.TypeAssert, v iface) value {
	ok := false
	result := value(v)
	if target, is := i.AssertedType.Underlying().(*types.Interface); is {
		ok = v.dynamic != nil && types.Implements(v.dynamic, target)
	} else if ok = v.dynamic != nil && types.Identical(v.dynamic, i.AssertedType); ok {
		result = v.v
	}
	switch {
	case !i.CommaOk && !ok:
		m.refuse("the interface does not hold a %s, which panics", i.AssertedType)
	case !i.CommaOk:
		return result
	case !ok:
		m.fits(i.AssertedType)
		result = m.zero(i.AssertedType)
	}
	return tuple{result, ok}
}

// fix finds what variables of the package lead to: nothing of it may change when
// the function is called.
func (m *machine) fix(v value) {
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
				m.fix(e)
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

func (m *machine) fixCells(cells []value) {
	for k := range cells {
		m.fix(&cells[k])
	}
}
