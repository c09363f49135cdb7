package bnb

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/linegraph/linegraphtest"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func start(t testing.TB, g *model.Dag) *packed.State {
	t.Helper()
	p, err := packed.NewProblem(g)
	if err != nil {
		t.Fatal(err)
	}
	s := packed.FromModel(p, model.NewState(p.Dag))
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
		c.Workers[0].SetIncumbent(cost, nil)
		return nil
	}
	err := Search(c)
	return c.Workers[0].Record.Best(), err
}

func workers(n int) []*incumbent.Reporter {
	return incumbent.New(schedule.New(n, 0, 0)).Reporters(incumbent.Job{}, n)
}

func byPacking(func() error) Bounds { return &Packing{} }

// TestWithoutMemory searches depth first with a table that forgets nearly
// everything: slower, but right.
func TestWithoutMemory(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range 20 {
		s := start(t, linegraphtest.RandomDag(rng, linegraphtest.Shape{Edges: 9, MaxSize: 9, MaxCost: 50}))
		want, err := run(t, Config{Start: s, Workers: workers(2), Memory: 1 << 26, Bounds: byPacking})
		if err != nil {
			t.Fatal(err)
		}
		got, err := run(t, Config{Start: s, Workers: workers(2), Memory: 1, Bounds: byPacking})
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
		Start: start(t, modeltest.Sample(t, "bat")), Workers: workers(4), Memory: 1 << 26,
		Bounds: func(func() error) Bounds { return &panicky{left: 500} },
	})
	if err == nil || !strings.Contains(err.Error(), "out of bounds") {
		t.Fatalf("%v", err)
	}
}

func TestErrorOfTheListenerEndsTheSearch(t *testing.T) {
	refused := errors.New("refused")
	c := Config{
		Start: start(t, modeltest.Sample(t, "bat")), Workers: workers(3), Memory: 1 << 26, Bounds: byPacking,
		Found: func([]packed.Move, model.Cost) error { return refused },
	}
	if err := Search(c); !errors.Is(err, refused) {
		t.Fatalf("%v", err)
	}
}

// TestLowerBoundReachesTheOptimum: what a search reports rises to what it finds.
func TestLowerBoundReachesTheOptimum(t *testing.T) {
	var all []model.Cost
	cost, err := run(t, Config{
		Start: start(t, modeltest.Sample(t, "bat")), Workers: workers(1), Memory: 1 << 26, Bounds: byPacking,
		Lower: func(bound model.Cost) { all = append(all, bound) },
	})
	if err != nil || cost != 32 || len(all) < 3 || all[len(all)-1] != cost || !slices.IsSorted(all) {
		t.Errorf("cost %s, %v, bounds %v", cost, err, all)
	}
}

// TestChargesAlongTheWay follows the paths of a division through
// random moves: along every way the charges stay below what the way still costs.
func TestChargesAlongTheWay(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 2))
	ways := 0
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
			t.Fatalf("after %d moves the bound is %s, the rest of this way costs %s", k, bounds[k],
				total-spent[k])
		}
		ways += len(bounds)
	}
	modeltest.Counted(t, "states on ways", ways, 1000)
}

// TestOpenNodesAddUp: two searches of one run do not overwrite each other's
// count of open nodes.
func TestOpenNodesAddUp(t *testing.T) {
	r := incumbent.New(schedule.New(1, 0, 0))
	var open int64
	enough := schedule.ErrStopped // one sequence is
	for k := range 2 {
		e := newEngine(Config{Start: start(t, modeltest.Sample(t, "bat")), Workers: r.Reporters(incumbent.Job{}, 1),
			Memory: 1 << 26, Bounds: byPacking, Found: func([]packed.Move, model.Cost) error { return enough }})
		if err := e.run(); !errors.Is(err, enough) {
			t.Fatal(err)
		}
		open += int64(len(e.open))
		if got := r.Counts.Open.Load(); got != open || open == 0 {
			t.Errorf("%d open nodes counted after %d searches, there are %d", got, k+1, open)
		}
	}
}

// TestTableForgetsButNeverInvents: a large table knows nearly each state at its least
// cost, a small one some of them, and neither knows a state that never was.
func TestTableForgetsButNeverInvents(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	tables := [2]*Table{newTable(1), newTable(1 << 24)}
	known := make(map[packed.Key]model.Cost)
	var keys []packed.Key
	repeated, remembered := 0, [2]int{}
	for range 20000 {
		// many share a half
		key := packed.Key{Hi: rng.Uint64N(64)<<58 + rng.Uint64N(4), Lo: rng.Uint64N(1 << 14)}
		if rng.IntN(2) == 0 && len(keys) > 0 {
			key = keys[rng.IntN(len(keys))]
		} else {
			keys = append(keys, key)
		}
		cost := model.Cost(rng.IntN(50))
		old, seen := known[key]
		news := !seen || cost < old
		for n, table := range tables {
			if table.cheaper(key, cost) && !(seen && old < cost) {
				t.Fatalf("table %d knows a cost below %d, and there was none", n, cost)
			}
			if !table.reach(key, cost) {
				if news {
					t.Fatalf("table %d knows a state that never was, or not at the cost %d", n, cost)
				}
				remembered[n]++
			} else if table.reach(key, cost) || table.cheaper(key, cost) || !table.cheaper(key, cost+1) {
				t.Fatalf("table %d has forgotten at once that the cost %d was reached", n, cost)
			}
		}
		if news {
			known[key] = cost
		} else {
			repeated++
		}
	}
	if small, large := remembered[0], remembered[1]; 4*small < repeated || small == repeated ||
		100*large < 99*repeated {
		t.Errorf("of %d states reached again the small table remembers %d, the large one %d", repeated, small,
			large)
	}
	if small, large := tables[0].Bytes(), tables[1].Bytes(); small > 1<<17 || large > 1<<24 {
		t.Errorf("%d and %d bytes", small, large)
	}
}
