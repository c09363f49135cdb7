// Package loop finds lines of a program that repeat, and writes them as loops.
package loop

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Line is a line without its indent, and a remark behind it.
type Line struct{ Text, Note string }

// Names is what is known of the names in lines.
type Names struct {
	Kinds      map[string]Kind   // of those that lines define
	Signatures map[string]string // functions with equal ones are called in the same way
	Taken      []string          // others
	Last       []string          // those that are read behind all lines
}

// Lines that repeat, but for numbers, and numbers in names, that go up or down evenly, become a
// loop. A name that has such a number is an element of an array then, wherever it stands; what one turn
// of a loop alone uses keeps the name that it has in the first turn.

const (
	fewestTurns = 3 // of a loop
	fewestSaved = 8 // lines that a loop leaves out
)

// Phrases are how a language writes loops.
type Phrases struct {
	Up, Down string // loops: from a number [1] to the last [2] by [3]
	End      string // of a loop
	Longest  int    // lines of a turn
	// [1] its name, [2] the type of elements, [3] their number; empty where they are written elsewhere
	Array string
	Types [4]string // of elements, by [Kind]

	// Call is a function of a family, up to its arguments: by its name, with numbers in
	// braces, or by its place. It is nil where names have to be written.
	Call  func(f *Family, name, index string) string
	Table func(f *Family) string // a line for a family; nil where it needs none
}

// Kind is what an array has.
type Kind uint8

// Arrays of vectors, of matrices, of sparse matrices, and of lists.
const (
	Vectors Kind = iota
	Matrices
	Sparse
	Lists
)

// word is a part of a line: text, a name, a function up to its arguments, or a number.
type word struct {
	text string
	kind wordKind
}

type wordKind uint8

const (
	plainText wordKind = iota
	variable
	called
	numeral
)

// written is a line of a driver.
type written struct {
	words []word
	shape int // lines with the same shape differ in names only
	note  string
}

// progression is a name whose numbers go up or down evenly from turn to turn.
type progression struct {
	parts []string // around the numbers
	from  []int
	by    int
	names []string
	kind  wordKind

	family *Family // of functions
}

// loop is a run of lines that repeats.
type loop struct {
	at, period, times int
	varies            map[[2]int]*progression // by line of a turn and word
}

// element is a name's place in an array.
type element struct {
	array *array
	index int
}

type array struct {
	name string
	kind Kind
	size int
}

// Family is the functions that a loop calls one after another.
type Family struct {
	Name    string
	parts   []string // of a function's name, around its numbers
	apart   []int    // those from the first one
	from    int      // the least number
	by      int
	Members []string
}

// Rolled is what became of a driver's lines.
type Rolled struct {
	phrases  *Phrases
	lines    []written
	loops    []loop
	elements map[string]element
	locals   map[string]string
	arrays   []*array
	families []*Family
	of       map[string]*Family // by function
	last     map[string]bool    // names that are read behind all lines
}

var identifiers = regexp.MustCompile(`modules\.\w+\(|\w+`)

// Roll finds loops in lines; nil where there are none, or where a language has none.
func Roll(p *Phrases, texts []Line, names Names) *Rolled {
	if p == nil {
		return nil
	}
	kinds, signatures := names.Kinds, names.Signatures
	lines := make([]written, len(texts))
	for k, l := range texts {
		lines[k] = written{words: words(l.Text, kinds), note: l.Note}
	}
	shapes := make(map[string]int)
	for k := range lines {
		var b strings.Builder
		for _, w := range lines[k].words {
			if w.kind == plainText {
				b.WriteString(w.text)
			}
			b.WriteByte(byte('0' + w.kind))
		}
		lines[k].shape = len(shapes)
		if n, has := shapes[b.String()]; has {
			lines[k].shape = n
		}
		shapes[b.String()] = lines[k].shape
	}
	able := func(first, other word) bool {
		switch {
		case first.kind == plainText || first.kind == numeral || first.text == other.text:
			return true
		case first.kind == called:
			return p.Call != nil && signatures[first.text] == signatures[other.text]
		}
		a, has := kinds[first.text]
		b, too := kinds[other.text]
		return has && too && a == b
	}
	var found []loop
	for i := 0; i < len(lines); {
		best := loop{}
		for period := 1; period <= p.Longest && i+fewestTurns*period <= len(lines); period++ {
			if lines[i].shape != lines[i+period].shape {
				continue
			}
			if l := repeats(lines, i, period, able); l.times >= fewestTurns && l.saved() > best.saved() {
				best = l
			}
		}
		if best.saved() < fewestSaved {
			i++
			continue
		}
		found = append(found, best)
		i += best.times * best.period
	}
	if len(found) == 0 {
		return nil
	}
	r := &Rolled{phrases: p, lines: lines, loops: found, elements: make(map[string]element),
		locals: make(map[string]string), of: make(map[string]*Family), last: make(map[string]bool)}
	for _, name := range names.Last {
		r.last[name] = true
	}
	if !r.place(lines, found, kinds, names.Taken) {
		return nil
	}
	return r
}

