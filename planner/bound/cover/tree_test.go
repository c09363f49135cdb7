package cover

import (
	"context"
	"errors"
	"testing"
	"time"

	"facet/model"
	"facet/model/generate"
	"facet/planner/linegraph"
)

// Where inequalities are interrupted and the relaxation's support leaves nothing to
// divide by, they are tried again: on this dag the first attempt is stopped
// after a few questions, and the optimum is proved all the same.
func TestHastyRulesAreTriedAgain(t *testing.T) {
	g, err := generate.Random(25, 60, generate.Elementals{MaxSize: 100, Seed: 95})
	if err != nil {
		t.Fatal(err)
	}
	const optimum = 11922682
	in, _ := linegraph.FromState(model.NewState(g))
	p := NewBranchAndCut(in)
	for step := range 40 {
		o := Options{Incumbent: optimum}
		if step == 1 {
			o.Time = time.Nanosecond
		}
		if _, more := p.Step(context.Background(), o); !more {
			break
		}
	}
	if p.Root.Bound != optimum {
		t.Errorf("proved %d of %d", p.Root.Bound, optimum)
	}
}

// A step with inequalities that learns of a cheaper incumbent ends, and the next one
// begins again with that: resources are fixed at zero first, and the attempt that was
// given up does not count.
func TestOutdatedStepsBeginAgain(t *testing.T) {
	g, err := generate.Random(25, 60, generate.Elementals{MaxSize: 100, Seed: 95})
	if err != nil {
		t.Fatal(err)
	}
	const optimum, expensive = 11922682, 13000000
	in, _ := linegraph.FromState(model.NewState(g))
	p := NewBranchAndCut(in)
	p.Step(context.Background(), Options{Incumbent: expensive})
	if _, more := p.Step(context.Background(), Options{Incumbent: expensive, Outdated: func() bool {
		return true
	}}); !more {
		t.Fatal("the step that was given up was the last")
	}
	t0 := p.lowest(optimum)
	if t0.stage != separated || t0.tries != 0 {
		t.Errorf("stage %d after %d tries; the attempt counts", t0.stage, t0.tries)
	}
	if p.Step(context.Background(), Options{Incumbent: optimum}); t0.Fixing == nil {
		t.Error("nothing is fixed at zero with the cheaper incumbent")
	}
	for range 40 {
		if _, more := p.Step(context.Background(), Options{Incumbent: optimum}); !more {
			break
		}
	}
	if p.Root.Bound != optimum {
		t.Errorf("proved %d of %d", p.Root.Bound, optimum)
	}
}

// A tree that is told to stop asks no more than once in every layer that is under
// way, whatever it is doing.
func TestTreeStops(t *testing.T) {
	g, err := generate.Random(25, 60, generate.Elementals{MaxSize: 100, Seed: 19})
	if err != nil {
		t.Fatal(err)
	}
	in, _ := linegraph.FromState(model.NewState(g))
	for _, after := range []int{1, 10, 100, 400} {
		asked := 0
		Prove(context.Background(), in, Options{Incumbent: 9316856, Check: func() error {
			if asked++; asked >= after {
				return errors.New("stop")
			}
			return nil
		}}, 50)
		if asked > after+2 {
			t.Errorf("asked %d times, to stop at %d", asked, after)
		}
	}
}
