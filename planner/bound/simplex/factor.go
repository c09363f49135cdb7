package simplex

import "math"

// reprice computes the prices of the tight rows, x = r[C] times the inverse.
func (s *Solver) reprice() {
	s.drift = 0
	clear(s.price)
	for c, j := range s.basic {
		addTo(s.price, s.inverse[c], s.columns[j].gain)
	}
}

// refresh computes values and slacks from the inverse.
func (s *Solver) refresh() {
	for c, inv := range s.inverse {
		u := 0.0
		for t, i := range s.tight {
			u += inv[t] * s.rows[i].limit
		}
		s.value[c] = u
	}
	s.improve()
	for i := range s.rows {
		s.rows[i].slack = s.rows[i].limit
	}
	for c, j := range s.basic {
		for _, e := range s.columns[j].entries {
			s.rows[e.of].slack -= e.coeff * s.value[c]
		}
	}
	for _, i := range s.tight {
		s.rows[i].slack = 0
	}
	s.reprice()
}

// improve is one step of iterative refinement of the values.
func (s *Solver) improve() {
	s.gamma = append(s.gamma[:0], make([]float64, len(s.tight))...)
	for t, i := range s.tight {
		miss := s.rows[i].limit
		for _, e := range s.rows[i].columns {
			if at := s.columns[e.of].at; at >= 0 {
				miss -= e.coeff * s.value[at]
			}
		}
		s.gamma[t] = miss
	}
	for c, inv := range s.inverse {
		for t, miss := range s.gamma {
			s.value[c] += inv[t] * miss
		}
	}
}

// refactor inverts the kernel from scratch by elimination with row pivoting.
// A singular kernel is given up; if it is to stop, the inverse stays as it was.
func (s *Solver) refactor() {
	k := len(s.basic)
	work := make([][]float64, k) // by tight row: the kernel, then the identity
	for t := range work {
		work[t] = make([]float64, 2*k)
		work[t][k+t] = 1
	}
	for c, j := range s.basic {
		for _, e := range s.columns[j].entries {
			if t := s.rows[e.of].at; t >= 0 {
				work[t][c] = e.coeff
			}
		}
	}
	for c := range k {
		lead := c
		for t := c + 1; t < k; t++ {
			if math.Abs(work[t][c]) > math.Abs(work[lead][c]) {
				lead = t
			}
		}
		if math.Abs(work[lead][c]) < pivotTolerance {
			s.restart()
			return
		}
		work[c], work[lead] = work[lead], work[c]
		scaleBy(work[c][c:], 1/work[c][c])
		for t := range work {
			if f := work[t][c]; t != c && f != 0 {
				addTo(work[t][c:], work[c][c:], -f)
			}
		}
		if s.ask(2 * k * k) {
			return
		}
	}
	for c := range k {
		copy(s.inverse[c], work[c][k:])
	}
	s.refresh()
}

// restart goes back to the basis of slacks: the way out of a kernel that has
// become singular. The columns are kept, so the way back is short.
func (s *Solver) restart() {
	for _, i := range s.tight {
		s.rows[i].at = -1
	}
	for _, j := range s.basic {
		s.columns[j].at = -1
	}
	s.tight, s.basic, s.inverse = s.tight[:0], s.basic[:0], s.inverse[:0]
	s.value, s.price = s.value[:0], s.price[:0]
	s.refresh()
}

// ValuesAt gives u for the current basis under other limits, by column. Under
// the limits that the programme was solved for these are the values themselves;
// under slightly different ones they are optimal too unless some come out
// negative, which are given as zero and may make the solution infeasible.
func (s *Solver) ValuesAt(limit func(row int) float64) []float64 {
	limits := make([]float64, len(s.tight))
	for t, i := range s.tight {
		limits[t], s.rows[i].limit = s.rows[i].limit, limit(int(i))
	}
	s.refresh()
	values := make([]float64, len(s.columns))
	for j := range values {
		values[j] = s.Value(j)
	}
	for t, i := range s.tight {
		s.rows[i].limit = limits[t]
	}
	s.refresh()
	return values
}
