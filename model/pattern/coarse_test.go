package pattern

import (
	"math/rand/v2"
	"testing"

	"facet/model/pattern/patterntest"
)

// Each block has an entry exactly if one of its entries is in the pattern.
func TestCoarse(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 2000 {
		rows, columns := 1+rng.IntN(30), 1+rng.IntN(30)
		p, err := Parse(patterntest.Text(rng, rows, columns), int64(rows), int64(columns))
		if err != nil {
			t.Fatal(err)
		}
		high, wide := 1+rng.Int64N(9), 1+rng.Int64N(9)
		c := Coarse(p, high, wide)
		for r := range c.Rows() {
			for k := range c.Columns() {
				want := false
				for row := r * high; row < min((r+1)*high, p.Rows()); row++ {
					for column := k * wide; column < min((k+1)*wide, p.Columns()); column++ {
						want = want || p.Has(row, column)
					}
				}
				if c.Has(r, k) != want {
					t.Fatalf("%s in blocks of %d x %d: %t at %d, %d", p.Text(), high, wide, !want, r, k)
				}
			}
		}
	}
	if p := Coarse(Dense(MostRows, MostRows), 1<<24, 1<<25); !p.IsDense() || p.Rows() != 128 ||
		p.Columns() != 64 {
		t.Errorf("%d x %d, %d entries", p.Rows(), p.Columns(), p.Entries())
	}
}
