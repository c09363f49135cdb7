package page

import (
	"time"

	"facet/model"
)

// Staircase is a value over time: its steps and when each began.
type Staircase struct {
	At    []time.Duration
	Value []model.Cost
}

// mostSteps is how many steps a staircase keeps before every second of the
// older ones is forgotten.
const mostSteps = 4096

// Add goes on from a time with another value.
func (s *Staircase) Add(at time.Duration, v model.Cost) {
	n := len(s.Value)
	if n > 0 && s.Value[n-1] == v {
		return
	}
	if n >= mostSteps {
		k := 0
		for i := 0; i < n; i += 2 {
			s.At[k], s.Value[k] = s.At[i], s.Value[i]
			k++
		}
		s.At, s.Value = s.At[:k], s.Value[:k]
	}
	s.At, s.Value = append(s.At, at), append(s.Value, v)
}

// when gives the value at a time; false before the first.
func (s *Staircase) when(at time.Duration) (model.Cost, bool) {
	lo, hi := 0, len(s.At)
	for lo < hi {
		mid := (lo + hi) / 2
		if s.At[mid] <= at {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo == 0 {
		return 0, false
	}
	return s.Value[lo-1], true
}
