package partition

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"facet/model"
	"facet/model/modeltest"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

func never() error { return nil }

// TestNeverAboveTheOptimum: the windows' bounds add up to no more than what exhaustive
// search finds, for windows of every length, in all modes and sizes.
func TestNeverAboveTheOptimum(t *testing.T) {
	linegraphtest.Shards(t, 400, 2000, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		equal, seamed, tried := 0, 0, 0
		for n := range dags {
			shapes := linegraphtest.Shapes(4 + n%5)
			g := linegraphtest.RandomDag(r, shapes[n%len(shapes)])
			if n%3 == 0 {
				g = g.Classic()
			}
			x := linegraphtest.Solver{Limit: 3000}
			for _, s := range linegraphtest.Walk(r, g) {
				optimum, ok := x.Optimum(s)
				if !ok {
					break
				}
				in, _ := linegraph.FromState(s)
				p, ok := newParts(in)
				if !ok {
					continue
				}
				for length := 1; length <= len(p.order); length++ {
					var packed packing.Bounder
					var low, high, weighed model.Cost
					cuts := p.cuts(length)
					before, err := p.flows(forward, cuts, never)
					if err != nil {
						t.Fatal(err)
					}
					behind, err := p.flows(backward, cuts, never)
					if err != nil {
						t.Fatal(err)
					}
					for k := range cuts[1:] {
						w, _ := p.window(cuts[k], cuts[k+1], nil, never)
						alike, _ := p.window(cuts[k], cuts[k+1], &ends{before[k], behind[k]}, never)
						low = low.Add(max(packed.Bound(&w), packed.Bound(&alike)))
						high = high.Add(cover.Solve(context.Background(), &w, cover.Options{}).Bound)
					}
					for k := 1; k < len(cuts)-1; k++ {
						m, err := p.seam(randomSeam(r, cuts, k), never)
						if err != nil {
							t.Fatal(err)
						}
						bound := cover.Solve(context.Background(), &m, cover.Options{}).Bound
						if bound > 0 {
							seamed++
						}
						high = high.Add(bound)
					}
					if n%4 == 0 {
						x := &Search{parts: p, limit: time.Minute, length: length,
							known: make([][]span, len(p.order)+1)}
						x.plan(cuts)
						for _, task := range x.tasks {
							if _, err := x.bound(task, time.Minute,
								Options{Check: never, Bound: func(model.Cost) bool {
									return true
								}}); err != nil {
								t.Fatal(err)
							}
						}
						weighed = x.sum()
					}
					tried++
					parts := p.unit * p.unit
					if room := optimum - p.base; low/parts > room || high/parts > room || weighed > room {
						t.Fatalf("dag %d, windows of %d junctions: bounds %d and %d of 1/%d, and %d, optimum %d\n%s", n, length, low, high, parts, weighed, optimum, s)
					}
					if high > (optimum-p.base-1)*parts {
						equal++
					}
				}
			}
		}
		t.Logf("equal to the optimum in %d of %d divisions, %d seams add something", equal, tried, seamed)
		return tried
	})
}

// TestNeverAboveTheWhole: windows and seams add up to no more than the chain cover of the whole
// dag, whose solutions they divide.
func TestNeverAboveTheWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	lost, closed := 0., 0.
	for n, p := range randomParts(t) {
		whole := cover.Solve(context.Background(), p.in, cover.Options{})
		if !whole.Converged {
			continue
		}
		parts := p.unit * p.unit
		for _, length := range [...]int{1, 2, 3, 5} {
			var alone, seams model.Cost
			cuts := p.cuts(length)
			for k := range cuts[1:] {
				w, _ := p.window(cuts[k], cuts[k+1], nil, never)
				alone += cover.Solve(context.Background(), &w, cover.Options{}).Bound
			}
			for k := 1; k < len(cuts)-1; k++ {
				s := seam{cuts[k-1], cuts[k-1], cuts[k], cuts[k+1], cuts[k+1]}
				if r.IntN(2) > 0 {
					s = randomSeam(r, cuts, k)
				}
				w, err := p.seam(s, never)
				if err != nil {
					t.Fatal(err)
				}
				seams += cover.Solve(context.Background(), &w, cover.Options{}).Bound
			}
			room := (whole.Bound - p.base) * parts
			if alone+seams > room {
				t.Fatalf("dag %d, windows of %d junctions: %d and %d of %d", n, length, alone, seams, room)
			}
			lost += float64(room-alone) / float64(room)
			closed += float64(seams) / float64(room)
		}
	}
	t.Logf("seams close %.3f of what %.3f windows lose", closed, lost)
}

