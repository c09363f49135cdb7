package cover

import (
	"slices"

	"facet/model"
	"facet/planner/bound/paths"
)

// Narrowing rules items out: of each so much of the price is left over that
// whoever buys it pays the ceiling.
type Narrowing struct {
	Split *paths.Split
	Items []paths.Item
}

// slack is what a division of prices leaves over: whoever buys an item pays that,
// and what the words come to. The lower the incumbent, the more it rules out.
type slack struct {
	split *paths.Split
	sum   int64
	items []paths.Item
	left  []int64 // by item
}

// slacks reads what the programme's solution leaves over, for some denominators.
func (s *solver) slacks() []slack {
	dearest := model.Cost(1)
	for _, price := range s.Price {
		dearest = max(dearest, price)
	}
	if s.hopeless != nil || s.result.Bound >= s.Ceiling {
		return nil // nothing is left to be done
	}
	value := s.lp.ValuesAt(func(row int) float64 { return s.exact[row] })
	c := s.collect(value)
	var all []slack
	for _, denominator := range [...]int64{1, 12, 1 << 12} {
		if max(dearest, s.result.Bound).Times(model.Cost(denominator)) > safe {
			break
		}
		split, sum, left := c.divide(value, denominator, false)
		slim(split)
		all = append(all, slack{split, sum, s.Items, left})
	}
	return all
}

// narrow takes the one that rules out most for a sequence that is to cost less
// than the ceiling; nil if none rules out anything.
func narrow(all []slack, ceiling model.Cost) *Narrowing {
	if ceiling.IsSaturated() {
		return nil
	}
	var best *Narrowing
	for _, s := range all {
		if ceiling.Times(model.Cost(s.split.Denominator)) > safe {
			break
		}
		missing := int64(ceiling)*s.split.Denominator - s.sum
		if missing <= 0 {
			continue
		}
		n := &Narrowing{Split: s.split}
		for item, rest := range s.left {
			if rest >= missing {
				n.Items = append(n.Items, s.items[item])
			}
		}
		if len(n.Items) > 0 && (best == nil || len(n.Items) > len(best.Items)) {
			best = n
		}
	}
	return best
}

// slim leaves out shares of nothing: items that a word does not list have none.
func slim(s *paths.Split) {
	for k := range s.Words {
		w := &s.Words[k]
		items, amounts := make([]paths.Item, 0, len(w.Items)), make([]int64, 0, len(w.Items))
		for n, amount := range w.Amounts {
			if amount > 0 {
				items, amounts = append(items, w.Items[n]), append(amounts, amount)
			}
		}
		w.Items, w.Amounts = slices.Clip(items), slices.Clip(amounts)
	}
}

// sizeOf is about how much memory a division takes, in bytes.
func sizeOf(s *paths.Split) int64 {
	all := int64(0)
	for k := range s.Words {
		all += int64(4*len(s.Words[k].Letters) + 28*len(s.Words[k].Items) + 72)
	}
	return all
}
