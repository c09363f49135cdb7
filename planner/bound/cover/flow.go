package cover

import (
	"cmp"
	"slices"

	"facet/planner/bound/paths"
)

// flow is the extended form of the relaxation for words that have been opened:
// those that rules have something to say about. An open word has a variable for
// each of its options: y = 1 if the word is derived with it. The programme is the
// dual of the relaxation, so a variable is a row of it and a constraint is a
// column, which can be added while it runs:
//
//	sum of y over the options of the whole word                >= 1
//	sum of y over the options of a stretch - those that use it >= 0
//	x of the item - y                                          >= 0
//	a rule: (what it subtracts) - (what it adds up)            >= -1
type flow struct {
	words []opened
	at    map[*paths.Word]int32 // by open word: its number
	rules []ruled
	known map[paths.Rule]bool
	seen  []view // by number in the pool
	size  int    // options of all open words
}

// opened is a word with the rows of its options and the columns that make it
// pay for them (-1 for free options).
type opened struct {
	*paths.Word
	places    []paths.Place
	row, pays []int32
}

// ruled is a rule with its column.
type ruled struct {
	paths.Rule
	column int
}

// roomy is how many options all open words may have together: the programme's
// effort grows with the square of those in use.
const roomy = 12000

// openAlso opens a word, unless it is open, and gives its number; -1 if there is
// no room for it.
func (p *programme) openAlso(w *paths.Word) int32 {
	if n, known := p.flow.at[w]; known {
		return n
	}
	size := 0
	for _, stretch := range w.Stretches {
		size += len(p.Options(stretch))
	}
	if p.flow.size+size > roomy {
		return -1
	}
	p.flow.size += size
	n := int32(len(p.flow.words))
	p.flow.at[w] = n
	p.openWord(w)
	return n
}

func (p *programme) openWord(w *paths.Word) {
	o := opened{Word: w, places: p.Places(w)}
	o.row, o.pays = make([]int32, len(o.places)), make([]int32, len(o.places))
	for n := range o.places {
		o.row[n] = p.addRow(0)
	}
	use := make(map[int32][]int32, len(w.Stretches))
	sign := make(map[int32][]float64, len(w.Stretches))
	n := 0
	for _, s := range w.Stretches {
		for _, opt := range p.Options(s) {
			use[s], sign[s] = append(use[s], o.row[n]), append(sign[s], 1)
			for _, part := range [...]int32{opt.Left, opt.Right} {
				if part >= 0 {
					use[part], sign[part] = append(use[part], o.row[n]), append(sign[part], -1)
				}
			}
			n++
		}
	}
	for _, s := range w.Stretches {
		gain := 0.0
		if s == w.Root() {
			gain = 1
		}
		p.lp.AddColumn(gain, use[s], sign[s])
	}
	n = 0
	for _, s := range w.Stretches {
		for _, opt := range p.Options(s) {
			o.pays[n] = -1
			if opt.Item >= 0 {
				o.pays[n] = int32(p.lp.AddColumn(0, []int32{p.rowOf(opt.Item), o.row[n]}, []float64{1, -1}))
			}
			n++
		}
	}
	p.flow.words = append(p.flow.words, o)
}

// obey adds the rules that are violated most, at most limit of them, and tells
// how many there were to add. Words that they are about are opened.
func (s *solver) obey(limit int) int {
	s.read()
	const least = 1e-3
	var all []paths.Violation
	seen := s.flow.seen
	for a := range seen {
		for b := range seen {
			if a != b {
				all = paths.Compare(all, seen[a].fusions, seen[b].fusions, int32(a), int32(b), least)
			}
		}
		if s.stop() {
			return 0
		}
	}
	slices.SortStableFunc(all, func(x, y paths.Violation) int { return cmp.Compare(y.By, x.By) })
	n := 0
	for _, v := range all {
		if n == limit {
			break
		}
		r := v.Rule
		if r.A, r.B = s.openAlso(s.words[v.A]), s.openAlso(s.words[v.B]); r.A < 0 || r.B < 0 {
			continue
		}
		if !s.flow.known[r] {
			s.flow.known[r] = true
			s.addRule(r)
			n++
		}
	}
	return n
}

// terms lists the options that the rule adds up, and those that it subtracts.
func (f *flow) terms(r paths.Rule) (plus, minus []paths.Term) {
	return r.Terms(f.words[r.A].places, f.words[r.B].places)
}

func (p *programme) addRule(r paths.Rule) {
	plus, minus := p.flow.terms(r)
	net := make(map[int32]float64)
	var rows []int32
	count := func(list []paths.Term, by float64) {
		for _, c := range list {
			word := r.A
			if c.Second {
				word = r.B
			}
			row := p.flow.words[word].row[c.Option]
			if _, there := net[row]; !there {
				rows = append(rows, row)
			}
			net[row] += by
		}
	}
	count(plus, -1)
	count(minus, 1)
	coefficients := make([]float64, len(rows))
	for n, row := range rows {
		coefficients[n] = net[row]
	}
	p.flow.rules = append(p.flow.rules, ruled{r, p.lp.AddColumn(-1, rows, coefficients)})
}
