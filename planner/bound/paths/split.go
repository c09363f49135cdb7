package paths

import "facet/model"

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
}

// Multiplier is a rule of the split's words and its multiplier.
type Multiplier struct {
	Rule
	Amount int64
}

// Round is the least cost that the unit divides and that is no less than
// sum/Denominator, but at most the ceiling: the bound that a sum of optima
// proves.
func (s *Split) Round(sum int64) model.Cost {
	if sum <= 0 {
		return 0
	}
	step := s.Unit.Times(model.Cost(s.Denominator))
	whole := model.Cost(sum) / step
	if model.Cost(sum)%step > 0 {
		whole++
	}
	return min(whole.Times(s.Unit), s.Ceiling)
}
