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
	best, most := int32(-1), 0.0
	for at, x := range s.price {
		if x < -reducedTolerance && x*x > most*s.steep[at] && s.rows[s.tight[at]].own < 0 {
			best, most = s.tight[at], x*x/s.steep[at]
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
		if at := s.place[e.of]; at >= 0 {
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
	s.alpha = append(s.alpha[:0], make([]float64, len(s.tight))...)
	if in.slack {
		s.alpha[s.place[in.of]] = 1
	} else {
		for _, e := range s.columns[in.of].entries {
			if at := s.place[e.of]; at >= 0 {
				s.alpha[at] = e.coeff
			} else {
				s.fall(e.of, e.coeff)
			}
		}
	}
	s.kernel.solve(s.alpha)
	for c, j := range s.basic {
		if a := s.alpha[c]; a != 0 && j >= 0 {
			for _, e := range s.columns[j].entries {
				s.fall(e.of, -e.coeff*a)
			}
		}
	}
	kept := s.touched[:0]
	for _, i := range s.touched { // once for each row, and not for each entry
		if s.place[i] >= 0 {
			s.beta[i], s.marked[i] = 0, false
		} else {
			kept = append(kept, i)
		}
	}
	s.touched = kept
}

func (s *Solver) fall(i int32, by float64) {
	if !s.marked[i] { // beta may cancel to zero and come back: once is enough
		s.marked[i] = true
		s.touched = append(s.touched, i)
	}
	s.beta[i] += by
}

// falling is something in the basis that the direction brings to zero: what is left of it, and by how
// much it falls per unit.
type falling struct {
	what     mover
	left, by float64
}

// leaving is Harris's ratio test: among all that would fall to zero within a
// tolerance of the first, the one with the largest pivot leaves.
func (s *Solver) leaving() (out mover, step float64, bounded bool) {
	tolerance := limitTolerance * s.scale
	reach := math.Inf(1)
	s.first = s.first[:0]
	fall := func(what mover, left, by float64) {
		if left = max(0, left); left <= reach*by {
			reach = min(reach, (left+tolerance)/by)
			s.first = append(s.first, falling{what, left, by})
		}
	}
	for c, a := range s.alpha {
		if a > pivotTolerance {
			fall(s.at(c), s.value[c], a)
		}
	}
	for _, i := range s.touched {
		if b := s.beta[i]; b > pivotTolerance {
			fall(mover{i, true}, s.slack[i], b)
		}
	}
	largest := 0.0
	for _, f := range s.first {
		if f.by > largest && f.left <= reach*f.by {
			largest, out, step = f.by, f.what, f.left/f.by
		}
	}
	return out, step, largest > 0
}

// weigh brings the weights of the slacks up to date, by which their prices are compared:
// about the squared length of the direction in which each would move the solution (the Devex
// method: Harris, Pivot selection methods of the Devex LP code, 1973). row is the pivot's row of
// the slacks of the tight rows, pivot its coefficient for what enters, which has a weight, too.
func (s *Solver) weigh(row []float64, pivot, entering float64) {
	f := entering / (pivot * pivot)
	for t, g := range row {
		if w := g * g * f; w > s.steep[t] {
			s.steep[t] = w
		}
	}
}

// steepest is the weight beyond which all begin anew.
const steepest = 1e8

// at is what has a place among the kernel's columns.
func (s *Solver) at(c int) mover {
	if j := s.basic[c]; j < 0 {
		return mover{^j, true}
	}
	return mover{s.basic[c], false}
}

// placeOf is the place of what is in the basis among the kernel's columns, or -1.
func (s *Solver) placeOf(m mover) int32 {
	if m.slack {
		return s.rows[m.of].own
	}
	return s.columns[m.of].at
}

// pivot moves by step and brings basis, factors, values and prices up to date.
func (s *Solver) pivot(in, out mover, step float64) {
	for c, a := range s.alpha {
		s.value[c] -= step * a
	}
	for _, i := range s.touched {
		s.slack[i] -= step * s.beta[i]
	}
	place := s.placeOf(out)
	weight, t := 1.0, int32(-1)
	if in.slack {
		t = s.place[in.of]
		weight = s.steep[t]
	}
	switch {
	case place >= 0:
		s.replaceColumn(in, out, place, weight, step)
	case in.slack:
		s.replaceRow(t, out.of, weight)
		s.slack[in.of] = step
	default:
		s.border(in.of, out.of, step)
	}
	if slices.ContainsFunc(s.steep, func(w float64) bool { return w > steepest }) {
		for t := range s.steep {
			s.steep[t] = 1
		}
	}
	if s.kernel.isLong() {
		s.refactor()
	} else if s.drift++; s.drift >= mostDrift {
		s.reprice()
	}
}

// mostDrift is how often prices are brought up to date pivot by pivot before
// they are computed again: rounding errors add up.
const mostDrift = 100

// gainOf is what a unit of what enters gains beside what it displaces.
func (s *Solver) gainOf(in mover) float64 {
	gain := 0.0
	if !in.slack {
		gain = s.columns[in.of].gain
	}
	for c, a := range s.alpha {
		if j := s.basic[c]; j >= 0 {
			gain -= a * s.columns[j].gain
		}
	}
	return gain
}

// replaceColumn puts what enters at place c of the kernel's columns: a column, or the slack of one
// of its rows, which then has no price.
func (s *Solver) replaceColumn(in, out mover, c int32, weight, step float64) {
	s.gamma = append(s.gamma[:0], make([]float64, len(s.tight))...)
	s.gamma[c] = 1
	s.kernel.solveRow(s.gamma) // a row of the inverse
	pivot := s.alpha[c]
	s.weigh(s.gamma, pivot, weight)
	addTo(s.price, s.gamma, s.gainOf(in)/pivot)
	s.kernel.replaceColumn(c, s.alpha)
	if out.slack {
		s.steep[s.place[out.of]] = max(1, weight/(pivot*pivot))
		s.rows[out.of].own = -1
	} else {
		s.columns[out.of].at = -1
	}
	if in.slack {
		s.basic[c], s.rows[in.of].own = ^in.of, c
	} else {
		s.basic[c], s.columns[in.of].at = in.of, c
	}
	s.value[c] = step
}

// border adds column j and row i to the kernel.
func (s *Solver) border(j, i int32, step float64) {
	gain := s.gainOf(mover{j, false})
	b := s.beta[i]
	s.throughInverse(i)
	s.weigh(s.gamma, b, 1)
	addTo(s.price, s.gamma, -gain/b)
	s.kernel.replaceRow(int32(len(s.tight)), append(s.gamma, 1))
	s.kernel.replaceColumn(int32(len(s.tight)), append(s.alpha, b))
	s.place[i], s.columns[j].at = int32(len(s.tight)), int32(len(s.basic))
	s.slack[i] = 0
	s.tight, s.price, s.steep = append(s.tight, i), append(s.price, gain/b), append(s.steep, max(1, 1/(b*b)))
	s.basic, s.value = append(s.basic, j), append(s.value, step)
}

// replaceRow puts row i at position t of the kernel.
func (s *Solver) replaceRow(t, i int32, weight float64) {
	s.throughInverse(i)
	g := s.gamma[t]
	s.weigh(s.gamma, g, weight)
	s.steep[t] = max(1, weight/(g*g))
	x := s.price[t] / g
	addTo(s.price, s.gamma, -x)
	s.price[t] = x
	s.kernel.replaceRow(t, s.gamma)
	s.place[s.tight[t]] = -1
	s.tight[t], s.place[i], s.slack[i] = i, t, 0
}

// throughInverse leaves A[i,C] times the inverse in gamma.
func (s *Solver) throughInverse(i int32) {
	s.gamma = append(s.gamma[:0], make([]float64, len(s.tight))...)
	for _, e := range s.rows[i].columns {
		if at := s.columns[e.of].at; at >= 0 {
			s.gamma[at] = e.coeff
		}
	}
	s.kernel.solveRow(s.gamma)
}

// addTo adds f times y to x.
func addTo(x, y []float64, f float64) {
	y = y[:len(x)]
	for n := range x {
		x[n] += f * y[n]
	}
}
