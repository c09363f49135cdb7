package partition

import (
	"testing"

	"facet/model"
)

// TestSum: of windows that overlap those count that give most together.
func TestSum(t *testing.T) {
	s := &Search{parts: &parts{unit: 2}, known: make([][]span, 11)}
	for _, c := range []struct {
		seam
		bound, sum model.Cost
	}{
		{seam{from: 0, to: 5}, 8, 2}, {seam{from: 5, to: 10}, 12, 5}, {seam{from: 3, to: 8}, 19, 5},
		{seam{from: 3, to: 8}, 21, 6}, {seam{from: 0, to: 3}, 2, 6}, {seam{from: 3, to: 8}, 1, 6},
		{seam{from: 8, to: 10}, 4, 7}, {seam{0, 4, 5, 6, 10}, 8, 7}, {seam{0, 4, 5, 6, 10}, 9, 8},
		{seam{3, 7, 8, 9, 10}, 5, 8}, {seam{0, 2, 3, 4, 8}, 1, 9},
	} {
		b := s.at(task{seam: c.seam})
		b.bound = max(b.bound, c.bound)
		if sum := s.sum(); sum != c.sum {
			t.Errorf("%+v: %d", c, sum)
		}
	}
}
