package field

import (
	"math/big"
	"math/rand/v2"
	"testing"
)

func TestArithmeticAgainstBigNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	prime := new(big.Int).SetUint64(Prime)
	number := func() uint64 {
		switch r.IntN(4) {
		case 0:
			return Prime - 1 - r.Uint64N(3)
		case 1:
			return r.Uint64N(3)
		}
		return r.Uint64N(Prime)
	}
	for range 100_000 {
		a, b := number(), number()
		x, y := new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)
		sum, product := new(big.Int).Add(x, y), new(big.Int).Mul(x, y)
		if want := sum.Mod(sum, prime).Uint64(); Add(a, b) != want {
			t.Fatalf("%d + %d = %d, want %d", a, b, Add(a, b), want)
		}
		if want := product.Mod(product, prime).Uint64(); Mul(a, b) != want {
			t.Fatalf("%d * %d = %d, want %d", a, b, Mul(a, b), want)
		}
	}
}

func TestPointsAreUnrelatedElements(t *testing.T) {
	seen := make(map[uint64]bool)
	for k := range uint64(10_000) {
		p := Point(k)
		if p < 2 || p >= Prime || seen[p] {
			t.Fatalf("point %d is %d: out of range, or there twice", k, p)
		}
		seen[p] = true
	}
	if Point(1)*2%Prime == Point(2) || Add(Point(0), Point(1)) == Point(2) {
		t.Error("points are related")
	}
}
