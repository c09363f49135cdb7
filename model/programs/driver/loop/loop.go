// Package loop finds lines of a program that repeat, and writes them as loops.
package loop

import (
	"cmp"
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
	form *form // of words with the same text and kind; nil for plain text
}

// form is what a word is but for its numbers.
type form struct {
	class, stem int // of words that may be one in a loop, and differ in numbers only
	parts       []string
	numbers     []int // between the parts
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
}

var (
	identifiers = regexp.MustCompile(`modules\.\w+\(|\w+`)
	digits      = regexp.MustCompile(`\d+`)
)

// Roll finds loops in lines; nil where there are none, or where a language has none.
func Roll(p *Phrases, texts []Line, names Names) *Rolled {
	if p == nil {
		return nil
	}
	in := &reader{names: names, calls: p.Call != nil, forms: make(map[word]*form),
		stems: make(map[string]int), classes: make(map[string]int)}
	lines := make([]written, len(texts))
	shapes := make(map[string]int)
	for k, l := range texts {
		lines[k] = written{words: in.words(l.Text), note: l.Note}
		var b strings.Builder
		for _, w := range lines[k].words {
			if w.kind == plainText {
				b.WriteString(w.text)
			}
			b.WriteByte(byte('0' + w.kind))
		}
		lines[k].shape = numbered(shapes, b.String())
	}
	var found []loop
	ends := make([]int, p.Longest+1) // by period: the first line whose shape does not come again
	for i := 0; i < len(lines); {
		best := loop{}
		for period := 1; period <= p.Longest && i+fewestTurns*period <= len(lines); period++ {
			end := max(i, ends[period])
			for end+period < len(lines) && lines[end].shape == lines[end+period].shape {
				end++
			}
			ends[period] = end
			most := loop{period: period, times: (end-i)/period + 1}
			if most.times < fewestTurns || most.saved() <= best.saved() {
				continue
			}
			if l := most.repeats(lines[i:]); l.times >= fewestTurns && l.saved() > best.saved() {
				best = l
			}
		}
		if best.saved() < fewestSaved {
			i++
			continue
		}
		best.at = i
		best.vary(lines)
		found = append(found, best)
		i += best.times * best.period
	}
	if len(found) == 0 {
		return nil
	}
	r := &Rolled{phrases: p, lines: lines, loops: found, elements: make(map[string]element),
		locals: make(map[string]string), of: make(map[string]*Family)}
	if !r.place(names) {
		return nil
	}
	return r
}

func (l loop) saved() int { return (l.times - 1) * l.period }

// repeats is the loop of as many turns as repeat, of lines whose shapes do.
func (l loop) repeats(lines []written) loop {
	for turn := 1; turn < l.times; turn++ {
		for k := range l.period {
			first, second, other := lines[k].words, lines[l.period+k].words, lines[turn*l.period+k].words
			for n := range first {
				if !goesOn(first[n].form, second[n].form, other[n].form, turn) {
					l.times = turn
					return l
				}
			}
		}
	}
	return l
}

// goesOn reports whether a word of a later turn is what those of the first two lead to.
func goesOn(first, second, other *form, turn int) bool {
	if first == second || first == other {
		return first == second && first == other
	}
	if first.class != other.class || first.stem != other.stem {
		return false
	}
	by := 0
	for k, from := range first.numbers {
		step := second.numbers[k] - from
		if other.numbers[k] != from+turn*step || step != 0 && by != 0 && step != by {
			return false
		}
		by = cmp.Or(step, by)
	}
	return true
}

// vary notes what goes up or down from turn to turn.
func (l *loop) vary(lines []written) {
	l.varies = make(map[[2]int]*progression)
	for k := range l.period {
		for n, w := range lines[l.at+k].words {
			first, second := w.form, lines[l.at+l.period+k].words[n].form
			if first == second {
				continue
			}
			v := &progression{kind: w.kind, parts: []string{""}}
			for m, from := range first.numbers {
				v.parts[len(v.from)] += first.parts[m]
				if by := second.numbers[m] - from; by != 0 {
					v.from, v.by, v.parts = append(v.from, from), by, append(v.parts, "")
				} else {
					v.parts[len(v.from)] += strconv.Itoa(from)
				}
			}
			v.parts[len(v.from)] += first.parts[len(first.numbers)]
			for turn := range l.times {
				v.names = append(v.names, lines[l.at+turn*l.period+k].words[n].text)
			}
			l.varies[[2]int{k, n}] = v
		}
	}
}

