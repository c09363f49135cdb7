package bnb

import (
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"facet/model"
	"facet/planner/incumbent"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/packed"
	"facet/planner/schedule"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t testing.TB, g *model.Dag) *packed.State {
	t.Helper()
	p, err := packed.NewProblem(g)
	if err != nil {
		t.Fatal(err)
	}
	s := packed.FromDag(p)
	for z := range s.Slots() {
		if !s.Touches(z) && !s.Vertex[z].Jacobian {
			s.Accumulate(z) // searches count on it
		}
	}
	return s
}

// run runs a search without an incumbent and gives the cost it found.
func run(t testing.TB, c Config) (model.Cost, error) {
	t.Helper()
	c.Found = func(_ []packed.Move, cost model.Cost) error {
		c.Slots[0].SetIncumbent(cost, nil)
		return nil
	}
	_, err := New(c).Run(1 << 40)
	return c.Slots[0].Best(), err
}

func slots(n int) []*incumbent.Reporter {
	return incumbent.New(schedule.New(schedule.Options{Workers: n})).Reporters(incumbent.Job{}, n)
}

func byPacking(func() error) Bounds { return &Packing{} }

// TestWithoutMemory searches depth first with a table that forgets nearly
// everything: slower, but right.
func TestWithoutMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		s := start(t, linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 9, MaxSize: 9, MaxCost: 50}))
		want, err := run(t, Config{Start: s, Slots: slots(2), Memory: 1 << 26, Bounds: byPacking})
		if err != nil {
			t.Fatal(err)
		}
		got, err := run(t, Config{Start: s, Slots: slots(2), Memory: 1, Bounds: byPacking})
		if err != nil || got != want {
			t.Fatalf("%s without memory, %s with, %v", got, want, err)
		}
	}
}

// panicky is a bound that breaks after a while.
type panicky struct {
	Packing
	left int
}

func (b *panicky) Child(s *packed.State, room model.Cost) model.Cost {
	if b.left--; b.left < 0 {
		panic("out of bounds")
	}
	return b.Packing.Child(s, room)
}

func TestPanicEndsTheSearch(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	_, err := run(t, Config{
		Start: start(t, linegraphtest.Bat()), Slots: slots(4), Memory: 1 << 26,
		Bounds: func(func() error) Bounds { return &panicky{left: 500} },
	})
	if err == nil || !strings.Contains(err.Error(), "out of bounds") {
		t.Fatalf("%v", err)
	}
}

func TestErrorOfTheListenerEndsTheSearch(t *testing.T) {
	refused := errors.New("refused")
	c := Config{
		Start: start(t, linegraphtest.Bat()), Slots: slots(3), Memory: 1 << 26, Bounds: byPacking,
		Found: func([]packed.Move, model.Cost) error { return refused },
	}
	if _, err := New(c).Run(1 << 40); !errors.Is(err, refused) {
		t.Fatalf("%v", err)
	}
}

// TestRounds interrupts a search again and again.
func TestRounds(t *testing.T) {
	board := slots(2)
	lower := model.Cost(0)
	s := New(Config{
		Start: start(t, linegraphtest.Bat()), Slots: board, Memory: 1 << 26, Bounds: byPacking,
		Found: func(_ []packed.Move, cost model.Cost) error { board[0].SetIncumbent(cost, nil); return nil },
		Lower: func(bound model.Cost) { lower = max(lower, bound) },
	})
	rounds := 0
	for done := false; !done; rounds++ {
		var err error
		if done, err = s.Run(50); err != nil {
			t.Fatal(err)
		}
	}
	if board[0].Best() != 32 || lower != 32 || rounds < 3 {
		t.Errorf("cost %s, bound %s after %d rounds", board[0].Best(), lower, rounds)
	}
}

// TestChargesAlongTheWay follows the paths of a division through
// random moves: along every way the charges stay below what the way still costs.
func TestChargesAlongTheWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	for range 300 {
		shapes := linegraphtest.Shapes(9)
		s := start(t, linegraphtest.RandomDag(rng, shapes[rng.IntN(len(shapes))]))
		b := NewCover(t.Context(), nil)
		b.Expand(s, model.Saturated)
		if b.charges == nil {
			continue
		}
		var bounds, spent []model.Cost
		var total model.Cost
		var c components
		var steps []step
		for s.Faces() > 0 {
			bounds, spent = append(bounds, b.charges.bound(s, &b.spans)), append(spent, total)
			steps = Faces.steps(s, 0, steps, &c)
			st := steps[rng.IntN(len(steps))]
			_, price := s.Take(int(st.u), int(st.v), st.acc)
			total = total.Add(price)
		}
		for z := range packed.Bits(s.Live()) {
			if !s.Vertex[z].Jacobian {
				_, price := s.Accumulation(z)
				total = total.Add(price)
			}
		}
		for k := range bounds {
			if total.IsSaturated() || bounds[k] <= total-spent[k] {
				continue
			}
			t.Fatalf("after %d moves the bound is %s, the rest of this way costs %s", k, bounds[k], total-spent[k])
		}
	}
}

// TestOpenNodesAddUp: two searches of one run do not overwrite each other's
// count of open nodes.
func TestOpenNodesAddUp(t *testing.T) {
	r := incumbent.New(schedule.New(schedule.Options{Workers: 1}))
	var open int64
	for k := range 2 {
		s := New(Config{Start: start(t, linegraphtest.Bat()), Slots: r.Reporters(incumbent.Job{}, 1), Memory: 1 << 26, Bounds: byPacking,
			Found: func([]packed.Move, model.Cost) error { return nil }})
		if _, err := s.Run(20); err != nil {
			t.Fatal(err)
		}
		open += int64(len(s.e.open))
		if got := r.Open.Load(); got != open || open == 0 {
			t.Errorf("%d open nodes counted after %d searches, there are %d", got, k+1, open)
		}
	}
}

func TestTableForgetsButNeverInvents(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	small, large := newTable(1), newTable(1<<24)
	known := make(map[packed.Key]model.Cost)
	for range 20000 {
		key := packed.Key{Hi: rng.Uint64(), Lo: rng.Uint64N(1000)}
		if rng.IntN(2) == 0 {
			for k := range known {
				key = k
				break
			}
		}
		cost := model.Cost(rng.IntN(50))
		old, seen := known[key]
		news := !seen || cost < old
		if large.reach(key, cost) != news && !(seen && !news) {
			t.Fatalf("news %v", news)
		}
		if !small.reach(key, cost) && news {
			t.Fatal("the small table knows a state that never was")
		}
		if news {
			known[key] = cost
		}
	}
	if small.Bytes() > 1<<17 || large.Bytes() > 1<<24 {
		t.Errorf("%d and %d bytes", small.Bytes(), large.Bytes())
	}
}
