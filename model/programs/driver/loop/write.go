package loop

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Name is how a name is written.
func (r *Rolled) Name(name string) string {
	if r == nil {
		return name
	}
	if at, has := r.elements[name]; has {
		return fmt.Sprintf("%s[%d]", at.array.name, at.index)
	}
	if local, has := r.locals[name]; has {
		return local
	}
	return name
}

// lead is what the number of a loop counts: the numbers of a name that go one by one, else
// turns.
func (l loop) lead() *progression {
	all := l.inOrder()
	functions := slices.Clone(all)
	order := func(p *progression) int { return slices.Index([]wordKind{called, variable, numeral}, p.kind) }
	slices.SortStableFunc(functions, func(a, b *progression) int { return cmp.Compare(order(a), order(b)) })
	for _, v := range functions {
		if v.by == 1 || v.by == -1 {
			return v
		}
	}
	return &progression{from: []int{0}, by: 1}
}

// counted is a number that goes with that of a loop.
func counted(from, by int, lead *progression) string {
	q := by / lead.by
	c := from - q*lead.from[0]
	number := "n"
	switch {
	case q < 0:
		number = fmt.Sprintf("%d*n", -q)
		if q == -1 {
			number = "n"
		}
		return fmt.Sprintf("%d - %s", c, number)
	case q > 1:
		number = fmt.Sprintf("%d*n", q)
	}
	switch {
	case c < 0:
		return fmt.Sprintf("%s - %d", number, -c)
	case c > 0:
		return fmt.Sprintf("%s + %d", number, c)
	}
	return number
}

// Arrays calls f for each array.
func (r *Rolled) Arrays(f func(name string, kind Kind, size int)) {
	if r == nil {
		return
	}
	for _, a := range r.arrays {
		f(a.name, a.kind, a.size)
	}
}

// Write writes the lines, with their loops.
func (r *Rolled) Write(b *strings.Builder, indent, remark string) {
	p, lines, loops := r.phrases, r.lines, r.loops
	end := func(note string) string {
		if note == "" {
			return "\n"
		}
		return "  " + remark + " " + note + "\n"
	}
	for _, a := range r.arrays {
		if p.Array != "" {
			fmt.Fprintf(b, indent+p.Array+"\n", a.name, p.Types[a.kind], a.size)
		}
	}
	for _, f := range r.families {
		if p.Table != nil {
			b.WriteString(indent + p.Table(f) + "\n")
		}
	}
	for k := 0; k < len(lines); {
		if len(loops) == 0 || k < loops[0].at {
			b.WriteString(indent + r.line(lines[k], func(n int) string {
				return r.word(lines[k].words[n])
			}) + end(lines[k].note))
			k++
			continue
		}
		l := loops[0]
		loops = loops[1:]
		lead := l.lead()
		turn := p.Up
		if lead.by < 0 {
			turn = p.Down
		}
		b.WriteString(indent)
		fmt.Fprintf(b, turn+"\n", lead.from[0], lead.from[0]+(l.times-1)*lead.by, max(lead.by, -lead.by))
		for i := range l.period {
			note := lines[k+i].note
			if note != "" {
				note = "first " + note
			}
			text := r.line(lines[k+i], func(n int) string {
				w := lines[k+i].words[n]
				v := l.varies[[2]int{i, n}]
				at, held := r.elements[w.text]
				switch {
				case v == nil:
					return r.word(w)
				case w.kind == called:
					f := v.family
					return p.Call(f, v.text(func(from int) string {
						return "{" + counted(from, v.by, lead) + "}"
					}), counted((v.from[0]-f.from)/f.by, v.by/f.by, lead))
				case w.kind == numeral:
					return counted(v.from[0], v.by, lead)
				case held:
					return fmt.Sprintf("%s[%s]", at.array.name, counted(v.from[0], v.by, lead))
				}
				return r.Name(w.text)
			})
			b.WriteString(indent + indent + text + end(note))
		}
		if p.End != "" {
			b.WriteString(indent + p.End + "\n")
		}
		k += l.period * l.times
	}
}

func (r *Rolled) word(w word) string {
	switch w.kind {
	case called:
		if f := r.of[w.text]; f != nil {
			return r.phrases.Call(f, w.text, strconv.Itoa(slices.Index(f.Members, w.text)))
		}
		return "modules." + w.text + "("
	case variable:
		return r.Name(w.text)
	}
	return w.text
}

// line writes a line. An element of an array is not declared, and is not forgotten by name.
func (r *Rolled) line(line written, text func(int) string) string {
	all := make([]string, len(line.words))
	for n := range line.words {
		all[n] = text(n)
	}
	first := slices.IndexFunc(line.words, func(w word) bool { return w.kind == variable })
	if first >= 0 && strings.HasSuffix(all[first], "]") {
		switch {
		case first == 1 && all[0] == "del ":
			all[0], all[1] = "", all[1]+" = None"
		case first == 1 && slices.Contains(r.phrases.Types[:], strings.TrimSuffix(all[0], " ")):
			all[0] = ""
		case first == 0:
			if rest, is := strings.CutPrefix(all[1], " := "); is {
				all[1] = " = " + rest
			}
		}
	}
	return strings.Join(all, "")
}
