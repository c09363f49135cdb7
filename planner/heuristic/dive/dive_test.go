package dive

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/generate"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/planner/bound/cover"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/search/packed"
)

func never() error { return nil }

// start is a state in the forms that a test needs.
type start struct {
	model *model.State
	state *packed.State
	bound cover.Result
	fresh bool // nothing has been done yet
}

func begin(t testing.TB, m *model.State) start {
	t.Helper()
	p, err := packed.NewProblem(m.Dag())
	if err != nil {
		t.Fatal(err)
	}
	in, _ := linegraph.FromState(m)
	return start{m, packed.FromModel(p, m), cover.Solve(context.Background(), in, cover.Options{}), true}
}

// prove replays what a dive has found.
func (s *start) prove(t testing.TB, r Result) {
	t.Helper()
	ops, end, err := packed.Sequence(s.model, s.state, r.Moves, never)
	if err != nil {
		t.Fatal(err)
	}
	if paid := end.Spent() - s.model.Spent(); !end.Done() || paid != r.Cost && !end.Spent().IsSaturated() {
		t.Fatalf("the dive says %s, its moves cost %s, complete %v", r.Cost, paid, end.Done())
	}
	if s.fresh {
		if err := model.Prove(s.model.Dag(), ops); err != nil {
			t.Fatal(err)
		}
	}
}

// TestDiveAgainstOptimum dives on small dags of every mixture: never below the
// exhaustive optimum, and mostly at it at once.
func TestDiveAgainstOptimum(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	dags, missed := 0, 0
	for range extent.Of(20, 50) {
		for _, shape := range linegraphtest.Shapes(8) {
			if shape.MaxSize > 1000 {
				continue // costs beyond 2^53 are rounded
			}
			dag := linegraphtest.RandomDag(rng, shape)
			if rng.IntN(4) == 0 {
				dag = dag.Classic()
			}
			s := begin(t, model.NewState(dag))
			solver := linegraphtest.Solver{Limit: 1500}
			best, ok := solver.Optimum(s.model)
			if !ok {
				continue
			}
			r, err := NewProblem(s.state).
				Dive(s.bound.Support, Options{Limit: model.Saturated, Rand: rng, Check: never})
			if err != nil {
				t.Fatal(err)
			}
			s.prove(t, r)
			dags++
			switch {
			case r.Cost < best:
				t.Fatalf("a dive costs %s, the optimum is %s", r.Cost, best)
			case r.Cost > best:
				missed++
			}
		}
	}
	modeltest.Counted(t, "dags", dags, 150)
	if missed > dags/30 {
		t.Errorf("the first dive missed %d of %d optima", missed, dags)
	}
}

// TestDiveOfLargeDags: where the relaxation converges a few dives end at the
// bound.
func TestDiveOfLargeDags(t *testing.T) {
	extent.NoRace(t)
	for _, c := range []struct {
		vertices, edges int
		classic         bool
	}{{25, 60, false}, {33, 80, false}, {30, 70, true}} {
		met := 0
		for seed := range uint64(4) {
			dag, err := generate.Random(c.vertices, c.edges, generate.Elementals{MaxSize: 100, Seed: seed +
				1})
			if err != nil {
				t.Fatal(err)
			}
			if c.classic {
				dag = dag.Classic()
			}
			s := begin(t, model.NewState(dag))
			p := NewProblem(s.state)
			rng := rand.New(rand.NewPCG(8, seed))
			for try := range 20 {
				o := Options{Limit: model.Saturated, Rand: rng, Check: never}
				if try > 0 {
					o.Noise = 0.3
				}
				r, err := p.Dive(s.bound.Support, o)
				if err != nil {
					t.Fatal(err)
				}
				s.prove(t, r)
				if r.Cost < s.bound.Bound {
					t.Fatalf("a dive costs %s, the bound is %s", r.Cost, s.bound.Bound)
				}
				if r.Cost == s.bound.Bound {
					met++
					break
				}
			}
		}
		if met < 3 {
			t.Errorf("%d edges: only %d of 4 dags were realised at the bound", c.edges, met)
		}
	}
}

// TestDiveWithoutSupport has to select everything by itself, on few paths: it still
// ends with a complete sequence.
func TestDiveWithoutSupport(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 2))
	complete := 0
	for range 60 {
		for _, shape := range linegraphtest.Shapes(14) {
			s := begin(t, model.NewState(linegraphtest.RandomDag(rng, shape)))
			p := newProblem(s.state, 2)
			r, err := p.Dive(nil, Options{Limit: model.Saturated, Rand: rng, Check: never})
			if err != nil {
				t.Fatal(err)
			}
			if r.Cost.IsSaturated() {
				continue
			}
			s.prove(t, r)
			complete++
		}
	}
	modeltest.Counted(t, "dives", complete, 200)
}

// TestDiveFromTheMiddle completes states in which single faces are gone.
func TestDiveFromTheMiddle(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 3))
	complete := 0
	for range 40 {
		for _, shape := range linegraphtest.Shapes(12) {
			states := linegraphtest.Walk(rng, linegraphtest.RandomDag(rng, shape))
			at := rng.IntN(len(states))
			s := begin(t, states[at])
			s.fresh = at == 0
			r, err := NewProblem(s.state).
				Dive(s.bound.Support, Options{Limit: model.Saturated, Rand: rng, Check: never})
			if err != nil {
				t.Fatal(err)
			}
			if r.Cost.IsSaturated() {
				continue
			}
			s.prove(t, r)
			complete++
		}
	}
	modeltest.Counted(t, "dives", complete, 150)
}

// TestStopping: Check ends a dive wherever it is asked.
func TestStopping(t *testing.T) {
	stop := errors.New("stop")
	s := begin(t, model.NewState(modeltest.Newton(t, 2)))
	p := NewProblem(s.state)
	for after := 0; ; after++ {
		asked := 0
		r, err := p.Dive(s.bound.Support, Options{Limit: model.Saturated, Rand: rand.New(rand.NewPCG(1, 1)),
			Check: func() error {
				if asked++; asked > after {
					return stop
				}
				return nil
			}})
		if err == nil {
			s.prove(t, r)
			return
		}
		if !errors.Is(err, stop) || asked != after+1 {
			t.Fatalf("after %d checks: %v, asked %d times", after, err, asked)
		}
	}
}
