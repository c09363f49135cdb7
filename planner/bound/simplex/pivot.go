package simplex

import (
	"cmp"
	"math"
	"slices"
)

// mover is what enters or leaves the basis: a column, or the slack of a row.
type mover struct {
	of    int32
	slack bool
}

// candidate is a column worth entering, by its reduced gain per weight.
type candidate struct {
	column int32
	merit  float64
}

// shortlist is how many columns a full pricing keeps for the next pivots.
const shortlist = 24

// entering picks what enters the basis: a slack with a negative price, or the
// best column of the shortlist, which is made anew when nothing on it is left.
func (s *Solver) entering() (mover, bool) {
	best, worst := int32(-1), -reducedTolerance
	for at, x := range s.price {
		if x < worst {
			best, worst = s.tight[at], x
		}
	}
	if best >= 0 {
		return mover{best, true}, true
	}
	for range 2 {
		merit, pick := 0.0, int32(-1)
		keep := s.candidates[:0]
		for _, c := range s.candidates {
			if c.merit = s.merit(c.column); c.merit > reducedTolerance {
				keep = append(keep, c)
				if c.merit > merit {
					merit, pick = c.merit, c.column
				}
			}
		}
		s.candidates = keep
		if pick >= 0 {
			return mover{pick, false}, true
		}
		s.priceAll()
	}
	return mover{}, false
}

func (s *Solver) merit(j int32) float64 {
	c := &s.columns[j]
	if c.at >= 0 {
		return 0
	}
	gain := c.gain
	for _, e := range c.entries {
		if at := s.rows[e.of].at; at >= 0 {
			gain -= e.coeff * s.price[at]
		}
	}
	return gain / c.weight
}

func (s *Solver) priceAll() {
	s.candidates = s.candidates[:0]
	for j := range s.columns {
		if m := s.merit(int32(j)); m > reducedTolerance {
			s.candidates = append(s.candidates, candidate{int32(j), m})
		}
	}
	if len(s.candidates) > shortlist {
		slices.SortFunc(s.candidates, func(a, b candidate) int {
			return cmp.Or(cmp.Compare(b.merit, a.merit), cmp.Compare(a.column, b.column))
		})
		s.candidates = s.candidates[:shortlist]
	}
}

// direct computes how basic columns (alpha) and basic slacks (beta) fall per
// unit of what enters.
func (s *Solver) direct(in mover) {
	for _, i := range s.touched {
		s.beta[i], s.marked[i] = 0, false
	}
	s.touched = s.touched[:0]
	s.alpha = s.alpha[:0]
	if in.slack {
		t := s.rows[in.of].at
		for c := range s.basic {
			s.alpha = append(s.alpha, s.inverse[c][t])
		}
	} else {
		entries := s.columns[in.of].entries
		for c := range s.basic {
			a, inv := 0.0, s.inverse[c]
			for _, e := range entries {
				if at := s.rows[e.of].at; at >= 0 {
					a += inv[at] * e.coeff
				}
			}
			s.alpha = append(s.alpha, a)
		}
		for _, e := range entries {
			s.fall(e.of, e.coeff)
		}
	}
	for c, j := range s.basic {
		if a := s.alpha[c]; a != 0 {
			for _, e := range s.columns[j].entries {
				s.fall(e.of, -e.coeff*a)
			}
		}
	}
}

func (s *Solver) fall(i int32, by float64) {
	if s.rows[i].at >= 0 {
		return
	}
	if !s.marked[i] { // beta may cancel to zero and come back: once is enough
		s.marked[i] = true
		s.touched = append(s.touched, i)
	}
	s.beta[i] += by
}

// leaving is Harris's ratio test: among all that would fall to zero within a
// tolerance of the first, the one with the largest pivot leaves.
func (s *Solver) leaving() (out mover, step float64, bounded bool) {
	tolerance := limitTolerance * s.scale
	reach := math.Inf(1)
	for c, a := range s.alpha {
		if a > pivotTolerance {
			reach = min(reach, (max(0, s.value[c])+tolerance)/a)
		}
	}
	for _, i := range s.touched {
		if b := s.beta[i]; b > pivotTolerance {
			reach = min(reach, (max(0, s.rows[i].slack)+tolerance)/b)
		}
	}
	if math.IsInf(reach, 1) {
		return mover{}, 0, false
	}
	largest := 0.0
	for c, a := range s.alpha {
		if a > pivotTolerance && a > largest && max(0, s.value[c])/a <= reach {
			largest, out, step = a, mover{s.basic[c], false}, max(0, s.value[c])/a
		}
	}
	for _, i := range s.touched {
		if b := s.beta[i]; b > pivotTolerance && b > largest && max(0, s.rows[i].slack)/b <= reach {
			largest, out, step = b, mover{i, true}, max(0, s.rows[i].slack)/b
		}
	}
	return out, step, largest > 0
}

