package presolve

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/format"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner/linegraph/linegraphtest"
)

// wrong are conditions that look as good and are not: each is the rule
// without something that it says, and the seed of a dag that shows it.
var wrong = []struct {
	name string
	seed uint64
	fits func(site) bool
}{
	{"series junctions without kappa", 109, func(s site) bool { return len(s.behind(s.j)) == 1 }},
}

// reductions is how many dags each campaign looks at; a large number takes hours.
var reductions = flag.Int("reductions", 0, "dags of each campaign; 0 is a few")

func count(few int) int { return cmp.Or(*reductions, few) }

// smallDag makes dags on which rules fire: few vertices, small sizes.
func smallDag(rng *rand.Rand, edges int) *model.Dag {
	return linegraphtest.RandomDag(rng, linegraphtest.Shape{
		Edges: edges, MaxSize: 1 + rng.Int64N(4), MaxCost: 1 + rng.Int64N(12),
		Jacobian: 0.8, NoModel: 0.97, Free: 0.1 * float64(rng.IntN(2)),
	})
}

// keeps reduces a dag to the end and compares with the optimum that exhaustive
// search finds without any reduction.
func keeps(t *testing.T, g *model.Dag, fits func(site) bool) (fired int, kept bool) {
	t.Helper()
	r, err := reduce(nil, model.NewState(g), fits)
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

func TestReduceKeepsTheOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(0, 11))
	dags, fired := 0, 0
	for n := range count(1000) {
		g := smallDag(rng, 4+n%4).Classic()
		times, kept := keeps(t, g, site.fits)
		if !kept {
			t.Errorf("the optimum is lost of\n%s", model.NewState(g))
		}
		if fired += times; times > 0 {
			dags++
		}
	}
	modeltest.Counted(t, "reduced dags", dags, 10)
	t.Logf("%d steps", fired)
}

// Where an edge has a model nothing is eliminated.
func TestDagsWithModelsAreLeftAlone(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 12))
	for n := range count(100) {
		g := smallDag(rng, 4+n%4).Classic()
		g.Edges[rng.IntN(len(g.Edges))].HasModel = true
		if r, err := Reduce(nil, model.NewState(g)); err != nil || len(r.Ops) > 0 || r.Cost > 0 {
			t.Errorf("error %v, %d operations for %s", err, len(r.Ops), r.Cost)
		}
	}
}

func TestMilderRulesLoseTheOptimum(t *testing.T) {
	for _, w := range wrong {
		lost := false
		for seed := w.seed; !lost && seed < w.seed+uint64(count(1)); seed++ {
			g := smallDag(rand.New(rand.NewPCG(seed, 8)), 5+int(seed%4)).Classic()
			_, kept := keeps(t, g, w.fits)
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
	if err != nil || r.Cost != model.Cost(n-1) || !r.End.Done() {
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
	}, model.NewState(chain(t, 100)), func(s site) bool {
		asked++
		return s.fits()
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
		start := model.NewState(smallDag(rng, 5+n%3).Classic())
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
	s := model.NewState(modeltest.Sample(t, "bat").Classic())
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
		if err != nil || r.Cost != test.paid || r.Junctions != test.junctions {
			t.Errorf("%s: error %v, paid %s, %d junctions left; want %s and %d", test.name, err, r.Cost,
				r.Junctions, test.paid, test.junctions)
		}
	}
}
