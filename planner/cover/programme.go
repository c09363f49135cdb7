package cover

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"facet/model"
	"facet/planner/letters"
	"facet/planner/simplex"
)

// programme is the packing linear programme over the cuts found so far, with
// the words that they come from.
type programme struct {
	*catalogue
	dag      *lineDag
	unit     model.Cost // divides the price of every item
	words    []*word    // the pool
	known    map[string]*word
	hopeless []int32 // a word that needs a dropped item: nothing beats the incumbent
	memory   int64   // bytes that the words may take
	bytes    int64   // that they take
	full     bool    // no more of them

	lp    *simplex.Solver
	row   []int32   // by item: its row, or -1
	exact []float64 // by row: the item's price in units
	cuts  []cut
	seen  map[string]bool
	noise *rand.Rand

	flow   flow
	weight []float64 // by item: its dual price and a little more for cheap items
	muls   [][]int32 // by junction: the products with a positive dual price
	block  blocker
	local  []float64
	key    []byte
}

// cut is a blocking set: a column of the programme.
type cut struct {
	word   *word
	items  []int32 // by number in the catalogue, ascending
	column int
}

func newProgramme(in *letters.Graph, ceiling model.Cost, bought, forbidden []Item, memory int64) *programme {
	return &programme{
		catalogue: newCatalogue(in, ceiling, bought, forbidden),
		dag:       newLineDag(in),
		unit:      commonUnit(in, ceiling),
		known:     make(map[string]*word),
		lp:        simplex.New(),
		seen:      make(map[string]bool),
		noise:     rand.New(rand.NewPCG(20, 26)),
		memory:    memory,
		muls:      make([][]int32, len(in.Size)),
		flow:      flow{known: make(map[Rule]bool)},
	}
}

// longest is the number of letters from which on words are not looked at: the
// dynamic programme of a word is cubic in it.
const longest = 96

// word compiles the word of these letters, or finds it in the pool; nil if it is
// too long or hopeless.
func (p *programme) word(letters []int32) *word {
	if len(letters) > longest || p.full {
		return nil
	}
	p.key = p.key[:0]
	for _, z := range letters {
		p.key = binary.AppendUvarint(p.key, uint64(z))
	}
	if w, known := p.known[string(p.key)]; known {
		return w
	}
	w, ok := compile(p.catalogue, slices.Clone(letters))
	for n := len(p.row); n < len(p.items); n++ {
		p.row = append(p.row, -1)
		p.weight = append(p.weight, p.tie(int32(n)))
	}
	if !ok {
		p.hopeless = slices.Clone(letters)
		return nil
	}
	p.known[string(p.key)] = w
	p.words = append(p.words, w)
	p.bytes += w.bytes()
	p.full = p.bytes > p.memory
	return w
}

// tie is what separation adds to the dual price of an item: nearly nothing, and
// less for dear items. It prefers cuts of few and dear items among equals, which
// can take more weight.
func (p *programme) tie(item int32) float64 {
	const most = 1e-4
	return most * (0.01 + 1/(1+float64(p.price[item]/p.unit)))
}

// add makes the set of the word's items (by their number there) a column,
// unless it is one already.
func (p *programme) add(w *word, local []int32) bool {
	items := make([]int32, len(local))
	for n, i := range local {
		items[n] = w.items[i]
	}
	slices.Sort(items)
	p.key = p.key[:0]
	for _, n := range items {
		p.key = binary.AppendUvarint(p.key, uint64(n))
	}
	if p.seen[string(p.key)] {
		return false
	}
	p.seen[string(p.key)] = true
	rows := make([]int32, len(items))
	ones := make([]float64, len(items))
	for n, item := range items {
		rows[n], ones[n] = p.rowOf(item), 1
	}
	p.cuts = append(p.cuts, cut{w, items, p.lp.AddColumn(1, rows, ones)})
	return true
}

// rowOf gives the row of an item, which it makes if there is none yet.
func (p *programme) rowOf(item int32) int32 {
	if p.row[item] < 0 {
		p.row[item] = p.addRow(float64(p.price[item] / p.unit))
	}
	return p.row[item]
}

// addRow makes a row whose limit is a little larger than exact, each by a
// different amount: many pivots would not move otherwise.
func (p *programme) addRow(exact float64) int32 {
	p.exact = append(p.exact, exact)
	return int32(p.lp.AddRow(exact + 1e-4*(0.5+p.noise.Float64())))
}

// readPrices takes the dual prices over into weight and muls.
func (p *programme) readPrices() {
	for j := range p.muls {
		p.muls[j] = p.muls[j][:0]
	}
	for n := range p.items {
		item := int32(n)
		x := 0.0
		if p.row[n] >= 0 {
			x = p.lp.Price(int(p.row[n]))
		}
		p.weight[n] = x + p.tie(item)
		if it := p.items[n]; it.Kind == Mul && x > 1e-9 {
			p.muls[it.J] = append(p.muls[it.J], item)
		}
	}
}

// support lists the items with a positive dual price.
func (p *programme) support() []Purchase {
	var all []Purchase
	for n, it := range p.items {
		if p.row[n] < 0 {
			continue
		}
		if x := p.lp.Price(int(p.row[n])); x > 1e-7 {
			all = append(all, Purchase{it, min(x, 1)})
		}
	}
	return all
}

// of is the weight of an item that need not be in the catalogue.
func (p *programme) of(it Item) float64 {
	n, known := p.numbers[it]
	switch {
	case known && n >= 0:
		return p.weight[n]
	case known && n == dropped:
		return 0
	}
	return 1e-6
}

// violation is by how much the set's dual prices fall short of 1.
func (p *programme) violation(w *word, local []int32) float64 {
	sum := 0.0
	for _, i := range local {
		if r := p.row[w.items[i]]; r >= 0 {
			sum += p.lp.Price(int(r))
		}
	}
	return 1 - sum
}

// commonUnit is the greatest number found that divides the price of every item
// below the ceiling, so that the costs of all sequences that matter are
// multiples of it.
func commonUnit(in *letters.Graph, ceiling model.Cost) model.Cost {
	d := newLineDag(in)
	n := len(in.Size)
	left, right := make([]model.Cost, n), make([]model.Cost, n) // gcd of the sizes before, behind
	for _, z := range d.order {
		l := in.Letters[z]
		left[l.To] = gcd(left[l.To], gcd(left[l.From], in.Size[l.From]))
	}
	for k := len(d.order) - 1; k >= 0; k-- {
		l := in.Letters[d.order[k]]
		right[l.From] = gcd(right[l.From], gcd(right[l.To], in.Size[l.To]))
	}
	unit := model.Cost(0)
	count := func(price model.Cost) {
		if price < ceiling {
			unit = gcd(unit, price)
		}
	}
	for z, l := range in.Letters {
		if !l.Jacobian {
			count(in.Acc(int32(z)))
		}
		if l.Model {
			count(left[l.From].Times(l.T))
			count(right[l.To].Times(l.A))
		}
	}
	for j := range in.Size {
		count(left[j].Times(in.Size[j]).Times(right[j]))
	}
	return max(1, unit)
}

func gcd(a, b model.Cost) model.Cost {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
