package weights

import (
	"math"
	"math/rand/v2"

	"facet/model"
	"facet/planner/bound/paths"
)

// pourer divides prices among words in whole shares. At any time what it has is
// a proof of sum.
type pourer struct {
	table  *paths.Table
	check  func(work int) error
	luck   *rand.Rand
	words  []bowl
	scale  int64     // shares in a unit of cost
	rest   []int64   // by item: what is left of its price
	weight []float64 // by item: how much it is in demand
	reach  []float64 // by stretch: what blocking it weighs
	most   []int64   // by stretch: its cheapest derivation from all that is left
	need   []int64   // by stretch: what its derivations have to cost
	sum    int64     // of what the words' derivations cost, without what the rules pay
	rules  []paths.Multiplier
	order  []int
}

// bowl is a word with its shares.
type bowl struct {
	*paths.Word
	items   []int32
	amounts []int64
	value   int64   // its cheapest derivation
	fees    []int64 // by option: what rules charge; nil for nothing
}

// full bounds prices and sums in shares, so that nothing wraps: what is cut off
// there only makes the bound smaller.
const full = 1 << 60

func newPourer(t *paths.Table, check func(int) error, luck *rand.Rand) *pourer {
	return &pourer{table: t, check: check, luck: luck, scale: 1}
}

// fill begins anew with the means of the game, rounded down, and the words that
// play.
func (p *pourer) fill(pool []*paths.Word, g *game) {
	n := len(p.table.Items)
	dearest := model.Cost(1)
	for _, price := range p.table.Price {
		dearest = max(dearest, price)
	}
	p.scale = 1
	for p.scale < finest && dearest < 1<<40/model.Cost(p.scale) {
		p.scale *= 10
	}
	p.rest, p.weight = make([]int64, n), make([]float64, n)
	for t, price := range p.table.Price {
		p.rest[t] = int64(min(price.Times(model.Cost(p.scale)), full))
	}
	p.reach = widen(p.reach, p.table.Stretches())
	p.most, p.need = widen(p.most, p.table.Stretches()), widen(p.need, p.table.Stretches())
	heaviest := tiny
	for t, x := range g.demand() {
		p.weight[t] = x
		heaviest = max(heaviest, x)
	}
	for t := range p.weight {
		p.weight[t] = max(p.weight[t]/heaviest, lightest)
	}
	p.sum, p.rules = 0, p.rules[:0]
	p.words, p.order = p.words[:0], p.order[:0]
	for n := range g.words {
		b := bowl{Word: pool[n]}
		w := &g.words[n]
		for _, o := range w.options {
			if o.item < 0 {
				continue
			}
			if a := min(int64(float64(o.mean)/g.weight*float64(p.scale)), p.rest[o.item]); a > 0 {
				b.items, b.amounts = append(b.items, o.item), append(b.amounts, a)
				p.rest[o.item] -= a
			}
		}
		p.words, p.order = append(p.words, b), append(p.order, n)
	}
	p.charge(g)
}

// charge takes over what the rules charge on average.
func (p *pourer) charge(g *game) {
	for n := range g.rules.list {
		r := &g.rules.list[n]
		amount := int64(min(r.mean/g.weight*float64(p.scale), full/1024))
		if amount <= 0 {
			continue
		}
		p.rules = append(p.rules, paths.Multiplier{Rule: r.Rule, Amount: amount})
		p.sum -= amount
		plus, minus := r.Terms(g.rules.places[r.A], g.rules.places[r.B])
		p.levy(r.Rule, plus, amount, g)
		p.levy(r.Rule, minus, -amount, g)
	}
}

func (p *pourer) levy(r paths.Rule, terms []paths.Term, amount int64, g *game) {
	for _, t := range terms {
		n := r.A
		if t.Second {
			n = r.B
		}
		w := &p.words[n]
		if w.fees == nil {
			w.fees = make([]int64, len(g.rules.places[n]))
		}
		w.fees[t.Option] += amount
	}
}

const (
	finest   = 1e6  // the finest division of a unit of cost
	lightest = 1e-6 // the weight of what is not in demand
)

// pass pours all words in random order. If check ends it, what it has is none
// the worse, but for the first pass.
func (p *pourer) pass() error {
	p.luck.Shuffle(len(p.order), func(a, b int) { p.order[a], p.order[b] = p.order[b], p.order[a] })
	p.table.BlockAll(p.weight, p.reach)
	for _, n := range p.order {
		if err := p.check(2 * len(p.words[n].Stretches) * 8); err != nil {
			return err
		}
		p.pour(&p.words[n])
	}
	p.reweigh()
	return nil
}

