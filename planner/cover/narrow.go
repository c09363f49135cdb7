package cover

import (
	"slices"

	"facet/model"
)

// Narrowing rules items out: of each so much of the price is left over that
// whoever buys it pays the ceiling.
type Narrowing struct {
	Split *Split
	Items []Item
}

// narrow finds the items that no sequence below the ceiling buys, by what the
// programme's solution leaves over of their prices: the words have to be paid as
// well. Of the denominators that may be, the one that rules out most is taken.
func (s *solver) narrow() *Narrowing {
	if s.hopeless != nil || s.Ceiling.IsSaturated() {
		return nil
	}
	value := s.lp.ValuesAt(func(row int) float64 { return s.exact[row] })
	c := s.collect(value)
	var best *Narrowing
	for _, denominator := range [...]int64{1, 12, 1 << 12} {
		if s.Ceiling.Times(model.Cost(denominator)) > safe {
			break
		}
		split, sum, left := c.divide(value, denominator, false)
		missing := int64(s.Ceiling)*denominator - sum
		if missing <= 0 {
			return nil // nothing is left to be done
		}
		n := &Narrowing{Split: split}
		for item, rest := range left {
			if rest >= missing {
				n.Items = append(n.Items, s.Items[item])
			}
		}
		if best == nil || len(n.Items) > len(best.Items) {
			best = n
		}
	}
	if best == nil || len(best.Items) == 0 {
		return nil
	}
	slim(best.Split)
	return best
}

// slim leaves out shares of nothing: items that a word does not list have none.
func slim(s *Split) {
	for k := range s.Words {
		w := &s.Words[k]
		items, amounts := make([]Item, 0, len(w.Items)), make([]int64, 0, len(w.Items))
		for n, amount := range w.Amounts {
			if amount > 0 {
				items, amounts = append(items, w.Items[n]), append(amounts, amount)
			}
		}
		w.Items, w.Amounts = slices.Clip(items), slices.Clip(amounts)
	}
}

// sizeOf is about how much memory a division takes, in bytes.
func sizeOf(s *Split) int64 {
	all := int64(0)
	for k := range s.Words {
		all += int64(4*len(s.Words[k].Letters) + 28*len(s.Words[k].Items) + 72)
	}
	return all
}
