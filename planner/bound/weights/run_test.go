package weights

import (
	"errors"
	"math"
	"math/rand/v2"
	"strconv"
	"sync/atomic"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner/bound/paths"
	"facet/planner/certificate"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

// verified proves the split's bound by code that has nothing in common with what made
// it.
func verified(t *testing.T, g *model.Dag, dual *paths.Dual) {
	t.Helper()
	if dual.Bound.IsSaturated() {
		return // more than certificates can say
	}
	c, err := certificate.New(g, nil, dual.Bound, &certificate.Proof{Leaf: leafOf(g, dual)})
	if err != nil {
		t.Fatal(err)
	}
	if v, err := certificate.Verify(g, c); err != nil || v.Bound != dual.Bound {
		t.Fatalf("the bound %d: %v, %v", dual.Bound, v, err)
	}
}

func leafOf(g *model.Dag, dual *paths.Dual) *certificate.Leaf {
	in, _ := linegraph.FromState(model.NewState(g))
	return dual.Leaf(in)
}

func TestProvesTheCasesOfTheLiterature(t *testing.T) {
	for _, c := range linegraphtest.Cases(t) {
		if c.Name == "newton10" {
			continue // 118 000 paths: packing's business
		}
		in, _ := linegraph.FromState(model.NewState(c.Dag))
		got := Run(in, Options{Incumbent: c.Optimum, Rounds: 400})
		t.Logf("%s: %d of %d, %d paths, %d rounds, %d passes", c.Name, got.Bound, c.Optimum, got.Paths,
			got.Rounds, got.Passes)
		if got.Bound != c.Optimum {
			t.Errorf("%s: bound %d, want %d", c.Name, got.Bound, c.Optimum)
		}
		verified(t, c.Dag, got.Dual)
	}
}

// Each bound on the way is larger than the one before, never above what
// exhaustive search finds, and has a certificate; from every state of a random
// walk, with and without an incumbent.
func TestEveryStateIsAProof(t *testing.T) {
	var equal, roots atomic.Int64
	t.Cleanup(func() {
		if 10*equal.Load() < 9*roots.Load() {
			t.Errorf("equal to the optimum at the root of %d of %d dags only", equal.Load(), roots.Load())
		}
	})
	linegraphtest.Shards(t, 400, 900, func(t *testing.T, r *rand.Rand,
		dags func(func(int) bool)) (states int) {
		for n := range dags {
			shapes := linegraphtest.Shapes(4 + n%5)
			g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
			x := linegraphtest.Solver{Limit: 3000}
			for k, s := range linegraphtest.Walk(r, g) {
				optimum, ok := x.Optimum(s)
				if !ok {
					break
				}
				o := Options{Incumbent: optimum + model.Cost(r.IntN(3)), Rounds: 60}
				if k == 0 {
					o.Rounds = 500
				}
				if n%3 == 0 || optimum.IsSaturated() {
					o.Incumbent = 0
				}
				last := model.Cost(0)
				o.Bound = func(bound model.Cost, dual *paths.Dual) bool {
					if bound <= last || bound > optimum || dual.Bound != bound {
						t.Fatalf("dag %d, step %d: bound %d after %d, optimum %d\n%s", n, k, bound, last,
							optimum, s)
					}
					last = bound
					if k == 0 {
						verified(t, g, dual)
					}
					return false
				}
				in, _ := linegraph.FromState(s)
				got := Run(in, o)
				if got.Bound != last {
					t.Fatalf("dag %d, step %d: result %d, raised %d", n, k, got.Bound, last)
				}
				states++
				if k == 0 {
					roots.Add(1)
					if got.Bound == optimum {
						equal.Add(1)
					}
				}
				if k > 1 {
					break
				}
			}
		}
		return states
	})
}

// Dual ascent never makes the sum smaller, whatever it begins with.
func TestAscentNeverLoses(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	ascents := 0
	for n := range 100 {
		g := linegraphtest.RandomDag(r, linegraphtest.Shapes(10 + n%20)[n%6])
		in, _ := linegraph.FromState(model.NewState(g))
		s := newSolver(in, Options{})
		s.pool.begin(s.check)
		if s.pool.cutoffPath != nil || len(s.pool.paths) == 0 {
			continue
		}
		s.weights.admit(s.pool.paths)
		for range r.IntN(10) + 1 {
			s.weights.round()
		}
		s.ascent.begin(s.pool.paths, s.weights)
		for last := int64(0); s.result.Passes < 10; s.result.Passes++ {
			s.ascent.pass()
			if s.ascent.sum < last {
				t.Fatalf("dag %d: %d after %d", n, s.ascent.sum, last)
			}
			last = s.ascent.sum
		}
		ascents++
	}
	modeltest.Counted(t, "ascents", ascents, 70)
}

// An error of Check ends the work, and what there is by then is a proof.
func TestStopsWhenCheckSaysSo(t *testing.T) {
	g := modeltest.Newton(t, 4)
	in, _ := linegraph.FromState(model.NewState(g))
	stop := errors.New("stop")
	asked := 0
	whole := Run(in, Options{Check: func() error { asked++; return nil }, Rounds: 30, Memory: 8 << 20})
	t.Logf("%d paths, %d checks, bound %d", whole.Paths, asked, whole.Bound)
	if asked < 10 {
		t.Errorf("asked %d times only", asked)
	}
	for limit := range 10 {
		count := 0
		got := Run(in, Options{Rounds: 30, Memory: 8 << 20, Check: func() error {
			if count++; count > limit {
				return stop
			}
			return nil
		}})
		if count > limit+1 {
			t.Fatalf("asked %d times after it was to stop", count-limit-1)
		}
		verified(t, g, got.Dual)
	}
}

// What has been reached is told often enough that little is lost where the work ends in between.
func TestTellsInBetween(t *testing.T) {
	g, err := generate.Layered(12, 8, 3, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	in, _ := linegraph.FromState(model.NewState(g))
	late := errors.New("late")
	// run gives the bound that is reached in so much work.
	run := func(most int, often bool) Result {
		var s *solver
		s = newSolver(in, Options{Often: often, Check: func() error {
			if s.work > most {
				return late
			}
			return nil
		}})
		s.pool.begin(s.check)
		s.iterate()
		return s.result
	}
	higher := 0
	for _, most := range []int{3e7, 2e7, 5e7, 8e7}[:extent.Of(1, 4)] {
		without, with := run(most, false), run(most, true)
		t.Logf("work %d: %d, and %d with bounds in between", most, without.Bound, with.Bound)
		if with.Bound > without.Bound {
			higher++
		}
		verified(t, g, with.Dual)
	}
	if higher == 0 {
		t.Error("no bound is higher for that")
	}
}

// The pool stays within the memory that it is given.
func TestMemoryIsKept(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(modeltest.Newton(t, 10)))
	for _, memory := range [...]int64{1 << 20, 8 << 20} {
		s := solve(in, Options{Memory: memory, Rounds: 30})
		if used := s.pool.bytes + s.table.Bytes(); used > memory {
			t.Errorf("%d bytes, %d allowed", used, memory)
		}
		if len(s.pool.paths) == 0 {
			t.Errorf("no path in %d bytes", memory)
		}
	}
}

// Where there are many paths and room for a part of them, the pool has those that
// count: paths whose cheapest cut is neither that of a face nor of a vertex, too.
func TestPathsAreNotMissed(t *testing.T) {
	g := linegraphtest.VCycles(3, 3)
	in, _ := linegraph.FromState(model.NewState(g))
	const low = 590000 // cheapest paths through faces and vertices alone end at 552 504
	got := Run(in, Options{Memory: 16 << 20, Rounds: 200})
	t.Logf("%d paths, bound %d", got.Paths, got.Bound)
	if got.All || got.Bound < low {
		t.Errorf("%d paths, all %v, bound %d", got.Paths, got.All, got.Bound)
	}
	verified(t, g, got.Dual)
}

// Weights stay numbers where no part of a path is worth deriving by itself: the chances
// of all options of a part fall at once then, and those of a hundred parts are multiplied.
func TestWeightsAreNumbers(t *testing.T) {
	const long = 100
	vertices, edges := []model.Vertex{{ID: "0", Size: 1}}, []model.Edge(nil)
	for i := range long {
		vertices = append(vertices, model.Vertex{ID: strconv.Itoa(i + 1), Size: 1_000_000_000})
		edges = append(edges, model.Edge{Source: i, Target: i + 1, HasModel: true, Tangent: 1, Adjoint: 1})
	}
	g, err := model.NewDag("chain", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	in, _ := linegraph.FromState(model.NewState(g))
	s := solve(in, Options{Rounds: 60})
	for _, w := range s.weights.paths {
		for _, o := range w.options {
			if sum := float64(o.chance + o.price + o.last + o.use + o.mean); math.IsNaN(sum) ||
				math.IsInf(sum, 0) {
				t.Fatalf("an option is %+v", o)
			}
		}
	}
	if s.result.Bound != long {
		t.Errorf("bound %d", s.result.Bound)
	}
	verified(t, g, s.result.Dual)
}

// BenchmarkRound updates paths of a layered dag once, per option of a subpath.
func BenchmarkRound(b *testing.B) {
	g, err := generate.Layered(12, 8, 3, generate.Elementals{MaxSize: 100, Seed: 1})
	if err != nil {
		b.Fatal(err)
	}
	in, _ := linegraph.FromState(model.NewState(g))
	s := solve(in, Options{Rounds: 60})
	options := 0
	for _, w := range s.weights.paths {
		options += len(w.options)
	}
	for b.Loop() {
		if err := s.weights.round(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(options), "ns/option")
}
