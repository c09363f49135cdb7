package cover

import "facet/planner/words"

// place is where an option of a word belongs: it derives the stretch between
// positions l and r, and joins parts at position split, or none if that is -1.
// Position 0 is before the first letter.
type place struct{ l, r, split int32 }

// layout lists the places of a word's options: those of its first stretch, then
// those of its second, and so on. This is how options are counted here.
func layout(t *words.Table, w *words.Word) []place {
	at := make(map[int32]int32, len(w.Letters)+1)
	for n, z := range w.Letters {
		at[t.Graph.Letters[z].From] = int32(n)
	}
	at[t.Graph.Letters[w.Letters[len(w.Letters)-1]].To] = int32(len(w.Letters))
	var all []place
	for _, s := range w.Stretches {
		from, to := t.Ends(s)
		for _, o := range t.Options(s) {
			p := place{at[from], at[to], -1}
			if o.Left >= 0 {
				_, join := t.Ends(o.Left)
				p.split = at[join]
			} else if o.Right >= 0 {
				join, _ := t.Ends(o.Right)
				p.split = at[join]
			}
			all = append(all, p)
		}
	}
	return all
}

// choice is an option of an open word.
type choice struct{ word, option int32 }

// sides is a rule's two words, and what their options are.
type sides struct {
	a, b   []place
	ka, kb int32 // how many letters they have
}

// terms lists the options that the rule adds up, and those that it subtracts.
func (x sides) terms(r Rule) (plus, minus []choice) {
	a, b := r.A, r.B
	if r.Side == words.Prefix {
		plus = fused(plus, x.a, a, func(p place) bool { return p.l == r.I && p.split == r.S })
		plus = fused(plus, x.b, b, func(p place) bool { return p.l < r.I && p.split == r.S })
		minus = fused(minus, x.b, b, func(p place) bool { return p.r == r.S && p.split == r.I })
		return plus, minus
	}
	plus = fused(plus, x.a, a, func(p place) bool { return p.r == x.ka-r.I && p.split == x.ka-r.S })
	plus = fused(plus, x.b, b, func(p place) bool { return p.r > x.kb-r.I && p.split == x.kb-r.S })
	minus = fused(minus, x.b, b, func(p place) bool { return p.l == x.kb-r.S && p.split == x.kb-r.I })
	return plus, minus
}

// fused appends the options whose place fits.
func fused(list []choice, places []place, name int32, fits func(place) bool) []choice {
	for o, p := range places {
		if p.split >= 0 && fits(p) {
			list = append(list, choice{name, int32(o)})
		}
	}
	return list
}