// randomSeam has some of the junctions of both windows that meet at a place.
func randomSeam(r *rand.Rand, cuts []int, k int) seam {
	begin, at, end := cuts[k-1], cuts[k], cuts[k+1]
	return seam{begin, begin + r.IntN(at-begin+1), at, at + r.IntN(end-at+1), end}
}

// randomParts are dags with few junctions.
func randomParts(t *testing.T) []*parts {
	r := rand.New(rand.NewPCG(8, 1))
	all := make([]*parts, 200)
	for n := range all {
		g := linegraphtest.RandomDag(r, linegraphtest.Shape{Edges: 10 + n%30, MaxSize: 5, MaxCost: 9})
		if n%2 == 0 {
			g = g.Classic()
		}
		in, _ := linegraph.FromState(model.NewState(g))
		p, ok := newParts(in)
		if !ok {
			t.Fatal("a dag that cannot be divided")
		}
		all[n] = p
	}
	return all
}

// TestLongDag: on Newton chains the parts lose little of the optimum, 76 000 a step
// less 2000, however long the chain is and however many workers bound its windows.
func TestLongDag(t *testing.T) {
	for _, c := range []struct {
		steps   model.Cost
		workers int
	}{{20, 1}, {20, 2}, {80, 3}} {
		in, _ := linegraph.FromState(model.NewState(modeltest.Newton(t, int(c.steps))))
		optimum := 76000*c.steps - 2000
		var mutex sync.Mutex
		var bound model.Cost
		all, err := New(in, never)
		if err != nil {
			t.Fatal(err)
		}
		var group sync.WaitGroup
		for range c.workers {
			group.Go(func() {
				if err := all.Run(Options{Check: never, Bound: func(b model.Cost) bool {
					mutex.Lock()
					defer mutex.Unlock()
					bound = max(bound, b)
					return 100*b < 96*optimum
				}}); err != nil {
					t.Error(err)
				}
			})
		}
		group.Wait()
		if 100*bound < 96*optimum || bound > optimum {
			t.Errorf("%d Newton steps, %d workers: bound %s, optimum %s", c.steps, c.workers, bound, optimum)
		}
	}
}

// TestHopeful: a length is left once its windows give no more than what is known up to where they
// have come, and none has raised the best sum.
func TestHopeful(t *testing.T) {
	for _, c := range []struct {
		raised  bool
		sum     model.Cost
		hopeful bool
	}{
		{true, 50, true}, {false, 50, false}, {false, 51, true},
	} {
		s := &Search{raised: c.raised, reached: 1, before: []model.Cost{0, 50, 90},
			sums: []model.Cost{0, c.sum, 90}}
		if s.isHopeful() != c.hopeful {
			t.Errorf("%+v", c)
		}
	}
}

// TestBehind: long tasks end once others have closed much more of the gap, short ones do not.
func TestBehind(t *testing.T) {
	for _, c := range []struct {
		limit            time.Duration
		best, bound, all model.Cost
		behind           bool
	}{
		{patient, 50, 60, 100, false}, {patient, 50, 61, 100, true}, {patient - 1, 50, 61, 100, false},
		{patient, 50, 99, model.Saturated, false}, {patient, 50, 50, 50, false},
	} {
		s := &Search{parts: &parts{}, limit: c.limit, length: usual, best: c.best}
		if s.isBehind(Options{Known: func() (bound, cost model.Cost) { return c.bound, c.all }}) != c.behind {
			t.Errorf("%+v", c)
		}
	}
}
