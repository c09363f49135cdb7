package model

import (
	"math"
	"math/bits"
	"strconv"
)

// Cost is a number of fused multiply-adds, or of whatever unit the costs of the
// elementals were measured in. It is never negative. Arithmetic saturates at
// [Saturated]: a cost is exact, or it says that it is not; it never wraps.
type Cost int64

// Saturated stands for every cost beyond int64.
const Saturated Cost = math.MaxInt64

// Add is c+d, saturating.
func (c Cost) Add(d Cost) Cost {
	if c > Saturated-d {
		return Saturated
	}
	return c + d
}

// Times is c*d, saturating.
func (c Cost) Times(d Cost) Cost {
	hi, lo := bits.Mul64(uint64(c), uint64(d))
	if hi != 0 || lo > uint64(Saturated) {
		return Saturated
	}
	return Cost(lo)
}

// IsSaturated reports whether the true cost lies beyond int64.
func (c Cost) IsSaturated() bool { return c == Saturated }

// String is the plain decimal number, or ">9.2e18" for a saturated cost.
func (c Cost) String() string {
	if c.IsSaturated() {
		return ">9.2e18"
	}
	return strconv.FormatInt(int64(c), 10)
}
