package analysis

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph/linegraphtest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// randomLine is a sequence of random moves that completes the dag, most of them
// bad.
func randomLine(t testing.TB, r *rand.Rand, g *model.Dag) Line {
	t.Helper()
	start := model.NewState(g)
	var ops []model.Op
	for s := start; !s.Done(); {
		all := s.Operations()
		o := all[r.IntN(len(all))].Op
		next, _, err := s.Apply(o)
		if err != nil {
			t.Fatal(err)
		}
		ops, s = append(ops, o), next
	}
	return lineOf(t, start, ops)
}

func lineOf(t testing.TB, start *model.State, ops []model.Op) Line {
	t.Helper()
	line, err := OfSequence(start, ops)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// patient has time enough on any machine for what a test expects to be proved.
var patient = Budget{Solve: time.Minute, Solves: time.Hour}

// find lets an analysis come to its end and gives what is known then.
func find(t testing.TB, st *Analysis) *Known {
	t.Helper()
	k := &Known{}
	for f := range st.Findings(t.Context()) {
		k.Take(f)
		k.Spread(st.line)
	}
	return k
}

// Along random sequences on small random dags of all kinds, with models and
// without, values, losses and verdicts are those of an exhaustive search.
func TestAgainstExhaustiveSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	compared := 0
	for _, shape := range linegraphtest.Shapes(7) {
		if shape.MaxSize > 1000 {
			continue // totals that saturate have a test of their own
		}
		for range 6 {
			g := linegraphtest.RandomDag(r, shape)
			for _, g := range []*model.Dag{g, g.Classic()} {
				brute := &linegraphtest.Solver{Limit: 20_000}
				optimum, ok := brute.Optimum(model.NewState(g))
				if !ok {
					continue
				}
				line := randomLine(t, r, g)
				line.Here = r.IntN(len(line.Steps) + 1)
				k := find(t, New(line, nil, Everything, patient))
				checkValues(t, k, line, brute)
				checkRegrets(t, k, line, optimum)
				checkMoves(t, k, line, brute)
				if t.Failed() {
					return
				}
				compared++
			}
		}
	}
	modeltest.Counted(t, "dags", compared, 40)
}

func checkValues(t *testing.T, k *Known, line Line, brute *linegraphtest.Solver) {
	t.Helper()
	for n := range len(line.Steps) + 1 {
		s, err := line.state(n)
		if err != nil {
			t.Fatal(err)
		}
		want, _ := brute.Optimum(s)
		v := k.At(line.ID(n))
		if v.HasBound && v.Bound > want || v.HasBest && v.Best < want {
			t.Errorf("after %d steps the best is %d, not between %d and %d", n, want, v.Bound, v.Best)
		}
		if v.Ops == nil {
			continue
		}
		end, _, err := model.Replay(s, v.Ops)
		if err != nil || !end.Done() || end.Spent() != s.Spent().Add(v.Best) {
			t.Errorf("after %d steps the completion for %d is none: %v", n, v.Best, err)
		}
	}
}

func checkRegrets(t *testing.T, k *Known, line Line, optimum model.Cost) {
	t.Helper()
	var sum model.Cost
	for n, l := range k.Regrets(line) {
		if !l.Exact() {
			t.Errorf("the loss of step %d is between %d and %d", n+1, l.Least, l.Most)
		}
		sum += l.Least
	}
	if want := line.spent(len(line.Steps)) - optimum; sum != want {
		t.Errorf("the losses add up to %d, the sequence lies %d above the optimum", sum, want)
	}
}

func checkMoves(t *testing.T, k *Known, line Line, brute *linegraphtest.Solver) {
	t.Helper()
	s, err := line.state(line.Here)
	if err != nil {
		t.Fatal(err)
	}
	best, _ := brute.Optimum(s)
	for _, c := range s.Operations() {
		next, _, err := s.Apply(c.Op)
		if err != nil {
			t.Fatal(err)
		}
		rest, _ := brute.Optimum(next)
		v, ok := k.Verdict(line.ID(line.Here), s.Spent(), c.Op)
		if want := c.Price.Add(rest) - best; !ok || !v.HasRegret || v.Regret != want || v.Then != s.Spent().
			Add(best+want) {
			t.Errorf("%s: %+v, want a loss of %d", model.OpName(s, c.Op), v, want)
		}
	}
}

// Where costs do not fit into 64 bits no total is claimed to be the best, and
// losses stay between what can be told.
func TestSaturatedTotals(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 9))
	shape := linegraphtest.Shape{Edges: 7, MaxSize: 4e9, MaxCost: 4e12, Jacobian: 0.5, NoModel: 0.8}
	saturated := 0
	for range 20 {
		line := randomLine(t, r, linegraphtest.RandomDag(r, shape))
		k := find(t, New(line, nil, Everything, patient))
		for n, l := range k.Regrets(line) {
			v := k.At(line.ID(n + 1))
			if v.HasBest && v.Best.IsSaturated() && v.Optimal() {
				t.Errorf("step %d: a saturated completion is called optimal", n+1)
			}
			if l.Least < 0 || l.Most < l.Least {
				t.Errorf("step %d lost between %d and %d", n+1, l.Least, l.Most)
			}
			if line.spent(n + 1).IsSaturated() {
				saturated++
			}
		}
	}
	if saturated == 0 {
		t.Error("no total was saturated")
	}
}

// An optimal sequence loses nothing, and to know that takes one solution.
func TestOptimalSequenceLosesNothing(t *testing.T) {
	for _, c := range linegraphtest.Cases(t) {
		if c.Name == "newton10" || c.Name == "openfoam" {
			continue
		}
		start := model.NewState(c.Dag)
		v, ok := askPlanner(t.Context(), start, patient.Solve, defaultMemory)
		if !ok || v.Best != c.Optimum {
			t.Fatalf("%s: %+v", c.Name, v)
		}
		st := New(lineOf(t, start, v.Ops), nil, LineOnly, patient)
		asked := count(st)
		k := find(t, st)
		for _, l := range k.Regrets(st.line) {
			if !l.Exact() || l.Most != 0 {
				t.Errorf("%s: step %d lost %d to %d", c.Name, l.Step, l.Least, l.Most)
			}
		}
		if *asked > 1 {
			t.Errorf("%s: the planner was asked %d times", c.Name, *asked)
		}
	}
}

// count counts how often the analysis asks the planner.
func count(st *Analysis) *int {
	n := new(int)
	ask := st.solver
	st.solver = func(ctx context.Context, s *model.State, limit time.Duration, memory int64) (Value, bool) {
		*n++
		return ask(ctx, s, limit, memory)
	}
	return n
}
