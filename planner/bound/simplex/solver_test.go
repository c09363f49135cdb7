package simplex

import (
	"math"
	"math/rand/v2"
	"testing"
)

// checkOptimal verifies feasibility of u and of x and that both give the same
// objective: together a proof of optimality that does not depend on the method.
func checkOptimal(t *testing.T, s *Solver) {
	t.Helper()
	const tolerance = 1e-6
	primal, dual := 0.0, 0.0
	load := make([]float64, len(s.rows))
	for j, c := range s.columns {
		u := s.Value(j)
		primal += c.gain * u
		reduced := c.gain
		for _, e := range c.entries {
			load[e.of] += e.coeff * u
			reduced -= e.coeff * s.Price(int(e.of))
		}
		if reduced > tolerance {
			t.Fatalf("column %d still gains %g", j, reduced)
		}
	}
	for i, r := range s.rows {
		dual += r.limit * s.Price(i)
		if load[i] > r.limit+tolerance*(1+s.scale) {
			t.Fatalf("row %d carries %g of %g", i, load[i], r.limit)
		}
	}
	if math.Abs(primal-dual) > tolerance*(1+math.Abs(dual)) {
		t.Fatalf("primal %g, dual %g", primal, dual)
	}
}

func TestSmall(t *testing.T) {
	s := New()
	a, b := s.AddRow(4), s.AddRow(6)
	s.AddColumn(3, []int32{int32(a)}, []float64{1})
	s.AddColumn(5, []int32{int32(a), int32(b)}, []float64{1, 2})
	if !s.Solve(100, nil) {
		t.Fatal("not optimal")
	}
	if got := s.Objective(); math.Abs(got-18) > 1e-9 {
		t.Errorf("objective %g, want 18", got)
	}
	checkOptimal(t, s)
}

func TestStopsWhenAsked(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	s := New()
	grow(r, s, 200, 400)
	if s.Solve(1000000, func() bool { return true }) {
		t.Error("optimal although it was to stop")
	}
	if s.Pivots() > 40 {
		t.Errorf("%d pivots after it was to stop", s.Pivots())
	}
}

func grow(r *rand.Rand, s *Solver, rows, columns int) {
	for range rows {
		limit := float64(r.IntN(50))
		if r.IntN(4) == 0 {
			limit *= 1e6
		}
		s.AddRow(limit)
	}
	for range columns {
		var in []int32
		var coefficients []float64
		for _, i := range r.Perm(len(s.rows))[:1+r.IntN(min(8, len(s.rows)))] {
			in = append(in, int32(i))
			coefficients = append(coefficients, float64(1+r.IntN(2)*r.IntN(3)))
		}
		s.AddColumn(float64(1+r.IntN(2)), in, coefficients)
	}
}

// left is the slack of a row in the current solution.
func (s *Solver) left(i int) float64 {
	if own := s.rows[i].own; own >= 0 {
		return s.value[own]
	}
	return s.slack[i]
}

// feasible checks the solution that the basis stands for, and the slacks that
// the solver keeps of it, against the programme alone.
func feasible(t *testing.T, s *Solver) {
	t.Helper()
	tolerance := 1e-7 * (1 + s.scale)
	load := make([]float64, len(s.rows))
	for j := range s.columns {
		c := &s.columns[j]
		if c.at < 0 {
			continue
		}
		u := s.value[c.at]
		if u < -tolerance {
			t.Fatalf("after %d pivots column %d has the value %g", s.Pivots(), j, u)
		}
		for _, e := range c.entries {
			load[e.of] += e.coeff * u
		}
	}
	for i, r := range s.rows {
		if load[i] > r.limit+tolerance {
			t.Fatalf("after %d pivots row %d carries %g of %g", s.Pivots(), i, load[i], r.limit)
		}
		if left := s.left(i); math.Abs(r.limit-load[i]-left) > tolerance {
			t.Fatalf("after %d pivots row %d has %g left, not %g", s.Pivots(), i, r.limit-load[i], left)
		}
	}
}

// blocks adds columns like those of cut packing: sets of rows with coefficients
// of one, many of them overlapping, so that what enters often cancels in a row
// and comes back.
func blocks(r *rand.Rand, s *Solver, rows, columns, most int) {
	for range rows {
		s.AddRow(float64(1 + r.IntN(40)))
	}
	for range columns {
		var in []int32
		var ones []float64
		for _, i := range r.Perm(len(s.rows))[:min(len(s.rows), 2+r.IntN(most))] {
			in, ones = append(in, int32(i)), append(ones, 1)
		}
		s.AddColumn(1, in, ones)
	}
}

// Every stop of the method is feasible, be it after a few pivots or at the
// optimum, and the optimum is one by its dual.
func TestFeasibleWhereverItStops(t *testing.T) {
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 77))
		s := New()
		for range 2 {
			blocks(r, s, 4+r.IntN(16), 8+r.IntN(32), 2+r.IntN(5))
			for n := 0; !s.Solve(3+r.IntN(30), nil); n++ {
				feasible(t, s)
				if n > 1000 {
					t.Fatalf("seed %d: no optimum after %d pivots", seed, s.Pivots())
				}
			}
			feasible(t, s)
			checkOptimal(t, s)
		}
	}
}

// Random programmes, many of them degenerate, solved again and again while rows
// and columns are added.
func TestRandomProgrammesThatGrow(t *testing.T) {
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 9))
		s := New()
		for range 4 {
			grow(r, s, 1+r.IntN(30), 1+r.IntN(60))
			if !s.Solve(100000, nil) {
				t.Fatalf("seed %d: not optimal after %d pivots", seed, s.Pivots())
			}
			checkOptimal(t, s)
		}
	}
}

// What is to stop while it factors begins no more, and can go on later.
func TestStopsWhileItFactors(t *testing.T) {
	s := New()
	grow(rand.New(rand.NewPCG(8, 8)), s, 80, 200)
	s.Solve(100, nil)
	asked := 0
	s.stop, s.work = func() bool { asked++; return true }, askAfter
	s.refactor()
	if !s.ask(0) || asked != 1 {
		t.Errorf("goes on, and has asked %d times", asked)
	}
	if !s.Solve(100000, nil) {
		t.Error("does not go on later")
	}
	checkOptimal(t, s)
}

func TestRefactorAndRestartKeepTheOptimum(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	s := New()
	grow(r, s, 80, 200)
	s.Solve(100000, nil)
	want := s.Objective()
	s.refactor()
	checkOptimal(t, s)
	s.restart()
	s.Solve(100000, nil)
	if got := s.Objective(); math.Abs(got-want) > 1e-6*want {
		t.Errorf("objective %g after a restart, want %g", got, want)
	}
}

func BenchmarkSolve(b *testing.B) {
	pivots := 0
	for b.Loop() {
		s := New()
		grow(rand.New(rand.NewPCG(7, 7)), s, 400, 2000)
		s.Solve(1000000, nil)
		pivots += s.Pivots()
	}
	b.ReportMetric(float64(pivots)/float64(b.N), "pivots/op")
}
