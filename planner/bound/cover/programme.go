package cover

import (
	"encoding/binary"
	"math/rand/v2"
	"slices"

	"facet/model"
	"facet/planner/bound/paths"
	"facet/planner/bound/simplex"
	"facet/planner/linegraph"
)

// programme is the packing linear programme over the cuts found so far, with
// the words that they come from.
type programme struct {
	*paths.Table
	paths    *paths.Set
	unit     model.Cost    // divides the price of every item
	words    []*paths.Word // the pool
	known    map[string]*paths.Word
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
	seeker *paths.Seeker
	block  *paths.Blocker
	set    []int32
	key    []byte
}

// cut is a blocking set: a column of the programme.
type cut struct {
	word   *paths.Word
	items  []int32 // by number in the catalogue, ascending
	column int
}

func newProgramme(in *linegraph.Graph, ceiling model.Cost, bought, forbidden []paths.Item, memory int64) *programme {
	table := paths.NewTable(paths.NewCatalogue(in, ceiling, bought, forbidden))
	set := paths.NewPaths(in)
	return &programme{
		Table:  table,
		paths:  set,
		seeker: paths.NewSeeker(table.Catalogue, set),
		block:  paths.NewBlocker(table),
		unit:   paths.CommonUnit(in, ceiling),
		known:  make(map[string]*paths.Word),
		lp:     simplex.New(),
		seen:   make(map[string]bool),
		noise:  rand.New(rand.NewPCG(20, 26)),
		memory: memory,
		flow:   flow{known: make(map[paths.Rule]bool), at: make(map[*paths.Word]int32)},
	}
}

// word gives the word of these letters; nil if there is no room for it or it is
// hopeless.
func (p *programme) word(letters []int32) *paths.Word {
	p.key = p.key[:0]
	for _, z := range letters {
		p.key = binary.AppendUvarint(p.key, uint64(z))
	}
	if w, known := p.known[string(p.key)]; known {
		return w
	}
	if p.full = p.full || p.bytes+p.Bytes()+paths.AtMost(len(letters)) > p.memory; p.full {
		return nil
	}
	w, err := p.Add(letters)
	if err != nil {
		p.full = true
		return nil
	}
	for n := len(p.row); n < len(p.Items); n++ {
		p.row = append(p.row, -1)
		p.weight = append(p.weight, p.tie(int32(n)))
	}
	p.seeker.Weight = p.weight
	if w == nil {
		p.hopeless = slices.Clone(letters)
		return nil
	}
	p.known[string(p.key)] = w
	p.words = append(p.words, w)
	p.bytes += w.Bytes() + int64(len(p.key))
	return w
}

// itemsOf lists the items that the word can use.
func (p *programme) itemsOf(w *paths.Word) []int32 {
	var items []int32
	for _, s := range w.Stretches {
		for _, o := range p.Options(s) {
			if o.Item >= 0 {
				items = append(items, o.Item)
			}
		}
	}
	return items
}

// most is the most that tie gives.
const most = 1e-4

// tie is what separation adds to the dual price of an item: nearly nothing, and
// less for dear items. It prefers cuts of few and dear items among equals, which
// can take more weight.
func (p *programme) tie(item int32) float64 {
	return most * (0.01 + 1/(1+float64(p.Price[item]/p.unit)))
}

// add makes the set a column, unless it is one already.
func (p *programme) add(w *paths.Word, set []int32) bool {
	items := slices.Clone(set)
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
		p.row[item] = p.addRow(float64(p.Price[item] / p.unit))
	}
	return p.row[item]
}

// addRow makes a row whose limit is a little larger than exact, each by a
// different amount: many pivots would not move otherwise.
func (p *programme) addRow(exact float64) int32 {
	p.exact = append(p.exact, exact)
	return int32(p.lp.AddRow(exact + 1e-4*(0.5+p.noise.Float64())))
}

// readPrices takes the dual prices over into weight.
func (p *programme) readPrices() {
	for n := range p.Items {
		x := 0.0
		if p.row[n] >= 0 {
			x = p.lp.Price(int(p.row[n]))
		}
		p.weight[n] = x + p.tie(int32(n))
	}
	p.seeker.Reweigh(p.weight, unknown, most)
}

// unknown is the weight of items that no word has asked for yet.
const unknown = 1e-6

// support lists the items with a positive dual price.
func (p *programme) support() []paths.Purchase {
	var all []paths.Purchase
	for n, it := range p.Items {
		if p.row[n] < 0 {
			continue
		}
		if x := p.lp.Price(int(p.row[n])); x > 1e-7 {
			all = append(all, paths.Purchase{Item: it, Amount: min(x, 1)})
		}
	}
	return all
}

// violation is by how much the set's dual prices fall short of 1.
func (p *programme) violation(items []int32) float64 {
	sum := 0.0
	for _, item := range items {
		if r := p.row[item]; r >= 0 {
			sum += p.lp.Price(int(r))
		}
	}
	return 1 - sum
}
