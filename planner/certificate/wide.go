package certificate

import (
	"math"
	"math/big"
	"math/bits"

	"facet/model"
)

// wide is a whole number of 128 bits. Prices have 63 bits, and what is left of a
// cost is cut off at 115, so that the costs of a path cannot overflow.
type wide struct {
	high int64
	low  uint64
}

// never is the cost of what cannot be derived.
var never = wide{high: math.MaxInt64}

func widen(x int64) wide { return wide{x >> 63, uint64(x)} }

func times(cost model.Cost, by int64) wide {
	high, low := bits.Mul64(uint64(cost), uint64(by))
	return wide{int64(high), low}
}

// without is what b leaves of w, cut off; 0 where it is more.
func (w wide) without(b wide) wide {
	if w.less(b) {
		return wide{}
	}
	low, borrow := bits.Sub64(w.low, b.low, 0)
	return wide{min(w.high-b.high-int64(borrow), 1<<50), low}
}

func (w wide) plus(b wide) wide {
	low, carry := bits.Add64(w.low, b.low, 0)
	return wide{w.high + b.high + int64(carry), low}
}

func (w wide) less(b wide) bool {
	return w.high < b.high || w.high == b.high && w.low < b.low
}

func (w wide) big() *big.Int {
	x := new(big.Int).Lsh(big.NewInt(w.high), 64)
	return x.Add(x, new(big.Int).SetUint64(w.low))
}
