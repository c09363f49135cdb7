package cover

import (
	"math"

	"facet/model"
	"facet/planner/instance"
)

// Split divides the prices of the items among words: the lower bound in a form
// that is exact and easy to check. All shares are multiples of 1/Denominator of
// the cost unit.
type Split struct {
	Denominator int64
	Ceiling     model.Cost // items from this price on are in no word's shares
	Words       []Shares
	Bound       model.Cost // the least whole number, not above the ceiling, that the words' optima do not exceed

	in    *instance.Instance
	parts []part
}

// Shares is what one word may charge for each item that it can use.
type Shares struct {
	Letters []int32
	Items   []Item
	Parts   []int64 // by item, in 1/Denominator
}

// part is a compiled word with the shares of its items.
type part struct {
	word  *word
	share []int64
}

// split turns a solution of the programme (a value for each cut) into shares
// with the given denominator: rounded to the nearest multiple where that is
// within rounding error, else down, and cut off at what is left of each price.
func (p *programme) split(value []float64, denominator int64) *Split {
	s := &Split{Denominator: denominator, Ceiling: p.ceiling, in: p.in}
	float := make(map[*word][]float64)
	var order []*word
	for n, u := range value {
		if u <= 0 {
			continue
		}
		c := p.cuts[n]
		share := float[c.word]
		if share == nil {
			share = make([]float64, len(p.items))
			float[c.word] = share
			order = append(order, c.word)
		}
		for _, item := range c.items {
			share[item] += u
		}
	}
	left := make([]int64, len(p.items))
	for n, price := range p.price {
		left[n] = int64(price.Times(model.Cost(denominator)))
	}
	longest := 0
	for _, w := range order {
		share := make([]int64, len(w.items))
		for n, item := range w.items {
			exact := float[w][item] * float64(p.unit) * float64(denominator)
			amount := int64(min(math.Floor(exact+1e-3), math.MaxInt64/2))
			amount = min(amount, left[item])
			left[item] -= amount
			share[n] = amount
		}
		s.parts = append(s.parts, part{w, share})
		longest = max(longest, len(w.spans))
	}
	p.spread(s, left)
	s.Bound = s.total(p.unit, longest)
	return s
}

// spread gives what is left of each price to the words that can use it. It
// never lowers the bound and makes up for rounding.
func (p *programme) spread(s *Split, left []int64) {
	for _, part := range s.parts {
		for n, item := range part.word.items {
			part.share[n] += left[item]
			left[item] = 0
		}
	}
}

// total adds up the words' optima and rounds up to a multiple of unit.
func (s *Split) total(unit model.Cost, spans int) model.Cost {
	work := make([]model.Cost, spans)
	sum := model.Cost(0)
	for _, part := range s.parts {
		sum = sum.Add(part.word.cost(part.share, work))
	}
	step := unit.Times(model.Cost(s.Denominator))
	whole := sum / step
	if sum%step > 0 {
		whole++
	}
	return min(whole.Times(unit), s.Ceiling)
}
