package whole

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// state is all that is reachable from a value, at one moment.
type state []part

// part is a value that has no parts, and where it stands.
type part struct {
	in   int // the part that it stands in; -1 for the value itself
	name string
	at   int // in a list
	bits uint64
	long int // how many parts a list has
	text string
}

// stateOf walks through a value. What never changes, or is used by many at once, counts as the
// same as long as it is at the same place in memory, and so do functions and channels.
func stateOf(value any) state {
	w := walk{seen: make(map[visit]bool)}
	w.take(-1, "", 0, reflect.ValueOf(value))
	return w.all
}

type visit struct {
	at uintptr
	of reflect.Type
}

type walk struct {
	all  state
	seen map[visit]bool
}

func (w *walk) take(in int, name string, place int, v reflect.Value) {
	at := len(w.all)
	p := part{in: in, name: name, at: place}
	if !v.IsValid() {
		w.all = append(w.all, p)
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			p.bits = 1
		}
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		p.bits = uint64(v.Int()) //nolint:gosec // any bits tell two values apart
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		p.bits = v.Uint()
	case reflect.Float32, reflect.Float64:
		p.bits = math.Float64bits(v.Float())
	case reflect.String:
		p.text = v.String()
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		p.bits = uint64(v.Pointer())
	case reflect.Pointer, reflect.Map, reflect.Slice:
		p.bits = uint64(v.Pointer())
		if v.Kind() != reflect.Pointer {
			p.long = v.Len()
		}
	case reflect.Interface:
		if !v.IsNil() {
			p.text = v.Elem().Type().String()
		}
	}
	w.all = append(w.all, p)
	w.inside(at, v)
}

// inside walks through the parts of a value, once for each place in memory.
func (w *walk) inside(at int, v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if !v.IsNil() {
			w.take(at, "", 0, v.Elem())
		}
	case reflect.Pointer:
		if !v.IsNil() && !isFixed(v.Type().Elem()) && w.first(v) {
			w.take(at, "", 0, v.Elem())
		}
	case reflect.Slice:
		if v.IsNil() || v.Len() == 0 || isFixed(v.Type().Elem()) {
			return
		}
		fallthrough
	case reflect.Array:
		if v.Kind() == reflect.Slice && !w.first(v) {
			return
		}
		for k := range v.Len() {
			w.take(at, "", k, v.Index(k))
		}
	case reflect.Map:
		if v.IsNil() || !w.first(v) {
			return
		}
		w.entries(at, v)
	case reflect.Struct:
		if isFixed(v.Type()) {
			return
		}
		for k := range v.NumField() {
			w.take(at, v.Type().Field(k).Name, 0, v.Field(k))
		}
	}
}

// entries are those of a map, in an order that does not depend on the map's.
func (w *walk) entries(at int, v reflect.Value) {
	keys := make(map[string]reflect.Value, v.Len())
	var names []string
	for _, k := range v.MapKeys() {
		name := fmt.Sprint(k)
		keys[name] = k
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		w.take(at, name, 0, v.MapIndex(keys[name]))
	}
}

func (w *walk) first(v reflect.Value) bool {
	key := visit{v.Pointer(), v.Type()}
	if w.seen[key] {
		return false
	}
	w.seen[key] = true
	return true
}

// isFixed is true for the types of an explorer's parts that never change, keep what is computed
// when it is asked for first, or are used by other goroutines at the same time.
func isFixed(t reflect.Type) bool {
	switch t.String() {
	case "model.Dag", "model.State", "session.Session", "store.Saver", "job.Runner", "context.cancelCtx",
		"reflect.rtype", "files.Disk", "time.Location", "drawing.Layouts", "picture.Layout",
		"picture.Album", "layer.Keymap", "layer.Command", "style.Theme":
		return true
	}
	return false
}

// differs says what is different afterwards, by the first few places; nothing if nothing is.
func (s state) differs(after state) []string {
	var out []string
	for k := range min(len(s), len(after)) {
		if a, b := s[k], after[k]; a != b {
			out = append(out, fmt.Sprintf("%s: %d (%d) %q, then %d (%d) %q", s.path(k), a.bits, a.long,
				a.text, b.bits, b.long, b.text))
			if a.name != b.name || a.in != b.in || a.text != b.text || a.long != b.long || len(out) > 4 {
				break // from here on the parts are not the same ones
			}
		}
	}
	if len(out) == 0 && len(s) != len(after) {
		out = append(out, fmt.Sprintf("%d parts, then %d", len(s), len(after)))
	}
	return out
}

func (s state) path(k int) string {
	var names []string
	for ; k >= 0; k = s[k].in {
		if p := s[k]; p.name != "" {
			names = append(names, p.name)
		} else if p.at > 0 {
			names = append(names, strconv.Itoa(p.at))
		}
	}
	slices.Reverse(names)
	return strings.Join(names, ".")
}
