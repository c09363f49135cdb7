package presolve

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest/extent"
	"facet/planner/linegraph/linegraphtest"
)

// only applies one rule wherever it fits, whatever else would.
func only(rule Rule) reason {
	return func(s site) (Rule, bool) {
		switch {
		case rule == Classic && s.models > 0:
			return rule, false
		case rule == Classic:
			fits := s.classic()
			return rule, fits
		case s.models == 0:
			return rule, false
		}
		bare := s.bareBehind() && s.z.bare()
		small := s.sum() <= s.size[s.j]
		switch rule {
		case APrime:
			fits := s.classic()
			return rule, bare && s.bareBefore(s.p) && fits
		case B:
			return rule, bare && small && s.enough() && s.reaches(s.j, s.sum())
		case R2:
			return rule, s.source(s.p) && s.z.bare() && s.demandsFit()
		case R2b:
			return rule, s.source(s.p) && !s.z.jacobian && s.worthAccumulating() && s.demandsFit()
		}
		return rule, !s.source(s.p) && s.z.bare() && small && s.enough() && s.demandsFit()
	}
}

// wrong are conditions that look as good and are not: each is one of the rules
// without something that it says, and the seed of a dag that shows it.
var wrong = []struct {
	name    string
	seed    uint64
	classic bool
	why     reason
}{
	{"the classic rule beside models", 494, false, func(s site) (Rule, bool) {
		fits := s.classic()
		return APrime, s.models > 0 && s.bareBehind() && s.z.bare() && fits
	}},
	{"B without N <= n_j", 170, false, func(s site) (Rule, bool) {
		return B, s.models > 0 && s.bareBehind() && s.z.bare() && s.enough() && s.reaches(s.j, s.sum())
	}},
	{"series junctions without kappa", 109, true, func(s site) (Rule, bool) {
		return Classic, len(s.behind(s.j)) == 1
	}},
	{"R3 with z by model", 840, false, func(s site) (Rule, bool) {
		return R3, !s.source(s.p) && !s.z.jacobian && s.sum() <= s.size[s.j] && s.enough() &&
			s.worthAccumulating() && s.demandsFit()
	}},
}

// reductions is how many dags each campaign looks at; a large number takes hours.
var reductions = flag.Int("reductions", 0, "dags of each campaign; 0 is a few")

func count(few int) int { return cmp.Or(*reductions, few) }

// smallDag makes dags on which rules fire: few vertices, small sizes.
func smallDag(rng *rand.Rand, edges int, jacobian float64) *model.Dag {
	return linegraphtest.RandomDag(rng, linegraphtest.Shape{
		Edges: edges, MaxSize: 1 + rng.Int64N(4), MaxCost: 1 + rng.Int64N(12),
		Jacobian: jacobian, NoModel: 0.97, Free: 0.1 * float64(rng.IntN(2)),
	})
}

// keeps reduces a dag to the end and compares with the optimum that exhaustive
// search finds without any reduction.
func keeps(t *testing.T, g *model.Dag, why reason) (fired int, kept bool) {
	t.Helper()
	r, err := reduce(nil, model.NewState(g), why)
	if err != nil {
		t.Fatalf("%v\n%s", err, r.Start)
	}
	if len(r.Steps) == 0 {
		return 0, true
	}
	x := linegraphtest.Solver{Limit: 20000}
	optimum, all := x.Optimum(r.Start)
	rest, same := x.Optimum(r.End)
	if !all || !same {
		return 0, true
	}
	return len(r.Steps), r.Cost.Add(rest) == optimum
}

func TestRulesKeepTheOptimum(t *testing.T) {
	for rule := range rules {
		rng := rand.New(rand.NewPCG(uint64(rule), 11))
		dags, fired := 0, 0
		for n := range count(500) {
			g := smallDag(rng, 4+n%4, [...]float64{1, 0.9, 0.9, 0.7, 0.4, 0.8}[rule])
			if rule == Classic {
				g = g.Classic()
			}
			times, kept := keeps(t, g, only(rule))
			if !kept {
				t.Errorf("%s loses the optimum of\n%s", rule, model.NewState(g))
			}
			if fired += times; times > 0 {
				dags++
			}
		}
		t.Logf("%s: fired %d times on %d dags", rule, fired, dags)
		if dags < 10 {
			t.Errorf("%s: fired on %d dags only", rule, dags)
		}
	}
}

// All rules together, as Reduce applies them.
func TestReduceKeepsTheOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 12))
	for n := range count(500) {
		g := smallDag(rng, 4+n%4, rng.Float64())
		if _, kept := keeps(t, g, site.reason); !kept {
			t.Errorf("the optimum is lost of\n%s", model.NewState(g))
		}
	}
}

func TestMilderRulesLoseTheOptimum(t *testing.T) {
	for _, w := range wrong {
		lost := false
		for seed := w.seed; !lost && seed < w.seed+uint64(count(1)); seed++ {
			rng := rand.New(rand.NewPCG(seed, 8))
			g := smallDag(rng, 5+int(seed%4), 0.8)
			if w.classic {
				g = g.Classic()
			}
			_, kept := keeps(t, g, w.why)
			if lost = !kept; lost {
				t.Logf("%s is wrong for seed %d", w.name, seed)
			}
		}
		if !lost {
			t.Errorf("%s: not wrong on the dag of seed %d", w.name, w.seed)
		}
	}
}

