package cover

import (
	"cmp"
	"slices"

	"facet/planner/words"
)

// flow is the extended form of the relaxation for words that have been opened.
// An open word has a variable for each of its options: y = 1 if the word is
// derived with it. The programme is the dual of the relaxation, so a variable is
// a row of it and a constraint is a column, which can be added while it runs:
//
//	sum of y over the options of the whole word                >= 1
//	sum of y over the options of a stretch - those that use it >= 0
//	x of the item - y                                          >= 0
//	a rule: (what it subtracts) - (what it adds up)            >= -1
type flow struct {
	words []opened
	rules []ruled
	known map[Rule]bool
}

// opened is a word with the rows of its options and the columns that make it
// pay for them (-1 for free options).
type opened struct {
	*words.Word
	places    []place
	row, pays []int32
	behind    [][]float64 // y by left end and split: fused at the split behind [l,split)
	before    [][]float64 // y by right end and split: fused at the split before [split,r)
}

// ruled is a rule with its column.
type ruled struct {
	Rule
	column int
}

// roomy is how many options all open words may have together: the programme's
// effort grows with the square of those in use.
const roomy = 12000

// open gives all words of the pool their extended form; false if they are too
// many.
func (p *programme) open() bool {
	size := 0
	for _, w := range p.words {
		for _, stretch := range w.Stretches {
			size += len(p.Options(stretch))
		}
	}
	if size > roomy {
		return false
	}
	for _, w := range p.words[len(p.flow.words):] {
		p.openWord(w)
	}
	return true
}

func (p *programme) openWord(w *words.Word) {
	o := opened{Word: w, places: layout(p.Table, w)}
	o.row, o.pays = make([]int32, len(o.places)), make([]int32, len(o.places))
	for n := range o.places {
		o.row[n] = p.addRow(0)
	}
	k := len(w.Letters) + 1
	o.behind, o.before = square(k), square(k)
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

func square(n int) [][]float64 {
	rows := make([][]float64, n)
	for k := range rows {
		rows[k] = make([]float64, n)
	}
	return rows
}

// read takes the values of y over into the sums that rules are made of.
func (o *opened) read(price func(row int) float64) {
	for k := range o.behind {
		clear(o.behind[k])
		clear(o.before[k])
	}
	for n, at := range o.places {
		if at.split >= 0 {
			y := price(int(o.row[n]))
			o.behind[at.l][at.split] += y
			o.before[at.r][at.split] += y
		}
	}
}

// broken is a rule that the current solution violates, and by how much.
type broken struct {
	Rule
	by float64
}

// obey adds the rules that are violated most, at most limit of them, and tells
// how many there were to add.
func (p *programme) obey(limit int) int {
	words := p.flow.words
	for n := range words {
		words[n].read(p.lp.Price)
	}
	var all []broken
	for a := range words {
		for b := range words {
			if a != b {
				all = p.compare(all, int32(a), int32(b))
			}
		}
	}
	slices.SortStableFunc(all, func(x, y broken) int { return cmp.Compare(y.by, x.by) })
	n := 0
	for _, r := range all {
		if n == limit {
			break
		}
		if !p.flow.known[r.Rule] {
			p.flow.known[r.Rule] = true
			p.addRule(r.Rule)
			n++
		}
	}
	return n
}

// compare appends the violated rules for two words.
func (p *programme) compare(all []broken, a, b int32) []broken {
	const least = 1e-3
	wa, wb := &p.flow.words[a], &p.flow.words[b]
	ka, kb := len(wa.Letters), len(wb.Letters)
	for s := 1; s < min(ka, kb) && wa.Letters[s-1] == wb.Letters[s-1]; s++ {
		longer := 0.0
		for i := 1; i < s; i++ {
			longer += wb.behind[i-1][s]
			if by := wa.behind[i][s] + longer - wb.before[s][i] - 1; by > least {
				all = append(all, broken{Rule{Side: words.Prefix, A: a, B: b, S: int32(s), I: int32(i)}, by})
			}
		}
	}
	for s := 1; s < min(ka, kb) && wa.Letters[ka-s] == wb.Letters[kb-s]; s++ {
		longer := 0.0
		for i := 1; i < s; i++ {
			longer += wb.before[kb-i+1][kb-s]
			if by := wa.before[ka-i][ka-s] + longer - wb.behind[kb-s][kb-i] - 1; by > least {
				all = append(all, broken{Rule{Side: words.Suffix, A: a, B: b, S: int32(s), I: int32(i)}, by})
			}
		}
	}
	return all
}

func (f *flow) sides(r Rule) sides {
	a, b := &f.words[r.A], &f.words[r.B]
	return sides{a.places, b.places, int32(len(a.Letters)), int32(len(b.Letters))}
}

func (p *programme) addRule(r Rule) {
	plus, minus := p.flow.sides(r).terms(r)
	net := make(map[int32]float64)
	var rows []int32
	count := func(list []choice, by float64) {
		for _, c := range list {
			row := p.flow.words[c.word].row[c.option]
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
