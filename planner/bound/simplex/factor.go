package simplex

// reprice computes the prices of the tight rows, r[C] times the kernel's inverse.
func (s *Solver) reprice() {
	s.drift = 0
	for c, j := range s.basic {
		s.price[c] = 0
		if j >= 0 {
			s.price[c] = s.columns[j].gain
		}
	}
	s.kernel.solveRow(s.price)
}

// refresh computes values and slacks from the factors.
func (s *Solver) refresh() {
	for t, i := range s.tight {
		s.value[t] = s.rows[i].limit
	}
	s.kernel.solve(s.value)
	s.improve()
	for i := range s.rows {
		s.slack[i] = s.rows[i].limit
	}
	for c, j := range s.basic {
		if j < 0 {
			continue
		}
		for _, e := range s.columns[j].entries {
			s.slack[e.of] -= e.coeff * s.value[c]
		}
	}
	for _, i := range s.tight {
		s.slack[i] = 0
	}
	s.reprice()
}

// improve is one step of iterative refinement of the values.
func (s *Solver) improve() {
	s.gamma = s.gamma[:0]
	for _, i := range s.tight {
		s.gamma = append(s.gamma, s.missed(i))
	}
	s.kernel.solve(s.gamma)
	for c, more := range s.gamma {
		s.value[c] += more
	}
}

// missed is by how much the values miss the limit of a tight row.
func (s *Solver) missed(i int32) float64 {
	miss := s.rows[i].limit
	for _, e := range s.rows[i].columns {
		if at := s.columns[e.of].at; at >= 0 {
			miss -= e.coeff * s.value[at]
		}
	}
	if own := s.rows[i].own; own >= 0 {
		miss -= s.value[own]
	}
	return miss
}

// refactor factors the kernel from scratch, without the rows whose slack is a column of it. A
// singular kernel is given up; if it is to stop, the factors stay as they were.
func (s *Solver) refactor() {
	place := make([]int32, len(s.tight)) // of tight rows
	var tight, basic []int32
	var value, steep []float64
	for t, i := range s.tight {
		if place[t] = -1; s.rows[i].own < 0 {
			place[t] = int32(len(tight))
			tight, steep = append(tight, i), append(steep, s.steep[t])
		}
	}
	var columns []entries
	for c, j := range s.basic {
		if j < 0 {
			continue
		}
		basic, value = append(basic, j), append(value, s.value[c])
		var column entries
		for _, e := range s.columns[j].entries {
			if t := s.place[e.of]; t >= 0 && place[t] >= 0 {
				column = append(column, entry{place[t], e.coeff})
			}
		}
		columns = append(columns, column)
	}
	var fresh kernel
	if !fresh.factor(columns, s.ask) {
		if !s.stopped {
			s.restart()
		}
		return
	}
	for _, i := range s.tight {
		if r := &s.rows[i]; r.own >= 0 {
			s.slack[i], s.place[i], r.own = s.value[r.own], -1, -1
		}
	}
	s.kernel, s.tight, s.basic, s.value, s.steep = fresh, tight, basic, value, steep
	s.price = append(s.price[:0], make([]float64, len(tight))...)
	for t, i := range tight {
		s.place[i] = int32(t)
	}
	for c, j := range basic {
		s.columns[j].at = int32(c)
	}
	s.refresh()
}

// restart goes back to the basis of slacks: the way out of a kernel that has
// become singular. The columns are kept, so the way back is short.
func (s *Solver) restart() {
	for _, i := range s.tight {
		s.place[i], s.rows[i].own = -1, -1
	}
	for _, j := range s.basic {
		if j >= 0 {
			s.columns[j].at = -1
		}
	}
	s.tight, s.basic, s.kernel = s.tight[:0], s.basic[:0], kernel{}
	s.value, s.price, s.steep = s.value[:0], s.price[:0], s.steep[:0]
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
