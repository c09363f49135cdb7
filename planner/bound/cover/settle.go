package cover

import (
	"math"

	"facet/model"
	"facet/planner/bound/paths"
)

// settlement collects the floating-point solution before it is rounded.
type settlement struct {
	*programme
	parts []part
	at    map[*paths.Word]int
}

// part is what one word charges, in units.
type part struct {
	*paths.Word
	items  []int32 // that it can use
	share  map[int32]float64
	opened int // its number among the open words, or -1
}

func (p *programme) collect(value []float64) *settlement {
	s := &settlement{programme: p, at: make(map[*paths.Word]int)}
	for _, c := range p.cuts {
		if u := value[c.column]; u > 0 {
			share := s.of(c.word).share
			for _, item := range c.items {
				share[item] += u
			}
		}
	}
	for n, o := range p.flow.words {
		k := 0
		for _, stretch := range o.Stretches {
			for _, opt := range p.Options(stretch) {
				if column := o.pays[k]; column >= 0 && value[column] > 0 {
					s.of(o.Word).share[opt.Item] += value[column]
				}
				k++
			}
		}
		if at, known := s.at[o.Word]; known {
			s.parts[at].opened = n
		}
	}
	for _, r := range p.flow.rules {
		if value[r.column] > 0 {
			s.of(p.flow.words[r.A].Word).opened = int(r.A)
			s.of(p.flow.words[r.B].Word).opened = int(r.B)
		}
	}
	return s
}

func (s *settlement) of(w *paths.Word) *part {
	n, known := s.at[w]
	if !known {
		n = len(s.parts)
		s.at[w] = n
		s.parts = append(s.parts, part{w, s.itemsOf(w), make(map[int32]float64), -1})
	}
	return &s.parts[n]
}

// split rounds to a denominator: to the nearest multiple where that is within
// rounding error, else down, and cuts off at what is left of each price. What
// is left over in the end goes to words that can use it.
func (s *settlement) split(value []float64, denominator int64) *paths.Split {
	split, _, _ := s.divide(value, denominator, true)
	return split
}

// divide is split. It also gives what the words' derivations cost, and what is
// left over of each item's price, both over the denominator; nothing is unless it
// may be.
func (s *settlement) divide(value []float64, denominator int64, all bool) (*paths.Split, int64, []int64) {
	out := &paths.Split{Denominator: denominator, Ceiling: s.Ceiling, Unit: s.unit}
	rules := s.flow.rules
	if s.lp.Objective()*float64(s.unit)*float64(denominator) > safe {
		rules = nil
	}
	left := make([]int64, len(s.Items))
	for n, price := range s.Price {
		left[n] = int64(price.Times(model.Cost(denominator)))
		if len(rules) > 0 {
			left[n] = min(left[n], 16*safe)
		}
	}
	whole := func(u float64) int64 {
		return int64(min(math.Floor(u*float64(s.unit)*float64(denominator)+1e-2), 1<<61))
	}
	for _, p := range s.parts {
		sh := paths.Shares{Letters: p.Letters, Items: make([]paths.Item, len(p.items)), Amounts: make([]int64, len(p.items))}
		for n, item := range p.items {
			sh.Items[n] = s.Items[item]
			sh.Amounts[n] = min(whole(p.share[item]), left[item])
			left[item] -= sh.Amounts[n]
		}
		out.Words = append(out.Words, sh)
	}
	for k, p := range s.parts {
		for n, item := range p.items {
			if all {
				out.Words[k].Amounts[n] += left[item]
				left[item] = 0
			}
		}
	}
	var used []paths.Rule // of the open words
	for _, r := range rules {
		if m := whole(value[r.column]); m > 0 && m <= safe {
			rule := r.Rule
			rule.A, rule.B = int32(s.at[s.flow.words[r.A].Word]), int32(s.at[s.flow.words[r.B].Word])
			out.Rules = append(out.Rules, paths.Multiplier{Rule: rule, Amount: m})
			used = append(used, r.Rule)
		}
	}
	sum := s.sum(out, used)
	out.Bound = out.Round(sum)
	return out, sum, left
}

// sum adds up what the words' derivations cost at least under the split.
func (s *settlement) sum(split *paths.Split, used []paths.Rule) int64 {
	cost := make([][]int64, len(s.parts))
	share := make([]int64, len(s.Items)) // of the present word
	for k, p := range s.parts {
		for n, item := range p.items {
			share[item] = split.Words[k].Amounts[n]
		}
		cost[k] = make([]int64, 0, len(p.items)+len(p.Letters))
		for _, stretch := range p.Stretches {
			for _, o := range s.Options(stretch) {
				c := int64(0)
				if o.Item >= 0 {
					c = share[o.Item]
				}
				cost[k] = append(cost[k], c)
			}
		}
	}
	sum := int64(0)
	for n, m := range split.Rules {
		plus, minus := s.flow.terms(used[n])
		charge := func(list []paths.Term, amount int64) {
			for _, c := range list {
				word := cost[m.A]
				if c.Second {
					word = cost[m.B]
				}
				word[c.Option] = plusOf(word[c.Option], amount)
			}
		}
		charge(plus, m.Amount)
		charge(minus, -m.Amount)
		sum = plusOf(sum, -m.Amount)
	}
	work := make([]int64, s.Stretches())
	for k, p := range s.parts {
		sum = plusOf(sum, s.cheapest(p.Word, cost[k], work))
	}
	return sum
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
// the matrix-chain dynamic programme. work has room for all stretches.
func (p *programme) cheapest(w *paths.Word, cost, work []int64) int64 {
	n := 0
	for _, s := range w.Stretches {
		best := int64(never)
		for _, o := range p.Options(s) {
			c := cost[n]
			if o.Left >= 0 {
				c = plusOf(c, work[o.Left])
			}
			if o.Right >= 0 {
				c = plusOf(c, work[o.Right])
			}
			best = min(best, c)
			n++
		}
		work[s] = best
	}
	return work[w.Root()]
}