func (l loop) saved() int { return (l.times - 1) * l.period }

// repeats counts how often the lines from i on repeat.
func repeats(lines []written, i, period int, able func(first, other word) bool) loop {
	l := loop{at: i, period: period, times: 1, varies: make(map[[2]int]*progression)}
	for at := i + period; at+period <= len(lines); at += period {
		for k := range period {
			if lines[at+k].shape != lines[i+k].shape {
				return l
			}
		}
		next := make(map[*progression]string)
		for k := range period {
			for n, first := range lines[i+k].words {
				other := lines[at+k].words[n]
				place := [2]int{k, n}
				if !able(first, other) {
					return l
				}
				v := l.varies[place]
				switch {
				case first.kind == plainText || v == nil && first.text == other.text:
				case l.times == 1:
					if v = begins(first.text, other.text); v == nil {
						return l
					}
					v.kind = first.kind
					l.varies[place] = v
				case v == nil || other.text != v.name(l.times):
					return l
				default:
					next[v] = other.text
				}
			}
		}
		for v, name := range next {
			v.names = append(v.names, name)
		}
		l.times++
	}
	return l
}

func (p *progression) name(turn int) string {
	return p.text(func(from int) string { return strconv.Itoa(from + turn*p.by) })
}

// text writes a name with its numbers.
func (p *progression) text(number func(from int) string) string {
	text := p.parts[0]
	for k, n := range p.from {
		text += number(n) + p.parts[k+1]
	}
	return text
}

var digits = regexp.MustCompile(`\d+`)

// begins is the progression of two names; nil where there is none.
func begins(a, b string) *progression {
	x, y := digits.FindAllStringIndex(a, -1), digits.FindAllStringIndex(b, -1)
	if len(x) != len(y) {
		return nil
	}
	p := &progression{names: []string{a, b}}
	at := 0
	for k := range x {
		m, err := strconv.Atoi(a[x[k][0]:x[k][1]])
		n, wrong := strconv.Atoi(b[y[k][0]:y[k][1]])
		if err != nil || wrong != nil || m == n {
			continue
		}
		p.parts, p.from, p.by = append(p.parts, a[at:x[k][0]]), append(p.from, m), n-m
		at = x[k][1]
	}
	if p.parts = append(p.parts, a[at:]); p.by == 0 || p.name(0) != a || p.name(1) != b {
		return nil
	}
	return p
}

// apart is how far the numbers of a name are from the first.
func (p *progression) apart() []int {
	all := slices.Clone(p.from)
	for k := range all {
		all[k] -= p.from[0]
	}
	return all
}

// stem is what a name is without its numbers.
func (p *progression) stem() string {
	return strings.Trim(strings.ReplaceAll(strings.Join(p.parts, "_"), "__", "_"), "_")
}

// place gives each name that varies a place in an array, or makes it local to its turn. It
// reports false where a name would have two places.
func (r *Rolled) place(lines []written, loops []loop, kinds map[string]Kind, taken []string) bool {
	turns := make(map[string]map[[2]int]bool) // in which turn of which loop a name is
	within := func(line int) [2]int {
		for k, l := range loops {
			if line >= l.at && line < l.at+l.period*l.times {
				return [2]int{k, (line - l.at) / l.period}
			}
		}
		return [2]int{-1, 0}
	}
	for k, line := range lines {
		for _, w := range line.words {
			if w.kind != variable {
				continue
			}
			if turns[w.text] == nil {
				turns[w.text] = make(map[[2]int]bool)
			}
			turns[w.text][within(k)] = true
		}
	}
	used := make(map[string]bool)
	for _, name := range taken {
		used[name] = true
	}
	for name := range kinds {
		used[name] = true
	}
	arrays := make(map[string]*array)
	held := make(map[string]bool)
	for again := true; again; {
		again = false
		for _, l := range loops {
			for _, v := range l.inOrder() {
				if v.kind != variable {
					continue
				}
				outside := slices.ContainsFunc(v.names, func(name string) bool {
					return held[name] || len(turns[name]) > 1 || turns[name][[2]int{-1, 0}] || r.last[name]
				})
				for _, name := range v.names {
					if outside && !held[name] {
						held[name], again = true, true
					}
				}
			}
		}
	}
	for _, l := range loops {
		for _, v := range l.inOrder() {
			switch v.kind {
			case called:
				r.adopt(v, used)
				continue
			case numeral:
				continue
			}
			kind := kinds[v.names[0]]
			for n, name := range v.names {
				if !held[name] {
					r.locals[name] = v.names[0]
					continue
				}
				key := fmt.Sprint(strings.Join(v.parts, "#"), kind)
				for _, from := range v.from {
					key += fmt.Sprint(" ", from-v.from[0])
				}
				a := arrays[key]
				if a == nil {
					a = &array{name: fresh(v.stem(), used), kind: kind}
					arrays[key] = a
					r.arrays = append(r.arrays, a)
				}
				at := element{a, v.from[0] + n*v.by}
				if old, has := r.elements[name]; has && old != at {
					return false
				}
				r.elements[name] = at
				a.size = max(a.size, at.index+1)
			}
		}
	}
	return true
}

