package cover

import (
	"math"

	"facet/model"
)

// Split divides the prices of the items among words: the lower bound in a form
// that is exact and easy to check. All amounts are whole multiples of
// 1/Denominator of the cost unit.
//
// Each word is derived for no less than its optimum by the matrix-chain dynamic
// programme under its own shares, and no item's shares add up to more than its
// price, so the optima add up to a lower bound, whatever the shares are. A rule
// with a multiplier m >= 0 charges its words m for each option that it adds up,
// gives m back for each that it subtracts, and takes m off the sum: as the rule
// says that no more than one is charged, the bound stays a bound.
type Split struct {
	Denominator int64
	Ceiling     model.Cost // items from this price on are in no word's shares
	Unit        model.Cost // divides the price of every item below the ceiling
	Words       []Shares
	Rules       []Multiplier
	Bound       model.Cost // at most Ceiling
}

// Shares is what one word may charge for the items that it can use. Items that
// it does not list are free to it if they cost nothing or have been bought,
// dropped if their price reaches the ceiling or they are forbidden, and else
// have a share of zero.
type Shares struct {
	Letters []int32
	Items   []Item
	Amounts []int64

	word *word   // nil: the word cannot be derived below the ceiling
	cost []int64 // by option: the share of its item and what rules charge
}

// Multiplier is a rule of the split's words and its multiplier.
type Multiplier struct {
	Rule
	Amount int64
}

// settlement collects the floating-point solution before it is rounded.
type settlement struct {
	*programme
	order []*word
	share map[*word][]float64 // by item of the word, in units
}

func (p *programme) collect(value []float64) *settlement {
	s := &settlement{programme: p, share: make(map[*word][]float64)}
	at := make(map[int32]int, 64)
	for _, c := range p.cuts {
		u := value[c.column]
		if u <= 0 {
			continue
		}
		share := s.of(c.word)
		clear(at)
		for n, item := range c.word.items {
			at[item] = n
		}
		for _, item := range c.items {
			share[at[item]] += u
		}
	}
	for _, o := range p.flow.words {
		for n, column := range o.pays {
			if column >= 0 && value[column] > 0 {
				s.of(o.word)[o.options[n].item] += value[column]
			}
		}
	}
	for _, r := range p.flow.rules {
		if value[r.column] > 0 {
			s.of(p.flow.words[r.A].word)
			s.of(p.flow.words[r.B].word)
		}
	}
	return s
}

func (s *settlement) of(w *word) []float64 {
	share, known := s.share[w]
	if !known {
		share = make([]float64, len(w.items))
		s.share[w] = share
		s.order = append(s.order, w)
	}
	return share
}

// split rounds to a denominator: to the nearest multiple where that is within
// rounding error, else down, and cuts off at what is left of each price. What
// is left over in the end goes to words that can use it.
func (s *settlement) split(value []float64, denominator int64) *Split {
	out := &Split{Denominator: denominator, Ceiling: s.ceiling, Unit: s.unit}
	rules := s.flow.rules
	if s.lp.Objective()*float64(s.unit)*float64(denominator) > safe {
		rules = nil
	}
	left := make([]int64, len(s.items))
	for n, price := range s.price {
		left[n] = int64(price.Times(model.Cost(denominator)))
		if len(rules) > 0 {
			left[n] = min(left[n], 16*safe)
		}
	}
	whole := func(u float64) int64 {
		return int64(min(math.Floor(u*float64(s.unit)*float64(denominator)+1e-2), 1<<61))
	}
	place := make(map[*word]int32, len(s.order))
	for _, w := range s.order {
		place[w] = int32(len(out.Words))
		sh := Shares{Letters: w.letters, word: w, Amounts: make([]int64, len(w.items))}
		for n, item := range w.items {
			sh.Items = append(sh.Items, s.items[item])
			sh.Amounts[n] = min(whole(s.share[w][n]), left[item])
			left[item] -= sh.Amounts[n]
		}
		out.Words = append(out.Words, sh)
	}
	for _, sh := range out.Words {
		for n, item := range sh.word.items {
			sh.Amounts[n] += left[item]
			left[item] = 0
		}
	}
	for _, r := range rules {
		if m := whole(value[r.column]); m > 0 && m <= safe {
			rule := r.Rule
			rule.A, rule.B = place[s.flow.words[r.A].word], place[s.flow.words[r.B].word]
			out.Rules = append(out.Rules, Multiplier{rule, m})
		}
	}
	out.settle()
	return out
}

// settle computes what each word's options cost and the bound.
func (s *Split) settle() {
	spans := 0
	for n := range s.Words {
		sh := &s.Words[n]
		spans = max(spans, len(sh.word.spans))
		sh.cost = make([]int64, len(sh.word.options))
		for o, opt := range sh.word.options {
			if opt.item >= 0 {
				sh.cost[o] = sh.Amounts[opt.item]
			}
		}
	}
	sum := int64(0)
	for _, m := range s.Rules {
		plus, minus := m.options(s.Words[m.A].word, s.Words[m.B].word, m.A, m.B)
		for _, c := range plus {
			s.Words[c.word].cost[c.option] = plusOf(s.Words[c.word].cost[c.option], m.Amount)
		}
		for _, c := range minus {
			s.Words[c.word].cost[c.option] = plusOf(s.Words[c.word].cost[c.option], -m.Amount)
		}
		sum = plusOf(sum, -m.Amount)
	}
	work := make([]int64, spans)
	for _, sh := range s.Words {
		sum = plusOf(sum, sh.word.cheapest(sh.cost, work))
	}
	s.Bound = 0
	if sum > 0 {
		step := s.Unit.Times(model.Cost(s.Denominator))
		whole := model.Cost(sum) / step
		if model.Cost(sum)%step > 0 {
			whole++
		}
		s.Bound = min(whole.Times(s.Unit), s.Ceiling)
	}
}

// never is the cost of what cannot be derived.
const never = math.MaxInt64

// safe bounds the sums that rules may take part in. Without rules nothing is
// ever subtracted, so a sum that sticks to never has only become too small. With
// them shares stay below 16*safe and multipliers below safe, and the costs along
// one word's derivation cannot reach never before something is given back.
const safe = 1 << 52

// plusOf is a+b, which sticks to never and does not wrap.
func plusOf(a, b int64) int64 {
	switch {
	case a == never || b == never || a > 0 && b > never-a:
		return never
	case a < 0 && b < -never-a:
		return -never
	}
	return a + b
}

// cheapest is the cheapest derivation of the word when its options cost this:
// the matrix-chain dynamic programme. work has room for all spans.
func (w *word) cheapest(cost, work []int64) int64 {
	for s, sp := range w.spans {
		best := int64(never)
		for n := sp.first; n < sp.end; n++ {
			c := cost[n]
			if o := &w.options[n]; o.left >= 0 {
				c = plusOf(c, work[o.left])
			}
			if o := &w.options[n]; o.right >= 0 {
				c = plusOf(c, work[o.right])
			}
			best = min(best, c)
		}
		work[s] = best
	}
	return work[len(w.spans)-1]
}
