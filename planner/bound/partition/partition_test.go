package partition

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"facet/model"
	"facet/model/maxflow"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/linegraph"
	"facet/planner/linegraph/linegraphtest"
)

func never() error { return nil }

func clock() func() time.Duration {
	began := time.Now()
	return func() time.Duration { return time.Since(began) }
}

// TestNeverAboveTheOptimum: the windows' bounds add up to no more than what exhaustive
// search finds, for windows of every length, in all modes and sizes.
func TestNeverAboveTheOptimum(t *testing.T) {
	linegraphtest.Shards(t, 400, 2000, func(t *testing.T, r *rand.Rand, dags func(func(int) bool)) int {
		equal, tried := 0, 0
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
					windows, err := p.windows(p.cuts(length, narrow(n%3)), never)
					if err != nil {
						t.Fatal(err)
					}
					var packed packing.Bounder
					low, high, weighed := p.base, p.base, p.base
					byWeights := pass{weights: true}
					for k := range windows {
						low = low.Add(packed.Bound(&windows[k]))
						high = high.Add(cover.Solve(context.Background(), &windows[k], cover.Options{}).Bound)
						if n%4 == 0 {
							most := model.Cost(0)
							_ = byWeights.bound(context.Background(), &windows[k], time.Minute, Options{Check: never, Clock: clock()}, func(bound model.Cost) error {
								most = bound
								return nil
							})
							weighed = weighed.Add(most)
						}
					}
					tried++
					if low > optimum || high > optimum || weighed > optimum {
						t.Fatalf("dag %d, windows of %d junctions: bounds %d, %d and %d, optimum %d\n%s", n, length, low, high, weighed, optimum, s)
					}
					if high == optimum {
						equal++
					}
				}
			}
		}
		t.Logf("equal to the optimum in %d of %d divisions", equal, tried)
		return tried
	})
}

// TestAmountsAreLargest: the amounts before each window, and behind it, are as large as the
// smallest cut that parts it from the sources, or the sinks.
func TestAmountsAreLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1))
	for n := range 200 {
		in, _ := linegraph.FromState(model.NewState(linegraphtest.RandomDag(r, linegraphtest.Shape{Edges: 10 + n%30, MaxSize: 5, MaxCost: 9})))
		p, ok := newParts(in)
		if !ok {
			t.Fatal("a dag that cannot be divided")
		}
		cuts := p.cuts(1+n%4, narrow(n%3))
		for direction := range 2 {
			all, err := p.amounts(direction, cuts, never)
			if err != nil {
				t.Fatal(err)
			}
			for w, at := range all {
				inside := func(i int32) bool {
					return !p.isEnd(i) && int(p.place[i]) >= cuts[w] && int(p.place[i]) < cuts[w+1]
				}
				passed := func(i int32) bool {
					return len(p.out[1-direction][i]) == 0 || !p.isEnd(i) && (int(p.place[i]) < cuts[w]) == (direction == forward) && !inside(i)
				}
				net := maxflow.New(2 + 2*len(in.Size))
				for i := range int32(len(in.Size)) {
					if !passed(i) {
						continue
					}
					net.Connect(2+2*i, 3+2*i, in.Size[i])
					if len(p.out[1-direction][i]) == 0 {
						net.Connect(0, 2+2*i, model.Saturated)
					}
					for _, z := range p.out[direction][i] {
						if to := p.far(z, direction); inside(to) {
							net.Connect(3+2*i, 1, model.Saturated)
						} else if passed(to) {
							net.Connect(3+2*i, 2+2*to, model.Saturated)
						}
					}
				}
				sum := model.Cost(0)
				for _, amount := range at {
					sum += amount
				}
				if want := net.Flow(0, 1, model.Saturated); sum != want {
					t.Fatalf("dag %d, direction %d, window %d: %s of %s", n, direction, w, sum, want)
				}
			}
		}
	}
}

// TestLongDag: on Newton chains the parts lose little of the optimum, 76 000 a step
// less 2000, however long the chain is and however many workers bound its windows.
func TestLongDag(t *testing.T) {
	for _, steps := range []model.Cost{20, 80} {
		for workers := 1; workers <= 3; workers++ {
			in, _ := linegraph.FromState(model.NewState(linegraphtest.NewtonChain(int(steps))))
			optimum := 76000*steps - 2000
			var mutex sync.Mutex
			var bound model.Cost
			all, group := New(in), sync.WaitGroup{}
			for range workers {
				group.Go(func() {
					if err := all.Run(context.Background(), Options{Check: never, Clock: clock(), Await: func(ready <-chan struct{}) error {
						<-ready
						return nil
					}, Bound: func(b model.Cost) bool {
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
				t.Errorf("%d Newton steps, %d workers: bound %s, optimum %s", steps, workers, bound, optimum)
			}
		}
	}
}

// TestGivenUp: a division is given up once its windows do not promise more than there is.
func TestGivenUp(t *testing.T) {
	d := &division{base: 100, all: 1000}
	for _, c := range []struct {
		packed, best, known model.Cost
		hopeful             bool
	}{
		{100, 100, 5000, true}, // too little is known of it
		{200, 300, 1600, true},
		{200, 300, 1700, false},
		{1000, 1500, 1600, true},
	} {
		d.bounded.packed, d.bounded.best = c.packed, c.best
		if d.isHopeful(c.known) != c.hopeful {
			t.Errorf("%+v", c)
		}
	}
}

// Windows follow one another without a gap, and none is far from its length.
func TestCuts(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(linegraphtest.NewtonChain(20)))
	p, _ := newParts(in)
	for length := 1; length <= len(p.order); length++ {
		cuts := p.cuts(length, nearest)
		if cuts[0] != 0 || cuts[len(cuts)-1] != len(p.order) {
			t.Fatalf("windows of %d: from %d to %d of %d junctions", length, cuts[0], cuts[len(cuts)-1], len(p.order))
		}
		for k, at := range cuts[1:] {
			if n := at - cuts[k]; 4*n > 5*length || 4*n < 3*length && at != len(p.order) {
				t.Errorf("a window of %d instead of %d", n, length)
			}
		}
	}
}