// inOrder lists what varies in the order of the lines.
func (l loop) inOrder() []*progression {
	places := slices.SortedFunc(maps.Keys(l.varies), func(a, b [2]int) int {
		return slices.Compare(a[:], b[:])
	})
	all := make([]*progression, len(places))
	for k, at := range places {
		all[k] = l.varies[at]
	}
	return all
}

// Families are those of which a function is the first, and whether it is in any.
func (r *Rolled) Families(function string) (first []*Family, within bool) {
	if r == nil {
		return nil, false
	}
	for _, f := range r.families {
		if f.Members[0] == function {
			first = append(first, f)
		}
	}
	return first, r.of[function] != nil
}

// fresh is a name that is not used yet.
func fresh(name string, used map[string]bool) string {
	other := name
	for k := 2; used[other] || other == "" || other == "n" || other == "p"; k++ {
		other = fmt.Sprintf("%s_%d", name, k)
	}
	used[other] = true
	return other
}

// adopt gives a progression of functions its family: one that has all of them, or goes on with them, or
// a new one.
func (r *Rolled) adopt(v *progression, used map[string]bool) {
	by, from := max(v.by, -v.by), min(v.from[0], v.from[0]+(len(v.names)-1)*v.by)
	names := slices.Clone(v.names)
	if v.by < 0 {
		slices.Reverse(names)
	}
	for _, f := range r.families {
		last, end := f.from+len(f.Members)*f.by, from+len(names)*by // numbers behind the last ones
		alike := slices.Equal(f.parts, v.parts) && slices.Equal(f.apart, v.apart()) &&
			by%f.by == 0 && (from-f.from)%f.by == 0
		within := from >= f.from && end-by < last
		if !alike || !within && (by != f.by || from > last || end < f.from) {
			continue
		}
		if by == f.by {
			before, behind := max(0, (f.from-from)/by), max(0, (end-last)/by)
			f.Members = slices.Concat(names[:before], f.Members, names[len(names)-behind:])
			f.from = min(f.from, from)
		}
		r.belongs(v, f)
		return
	}
	f := &Family{Name: fresh(v.stem(), used), parts: v.parts, apart: v.apart(), from: from, by: by,
		Members: names}
	r.families = append(r.families, f)
	r.belongs(v, f)
}

// belongs notes of which family functions are; of several, the first is that of calls outside of loops.
func (r *Rolled) belongs(v *progression, f *Family) {
	v.family = f
	for _, name := range v.names {
		if r.of[name] == nil {
			r.of[name] = f
		}
	}
}

// words takes a line apart.
func words(line string, kinds map[string]Kind) (all []word) {
	at := 0
	for _, w := range identifiers.FindAllStringIndex(line, -1) {
		text := line[w[0]:w[1]]
		var kind wordKind
		if name, is := strings.CutPrefix(text, "modules."); is {
			text, kind = strings.TrimSuffix(name, "("), called
		} else if _, is := kinds[text]; is {
			kind = variable
		} else if _, err := strconv.Atoi(text); err == nil && w[0] > 0 && line[w[0]-1] != '-' {
			kind = numeral
		} else {
			continue
		}
		if at < w[0] {
			all = append(all, word{line[at:w[0]], plainText})
		}
		all = append(all, word{text, kind})
		at = w[1]
	}
	return append(all, word{line[at:], plainText})
}
