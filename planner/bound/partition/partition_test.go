package partition

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
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
						if n%4 == 0 {
							most := model.Cost(0)
							_, _ = p.bound(cuts[k], cuts[k+1], nil, time.Minute, Options{Check: never, Clock: clock()}, func(bound model.Cost) error {
								most = bound
								return nil
							})
							weighed = weighed.Add(most)
						}
					}
					tried++
					parts := p.unit * p.unit
					if room := optimum - p.base; low/parts > room || high/parts > room || weighed/parts > room {
						t.Fatalf("dag %d, windows of %d junctions: bounds %d, %d and %d of 1/%d, optimum %d\n%s", n, length, low, high, weighed, parts, optimum, s)
					}
					if high > (optimum-p.base-1)*parts {
						equal++
					}
				}
			}
		}
		t.Logf("equal to the optimum in %d of %d divisions", equal, tried)
		return tried
	})
}

// TestAmounts: what ends count at a junction passes no vertex by more than its size, on the
// paths that lead to them, and ends count something there.
func TestAmounts(t *testing.T) {
	for n, p := range randomParts(t) {
		in, cuts := p.in, p.cuts(1+n%4)
		for k := range cuts[1:] {
			for direction := range 2 {
				s := p.side(direction, cuts[k], cuts[k+1])
				at := make(map[int32]map[int32]model.Cost) // by junction, by end
				_ = p.amounts(direction, cuts[k], cuts[k+1], func(j, end int32, amount model.Cost) {
					if amount < 1 || amount > in.Size[end]*p.unit {
						t.Fatalf("dag %d: end %d counts %d of %d", n, end, amount, in.Size[end])
					}
					if at[j] == nil {
						at[j] = make(map[int32]model.Cost)
					}
					at[j][end] = amount
				}, never)
				if len(at) != cuts[k+1]-cuts[k] {
					t.Fatalf("dag %d: ends lead to %d of %d junctions", n, len(at), cuts[k+1]-cuts[k])
				}
				for j, amounts := range at {
					for _, row := range s.rows {
						var sum model.Cost
						for _, x := range row.ends {
							sum += amounts[s.ends[x.end]] * x.times
						}
						if sum > row.size*p.unit*model.Cost(s.rounds) {
							t.Fatalf("dag %d, junction %d: %d of %d", n, j, sum, row.size)
						}
					}
				}
			}
		}
	}
}

// randomParts are dags with few junctions.
func randomParts(t *testing.T) []*parts {
	r := rand.New(rand.NewPCG(8, 1))
	all := make([]*parts, 200)
	for n := range all {
		in, _ := linegraph.FromState(model.NewState(linegraphtest.RandomDag(r, linegraphtest.Shape{Edges: 10 + n%30, MaxSize: 5, MaxCost: 9})))
		p, ok := newParts(in)
		if !ok {
			t.Fatal("a dag that cannot be divided")
		}
		all[n] = p
	}
	return all
}

// TestEven: of two ends with a single source each counts half of it where both lead to, and
// all of it where it is alone; with two sources each counts in full.
func TestEven(t *testing.T) {
	for _, c := range []struct {
		edges       string
		alone, both float64
	}{
		{"xa xb aj bk jm km my", 1, .5},
		{"xa wb aj bk jm km my", 1, 1},
		{"xa xb wb aj bk jm km my", 1, 1},
	} {
		in, _ := linegraph.FromState(model.NewState(dag(t, c.edges)))
		p, ok := newParts(in)
		if !ok {
			t.Fatal(c.edges)
		}
		at := func(name rune) int32 {
			return int32(slices.IndexFunc(in.Dag.Vertices, func(v model.Vertex) bool { return v.ID == string(name) }))
		}
		p.order = p.order[:0]
		for _, name := range "abjkm" {
			p.place[at(name)] = int32(len(p.order))
			p.order = append(p.order, at(name))
		}
		_ = p.amounts(forward, 2, 5, func(j, end int32, amount model.Cost) {
			want := c.alone
			if j == at('m') {
				want = c.both
			}
			if got := float64(amount) / float64(p.unit); got > want || got < want-.01 {
				t.Errorf("%s: %v at %s, not %v", c.edges, got, in.Dag.Vertices[j].ID, want)
			}
		}, never)
	}
}

// dag is a scalar dag whose edges have two names of one byte each.
func dag(t *testing.T, edges string) *model.Dag {
	var vertices []model.Vertex
	var list []model.Edge
	find := func(name byte) int {
		k := slices.IndexFunc(vertices, func(v model.Vertex) bool { return v.ID == string(name) })
		if k < 0 {
			k, vertices = len(vertices), append(vertices, model.Vertex{ID: string(name), Size: 1})
		}
		return k
	}
	for _, e := range strings.Fields(edges) {
		list = append(list, model.Edge{Source: find(e[0]), Target: find(e[1]), HasJacobian: true})
	}
	g, err := model.NewDag(edges, vertices, list)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// TestFlowsAreLargest: the flows to what is before each window, and behind it, are as large as the
// smallest cut that parts it from the sources, or the sinks.
func TestFlowsAreLargest(t *testing.T) {
	for n, p := range randomParts(t) {
		in, cuts := p.in, p.cuts(1+n%4)
		for direction := range 2 {
			all, err := p.flows(direction, cuts, never)
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
	for _, c := range []struct {
		steps   model.Cost
		workers int
	}{{20, 1}, {20, 2}, {80, 3}} {
		in, _ := linegraph.FromState(model.NewState(linegraphtest.NewtonChain(int(c.steps))))
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
				if err := all.Run(Options{Check: never, Clock: clock(), Bound: func(b model.Cost) bool {
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

// TestSum: of windows that overlap those count that give most together.
func TestSum(t *testing.T) {
	s := &Search{parts: &parts{unit: 2}, known: make([][]span, 11)}
	for _, w := range []struct {
		from, to   int
		bound, sum model.Cost
	}{
		{0, 5, 8, 2}, {5, 10, 12, 5}, {3, 8, 19, 5}, {3, 8, 21, 6}, {0, 3, 2, 6}, {3, 8, 1, 6}, {8, 10, 4, 7},
	} {
		s.know(w.from, w.to, w.bound)
		if sum := s.sum(); sum != w.sum {
			t.Errorf("%+v: %d", w, sum)
		}
	}
}

// TestHopeful: a length is left once its windows give less than as many junctions of the best
// sum, and none has raised it.
func TestHopeful(t *testing.T) {
	for _, c := range []struct {
		raised  bool
		covered int
		found   model.Cost
		hopeful bool
	}{
		{true, 50, 0, true}, {false, 50, 4 * 500, false}, {false, 50, 4*500 + 4, true}, {false, 25, 4 * 260, true},
	} {
		s := &Search{parts: &parts{unit: 2, base: 100, order: make([]int32, 100)}, best: 1100, raised: c.raised, covered: c.covered, found: c.found}
		if s.isHopeful() != c.hopeful {
			t.Errorf("%+v", c)
		}
	}
}

// Windows follow one another without a gap, and none is far from its length.
func TestCuts(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(linegraphtest.NewtonChain(20)))
	p, _ := newParts(in)
	for length := 1; length <= len(p.order); length++ {
		cuts := p.cuts(length)
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