// text writes a name with its numbers.
func (p *progression) text(number func(from int) string) string {
	text := p.parts[0]
	for k, n := range p.from {
		text += number(n) + p.parts[k+1]
	}
	return text
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
func (r *Rolled) place(names Names) bool {
	lines, loops := r.lines, r.loops
	turns := make(map[string][2]int) // in which turn of which loop a name is
	held := make(map[string]bool)    // names that are outside of loops, or in several turns
	for _, name := range names.Last {
		held[name] = true
	}
	at := 0 // the loop that a line is in, or that comes next
	for k, line := range lines {
		if at < len(loops) && k == loops[at].at+loops[at].period*loops[at].times {
			at++
		}
		within := [2]int{-1, 0}
		if at < len(loops) && k >= loops[at].at {
			within = [2]int{at, (k - loops[at].at) / loops[at].period}
		}
		for _, w := range line.words {
			if w.kind != variable {
				continue
			}
			if other, has := turns[w.text]; within[0] < 0 || has && other != within {
				held[w.text] = true
			}
			turns[w.text] = within
		}
	}
	used := make(map[string]bool)
	for _, name := range names.Taken {
		used[name] = true
	}
	for name := range names.Kinds {
		used[name] = true
	}
	arrays := make(map[string]*array)
	for again := true; again; {
		again = false
		for _, l := range loops {
			for _, v := range l.inOrder() {
				if v.kind != variable {
					continue
				}
				outside := slices.ContainsFunc(v.names, func(name string) bool { return held[name] })
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
			kind := names.Kinds[v.names[0]]
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

// reader takes lines apart.
type reader struct {
	names          Names
	calls          bool // functions may be called by a number
	forms          map[word]*form
	stems, classes map[string]int
}

func (r *reader) words(line string) (all []word) {
	at := 0
	for _, w := range identifiers.FindAllStringIndex(line, -1) {
		text := line[w[0]:w[1]]
		var kind wordKind
		if name, is := strings.CutPrefix(text, "modules."); is {
			text, kind = strings.TrimSuffix(name, "("), called
		} else if _, is := r.names.Kinds[text]; is {
			kind = variable
		} else if _, err := strconv.Atoi(text); err == nil && w[0] > 0 && line[w[0]-1] != '-' {
			kind = numeral
		} else {
			continue
		}
		if at < w[0] {
			all = append(all, word{text: line[at:w[0]]})
		}
		all = append(all, r.word(text, kind))
		at = w[1]
	}
	return append(all, word{text: line[at:]})
}

// word is one with its form.
func (r *reader) word(text string, kind wordKind) word {
	w := word{text: text, kind: kind}
	f := r.forms[w]
	if f == nil {
		f = r.form(text, kind)
		r.forms[w] = f
	}
	w.form = f
	return w
}

func (r *reader) form(text string, kind wordKind) *form {
	f := &form{}
	at := 0
	for _, d := range digits.FindAllStringIndex(text, -1) {
		n, err := strconv.Atoi(text[d[0]:d[1]])
		if err != nil || strconv.Itoa(n) != text[d[0]:d[1]] {
			continue // it is no number that a loop could write
		}
		f.parts, f.numbers = append(f.parts, text[at:d[0]]), append(f.numbers, n)
		at = d[1]
	}
	f.parts = append(f.parts, text[at:])
	f.stem = numbered(r.stems, strings.Join(f.parts, "#"))
	switch {
	case kind == variable:
		f.class = int(r.names.Kinds[text])
	case kind == called && r.calls:
		f.class = numbered(r.classes, r.names.Signatures[text])
	case kind == called:
		f.class = numbered(r.classes, text)
	}
	return f
}

// numbered is the number of a text among those that there were.
func numbered(all map[string]int, text string) int {
	n, has := all[text]
	if !has {
		n = len(all)
		all[text] = n
	}
	return n
}
