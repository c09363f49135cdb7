package certificate

import (
	"math"
	"math/big"
	"math/bits"
)

// wide is a whole number of 128 bits. Prices have 63 bits, and what is left of a
// cost is cut off at 115, so that the costs of a path cannot overflow.
type wide struct {
	high int64
	low  uint64
}

// never is the cost of what cannot be derived.
var never = wide{high: math.MaxInt64}

func narrow(x int64) wide { return wide{x >> 63, uint64(x)} }

func (a wide) plus(b wide) wide {
	low, carry := bits.Add64(a.low, b.low, 0)
	return wide{a.high + b.high + int64(carry), low}
}

func (a wide) less(b wide) bool {
	return a.high < b.high || a.high == b.high && a.low < b.low
}

func (a wide) big() *big.Int {
	x := new(big.Int).Lsh(big.NewInt(a.high), 64)
	return x.Add(x, new(big.Int).SetUint64(a.low))
}