// pivot moves by step and brings basis, inverse, values and prices up to date.
func (s *Solver) pivot(in, out mover, step float64) {
	for c, a := range s.alpha {
		s.value[c] -= step * a
	}
	for _, i := range s.touched {
		s.rows[i].slack -= step * s.beta[i]
	}
	switch {
	case !in.slack && !out.slack:
		at := s.columns[out.of].at
		gain := s.gainOf(in.of)
		s.replaceColumn(in.of, at, step)
		addTo(s.price, s.inverse[at], gain)
	case !in.slack:
		gain := s.gainOf(in.of)
		s.border(in.of, out.of, step)
		addTo(s.price, s.inverse[len(s.inverse)-1], gain)
	case out.slack:
		s.replaceRow(s.rows[in.of].at, out.of)
		s.rows[in.of].slack = step
	default:
		s.shrink(s.rows[in.of].at, s.columns[out.of].at)
		s.rows[in.of].slack = step
	}
	if s.drift++; s.drift >= mostDrift {
		s.reprice()
	}
}

// mostDrift is how often prices are brought up to date pivot by pivot before
// they are computed again: rounding errors add up.
const mostDrift = 100

// gainOf is what a unit of the entering column gains beside what it displaces:
// the prices change by as much of the row of the inverse that it gets.
func (s *Solver) gainOf(j int32) float64 {
	gain := s.columns[j].gain
	for c, a := range s.alpha {
		gain -= a * s.columns[s.basic[c]].gain
	}
	return gain
}

// replaceColumn puts column j at position c of the kernel.
func (s *Solver) replaceColumn(j, c int32, step float64) {
	s.columns[s.basic[c]].at = -1
	s.basic[c], s.columns[j].at, s.value[c] = j, c, step
	lead := s.inverse[c]
	scaleBy(lead, 1/s.alpha[c])
	for d, inv := range s.inverse {
		if int32(d) != c && s.alpha[d] != 0 {
			addTo(inv, lead, -s.alpha[d])
		}
	}
}

// border adds column j and row i to the kernel.
func (s *Solver) border(j, i int32, step float64) {
	b := s.beta[i]
	s.throughInverse(i)
	last := make([]float64, len(s.tight)+1, 2*len(s.tight)+8)
	for t, g := range s.gamma {
		last[t] = -g / b
	}
	last[len(s.tight)] = 1 / b
	for c := range s.inverse {
		a := s.alpha[c]
		s.inverse[c] = append(s.inverse[c], 0)
		if a != 0 {
			addTo(s.inverse[c], last, -a)
		}
	}
	s.inverse = append(s.inverse, last)
	s.rows[i].at, s.columns[j].at = int32(len(s.tight)), int32(len(s.basic))
	s.rows[i].slack = 0
	s.tight, s.price = append(s.tight, i), append(s.price, 0)
	s.basic, s.value = append(s.basic, j), append(s.value, step)
}

// replaceRow puts row i at position t of the kernel.
func (s *Solver) replaceRow(t, i int32) {
	s.throughInverse(i)
	g := s.gamma[t]
	x := s.price[t] / g
	addTo(s.price, s.gamma, -x)
	s.price[t] = x
	for _, inv := range s.inverse {
		lead := inv[t] / g
		if lead != 0 {
			addTo(inv, s.gamma, -lead)
		}
		inv[t] = lead
	}
	s.rows[s.tight[t]].at = -1
	s.tight[t], s.rows[i].at, s.rows[i].slack = i, t, 0
}

// shrink removes the row at position t and the column at position c from the
// kernel.
func (s *Solver) shrink(t, c int32) {
	lead := s.inverse[c]
	pivot := lead[t]
	addTo(s.price, lead, -s.price[t]/pivot)
	for d, inv := range s.inverse {
		if int32(d) != c && inv[t] != 0 {
			addTo(inv, lead, -inv[t]/pivot)
		}
	}
	s.rows[s.tight[t]].at, s.columns[s.basic[c]].at = -1, -1
	last := int32(len(s.tight) - 1)
	s.inverse[c] = s.inverse[last]
	s.inverse[last] = nil
	s.inverse = s.inverse[:last]
	for d, inv := range s.inverse {
		inv[t] = inv[last]
		s.inverse[d] = inv[:last]
	}
	s.basic[c], s.value[c] = s.basic[last], s.value[last]
	s.tight[t], s.price[t] = s.tight[last], s.price[last]
	s.basic, s.value = s.basic[:last], s.value[:last]
	s.tight, s.price = s.tight[:last], s.price[:last]
	if c < last {
		s.columns[s.basic[c]].at = c
	}
	if t < last {
		s.rows[s.tight[t]].at = t
	}
}

// throughInverse leaves A[i,C] times the inverse in gamma.
func (s *Solver) throughInverse(i int32) {
	s.gamma = append(s.gamma[:0], make([]float64, len(s.tight))...)
	for _, e := range s.rows[i].columns {
		if at := s.columns[e.of].at; at >= 0 {
			addTo(s.gamma, s.inverse[at], e.coeff)
		}
	}
}

// addTo adds f times y to x.
func addTo(x, y []float64, f float64) {
	y = y[:len(x)]
	for n := range x {
		x[n] += f * y[n]
	}
}

func scaleBy(x []float64, f float64) {
	for n := range x {
		x[n] *= f
	}
}