// chain is a path of junctions of one size: classic, all of it is paid by
// reduction.
func chain(t testing.TB, edges int) *model.Dag {
	t.Helper()
	vertices, arcs := []model.Vertex{{ID: "0", Size: 1}}, []model.Edge{}
	for k := range edges {
		vertices = append(vertices, model.Vertex{ID: fmt.Sprint(k + 1), Size: 1})
		arcs = append(arcs, model.Edge{Source: k, Target: k + 1, HasJacobian: true})
	}
	g, err := model.NewDag("chain", vertices, arcs)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestReduceToTheEnd(t *testing.T) {
	n := extent.Of(500, 2000)
	r, err := Reduce(nil, model.NewState(chain(t, n)))
	if err != nil || r.Cost != model.Cost(n-1) || !r.End.Done() || !r.Proved() {
		t.Errorf("error %v, paid %s, done %v", err, r.Cost, r.End.Done())
	}
	if got, want := r.Text(r.Cost), fmt.Sprintf("%d of %d paid by reduction, 0 junctions left", n-1,
		n-1); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestReduceCanBeStopped(t *testing.T) {
	asked := 0
	r, err := reduce(func() bool {
		return asked == 10
	}, model.NewState(chain(t, 100)), func(s site) (Rule, bool) {
		asked++
		return s.reason()
	})
	if err != nil || len(r.Steps) != 10 || r.Cost != 10 || r.Junctions != 89 {
		t.Errorf("error %v, %d steps for %s, %d junctions left", err, len(r.Steps), r.Cost, r.Junctions)
	}
}

// A reduction that is ended at a question, whichever it is, is one of whole junctions: what
// it costs and the optimum behind it are the optimum.
func TestReduceEndsBetweenJunctions(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 13))
	ended := 0
	for n := range count(60) {
		start := model.NewState(smallDag(rng, 5+n%3, rng.Float64()))
		asked := 0
		whole, err := Reduce(func() bool { asked++; return false }, start)
		if err != nil {
			t.Fatal(err)
		}
		if len(whole.Steps) == 0 {
			continue
		}
		x := linegraphtest.Solver{Limit: 20000}
		optimum, all := x.Optimum(start)
		for last := 1; last <= asked && all; last++ {
			questions := 0
			r, err := Reduce(func() bool { questions++; return questions >= last }, start)
			if err != nil {
				t.Fatalf("ended at question %d of %d: %v\n%s", last, asked, err, start)
			}
			if rest, same := x.Optimum(r.End); same && r.Cost.Add(rest) != optimum {
				t.Errorf("ended at question %d of %d: %s and %s, the optimum is %s\n%s", last, asked, r.Cost,
					rest, optimum, start)
			}
			ended++
		}
	}
	if ended < 100 {
		t.Errorf("ended %d times only", ended)
	}
}

// After the elimination of a face a state may be the line dag of no dag.
func TestStatesWithoutADagAreLeftAlone(t *testing.T) {
	s := model.NewState(linegraphtest.Bat().Classic())
	for len(s.AllFaces()) > 0 {
		r, err := Reduce(nil, s)
		if err != nil || r.Cost > 22 {
			t.Fatalf("error %v, paid %s", err, r.Cost)
		}
		if s, _, err = s.Apply(model.Eliminate(s.AllFaces()[0], model.MUL)); err != nil {
			t.Fatal(err)
		}
	}
}

func BenchmarkReduce(b *testing.B) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, edges := range [...]int{200, 600, 2000} {
		s := model.NewState(linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: edges, MaxSize: 1,
			Jacobian: 1, NoModel: 1}))
		b.Run(fmt.Sprint(edges), func(b *testing.B) {
			steps := 0
			for b.Loop() {
				r, err := Reduce(nil, s)
				if err != nil {
					b.Fatal(err)
				}
				steps = len(r.Steps)
			}
			b.ReportMetric(float64(steps), "steps")
		})
	}
}

// The published functions: what reduction pays for and what it leaves.
func TestPublishedFunctions(t *testing.T) {
	tests := []struct {
		name      string
		paid      model.Cost
		junctions int
	}{
		{"roe_flux", 142, 19}, {"robot_arm", 197, 2}, {"heart_dipole", 124, 6}, {"black_scholes", 42, 0},
	}
	for _, test := range tests {
		g, err := format.ReadFile("../../../docs/results/" + test.name + ".xml")
		if err != nil {
			t.Fatal(err)
		}
		r, err := Reduce(nil, model.NewState(g))
		if err != nil || r.Cost != test.paid || r.Junctions != test.junctions || !r.Proved() {
			t.Errorf("%s: error %v, paid %s, %d junctions left; want %s and %d", test.name, err, r.Cost,
				r.Junctions, test.paid, test.junctions)
		}
	}
}
