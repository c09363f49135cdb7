// Package simplex solves packing programmes that grow while they are solved:
//
//	maximise r u   subject to   A u <= p,  u >= 0,   with p >= 0.
//
// Columns are added between calls of [Solver.Solve], which goes on from where
// it stopped; the zero solution is feasible, so there is no first phase, and
// every intermediate solution is feasible too. The answers are floating-point
// numbers: a caller that needs a proof rounds them and checks the result exactly.
//
// # Method
//
// It is the primal simplex method. A basis consists of k columns C and of the
// slacks of all rows but k, the tight rows T. Only the square kernel A[T,C] is
// factored: k is the number of columns in use, far below the number of rows. A pivot
// replaces a row or a column of the kernel or borders it by one of each; the slack of a tight
// row that enters is a column of the kernel until it is factored again.
package simplex

import "math"

// Solver holds a programme and its current basis. Make one with [New].
type Solver struct {
	rows    []row
	columns []column

	tight  []int32   // T: rows whose slack is out of the basis
	basic  []int32   // C: columns in the basis; ^i is the slack of row i, which is tight
	kernel kernel    // A[T,C]
	value  []float64 // u by position in basic
	price  []float64 // x by position in tight
	steep  []float64 // weights of prices that are compared, by position in tight

	scale      float64 // the largest right-hand side, for tolerances
	pivots     int
	drift      int   // pivots since prices were computed from the inverse
	entries    int64 // coefficients
	work       int   // since stop was asked
	stop       func() bool
	stopped    bool // it has said so
	candidates []candidate
	alpha      []float64 // change of the basic columns along the direction
	slack      []float64 // by row
	place      []int32   // by row: position in tight, or -1
	first      []falling // what falls to zero first in the direction
	beta       []float64 // change of the slacks, by row
	touched    []int32   // rows with an entry in beta, each once
	marked     []bool    // by row: it is in touched
	gamma      []float64 // a row of A[.,C] times the inverse
}

type row struct {
	limit   float64 // p
	own     int32   // of a tight row's slack: position in basic, or -1
	columns []entry
}

type column struct {
	gain    float64 // r
	weight  float64 // what the reduced gain is divided by in pricing
	at      int32   // position in basic, or -1
	entries []entry
}

// entry is a coefficient of A with its row (in a column) or column (in a row).
type entry struct {
	of    int32
	coeff float64
}

// Tolerances. Coefficients of packing programmes are small integers; right-hand
// sides may have ten digits, so theirs is relative to the largest.
const (
	reducedTolerance = 1e-9
	pivotTolerance   = 1e-8
	limitTolerance   = 1e-13
	residualTolerate = 1e-10
)

// residualAfter is how many pivots are made before the residual is looked at
// again.
const residualAfter = 8

// New gives a programme without rows and columns.
func New() *Solver { return &Solver{scale: 1} }

// AddRow adds the constraint 0 <= limit and gives its number, counted from 0.
func (s *Solver) AddRow(limit float64) int {
	s.rows = append(s.rows, row{limit: limit, own: -1})
	s.slack, s.place, s.beta, s.marked = append(s.slack, limit), append(s.place, -1), append(s.beta, 0),
		append(s.marked, false)
	s.scale = max(s.scale, limit)
	return len(s.rows) - 1
}

// AddColumn adds a variable that gains gain per unit and takes coefficients[n]
// of rows[n]; it gives its number, counted from 0. Rows must be different.
func (s *Solver) AddColumn(gain float64, rows []int32, coefficients []float64) int {
	j := int32(len(s.columns))
	c := column{gain: gain, at: -1, entries: make([]entry, len(rows))}
	norm := 1.0
	for n, i := range rows {
		c.entries[n] = entry{i, coefficients[n]}
		s.rows[i].columns = append(s.rows[i].columns, entry{j, coefficients[n]})
		norm += coefficients[n] * coefficients[n]
	}
	c.weight = math.Sqrt(norm)
	s.entries += 2 * int64(len(rows))
	s.columns = append(s.columns, c)
	return int(j)
}

// Columns is the number of columns added so far.
func (s *Solver) Columns() int { return len(s.columns) }

// Pivots is the number of pivots so far.
func (s *Solver) Pivots() int { return s.pivots }

// Value is u of column j in the current solution.
func (s *Solver) Value(j int) float64 {
	if at := s.columns[j].at; at >= 0 {
		return max(0, s.value[at])
	}
	return 0
}

// Price is the dual value x of row i in the current solution.
func (s *Solver) Price(i int) float64 {
	if at := s.place[i]; at >= 0 {
		return max(0, s.price[at])
	}
	return 0
}

// Objective is r u of the current solution.
func (s *Solver) Objective() float64 {
	sum := 0.0
	for at, j := range s.basic {
		if j >= 0 {
			sum += s.columns[j].gain * s.value[at]
		}
	}
	return sum
}

// Bytes is about how much memory the programme and its basis take.
func (s *Solver) Bytes() int64 {
	return 64*int64(len(s.tight)) + 32*int64(s.kernel.filled+s.kernel.changed) +
		150*int64(len(s.rows)+len(s.columns)) + 24*s.entries
}

// askAfter is how many steps of arithmetic are made between two calls of stop: some
// twenty microseconds, as what asks beside it takes.
const askAfter = 1 << 15

// Solve makes at most limit pivots and reports whether the solution is optimal
// now. It stops early, not optimal, when stop (asked several times a
// millisecond) says so.
func (s *Solver) Solve(limit int, stop func() bool) bool {
	s.stop, s.work, s.stopped = stop, 0, false
	s.refresh()
	for n := 0; n < limit; n++ {
		if s.ask(8*(len(s.tight)+s.kernel.filled+s.kernel.changed+len(s.touched)) + 1<<13) {
			return false
		}
		in, ok := s.entering()
		if !ok && s.drift > 0 {
			s.reprice()
			in, ok = s.entering()
		}
		if !ok && s.pivots%residualAfter != 0 && s.residual() > residualTolerate*s.scale {
			s.refactor()
			in, ok = s.entering()
		}
		if !ok {
			return true
		}
		s.direct(in)
		out, step, bounded := s.leaving()
		if !bounded {
			return false // no packing programme is unbounded: give up rather than guess
		}
		s.pivot(in, out, step)
		s.pivots++
		if s.pivots%residualAfter == 0 && s.residual() > residualTolerate*s.scale {
			s.refactor()
		}
	}
	return false
}

// ask counts work and reports whether to stop: once it is to, no more is begun.
func (s *Solver) ask(work int) bool {
	for s.work += work; s.work >= askAfter && s.stop != nil && !s.stopped; s.work -= askAfter {
		s.stopped = s.stop()
	}
	return s.stopped
}

// residual is by how much the tight rows miss their limits: the sign that
// rounding errors have piled up in the inverse.
func (s *Solver) residual() float64 {
	worst := 0.0
	for _, i := range s.tight {
		worst = max(worst, math.Abs(s.missed(i)))
	}
	return worst
}
