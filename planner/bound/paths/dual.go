package paths

import "facet/model"

// Dual divides the costs of the resources among paths: the lower bound in a form
// that is exact and easy to check. All amounts are whole multiples of
// 1/Denominator of the cost unit.
//
// Each path is derived for no less than its optimum by the matrix-chain dynamic
// programme under its own dual prices, and no resource's prices add up to more than its
// cost, so the optima add up to a lower bound, whatever the prices are. An inequality
// with a multiplier m >= 0 charges its paths m for each option that it adds up,
// gives m back for each that it subtracts, and takes m off the sum: as the inequality
// says that no more than one is charged, the bound stays a bound.
type Dual struct {
	Denominator  int64
	Cutoff       model.Cost // resources from this cost on have no dual price
	Unit         model.Cost // divides the cost of every resource below the cutoff
	Paths        []Prices
	Inequalities []Multiplier
	Bound        model.Cost // at most Cutoff
}

// Prices is what one path may charge for the resources that it can use. Resources that
// it does not list are free to it if they cost nothing or have been selected,
// dropped if their cost reaches the cutoff or they are forbidden, and else
// have a dual price of zero.
type Prices struct {
	Vertices  []int32
	Resources []Resource
	Amounts   []int64
}

// Multiplier is an inequality of the dual's paths and its multiplier.
type Multiplier struct {
	Inequality
	Amount int64
}

// Round is the least cost that the unit divides and that is no less than
// sum/Denominator, but at most the cutoff: the bound that a sum of optima
// proves.
func (d *Dual) Round(sum int64) model.Cost {
	if sum <= 0 {
		return 0
	}
	step := d.Unit.Times(model.Cost(d.Denominator))
	whole := model.Cost(sum) / step
	if model.Cost(sum)%step > 0 {
		whole++
	}
	return min(whole.Times(d.Unit), d.Cutoff)
}