// pour lets a word give its shares back and take them anew.
func (p *pourer) pour(w *bowl) {
	for n, t := range w.items {
		p.rest[t] += w.amounts[n]
	}
	w.items, w.amounts = w.items[:0], w.amounts[:0]
	k := 0
	for _, s := range w.Stretches {
		best := int64(full)
		for _, o := range p.table.Options(s) {
			c := w.fee(k)
			k++
			if o.Item >= 0 {
				c += p.rest[o.Item]
			}
			if o.Left >= 0 {
				c += p.most[o.Left]
			}
			if o.Right >= 0 {
				c += p.most[o.Right]
			}
			best = min(best, c)
		}
		p.most[s] = best
		p.need[s] = min(0, best)
	}
	value := p.most[w.Root()]
	p.sum = min(p.sum-w.value+value, 4*full)
	w.value = value
	p.need[w.Root()] = value
	for n := len(w.Stretches) - 1; n >= 0; n-- {
		s := w.Stretches[n]
		need, list := p.need[s], p.table.Options(s)
		k -= len(list)
		if need <= 0 && w.fees == nil {
			continue
		}
		for m, o := range list {
			p.serve(w, o, need-w.fee(k+m))
		}
	}
}

// fee is what rules charge for an option.
func (w *bowl) fee(option int) int64 {
	if w.fees == nil {
		return 0
	}
	return w.fees[option]
}

// serve makes an option cost at least need: its item takes a share, or its parts
// have to cost more, those first that weigh least. An item is used by one option
// of a word only, so nothing has been taken of it before.
func (p *pourer) serve(w *bowl, o paths.Option, need int64) {
	item, left, right := math.Inf(1), math.Inf(1), math.Inf(1)
	if o.Item >= 0 {
		item = p.weight[o.Item]
	}
	if o.Left >= 0 {
		left = p.reach[o.Left]
		need -= p.need[o.Left]
	}
	if o.Right >= 0 {
		right = p.reach[o.Right]
		need -= p.need[o.Right]
	}
	for need > 0 {
		switch {
		case o.Item >= 0 && item <= left && item <= right:
			if a := min(need, p.rest[o.Item]); a > 0 {
				p.rest[o.Item] -= a
				w.items, w.amounts = append(w.items, o.Item), append(w.amounts, a)
				need -= a
			}
			item = math.Inf(1)
			o.Item = paths.Free
		case o.Left >= 0 && left <= right:
			a := min(need, p.most[o.Left]-p.need[o.Left])
			p.need[o.Left] += a
			need -= a
			left = math.Inf(1)
			o.Left = -1
		case o.Right >= 0:
			a := min(need, p.most[o.Right]-p.need[o.Right])
			p.need[o.Right] += a
			need -= a
			right = math.Inf(1)
			o.Right = -1
		default:
			return // cannot be: all of them together cost what the stretch needs
		}
	}
}

// reweigh lets items that are used up weigh more and others less.
func (p *pourer) reweigh() {
	heaviest := tiny
	for t := range p.weight {
		step := 0.02
		if p.rest[t] > 0 {
			step = -0.02
		}
		p.weight[t] *= math.Exp(step + 0.01*(p.luck.Float64()-0.5))
		heaviest = max(heaviest, p.weight[t])
	}
	for t := range p.weight {
		p.weight[t] = max(p.weight[t]/heaviest, lightest)
	}
}

// write lists what each word has, and the rules.
func (p *pourer) write(split *paths.Split) {
	var all []paths.Shares
	place := make([]int32, len(p.words))
	for n := range p.words {
		w := &p.words[n]
		if w.value == 0 && w.fees == nil {
			continue
		}
		place[n] = int32(len(all))
		sh := paths.Shares{Letters: w.Letters, Items: make([]paths.Item, len(w.items)), Amounts: append([]int64(nil), w.amounts...)}
		for k, t := range w.items {
			sh.Items[k] = p.table.Items[t]
		}
		all = append(all, sh)
	}
	split.Words = all
	for _, m := range p.rules {
		m.A, m.B = place[m.A], place[m.B]
		split.Rules = append(split.Rules, m)
	}
}
