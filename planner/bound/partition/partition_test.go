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
								Options{Check: never, Clock: clock(), Bound: func(model.Cost) bool {
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

// TestAmounts: what ends count at a junction passes no vertex by more than its size, on the
// paths that lead to them, and ends count something there.
func TestAmounts(t *testing.T) {
	for n, p := range randomParts(t) {
		in, cuts := p.in, p.cuts(1+n%4)
		for k := range cuts[1:] {
			for direction := range 2 {
				a, err := p.amounts(direction, cuts[k], cuts[k+1], p.all, never)
				if err != nil || len(a.class) != cuts[k+1]-cuts[k] {
					t.Fatal(a.class, err)
				}
				for class, ends := range a.ends {
					if len(ends) == 0 {
						t.Fatalf("dag %d: no end leads to a junction", n)
					}
					for i, amount := range ends {
						if amount < 1 || amount > p.full(i) {
							t.Fatalf("dag %d: end %d counts %d of %d", n, i, amount, p.full(i))
						}
					}
					counts := a.counts(len(in.Size))
					for i := range int32(len(in.Size)) {
						if sum := counts.at(class, i); sum > p.full(i) {
							t.Fatalf("dag %d: %d of %d pass", n, sum, p.full(i))
						}
					}
				}
			}
		}
	}
}

// TestNothingIsCountedTwice: what windows and seams count of two vertices, at a junction between
// these, is no more than there is of both.
func TestNothingIsCountedTwice(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 3))
	full, seamed := 0, 0
	for n, p := range randomParts(t) {
		vertices := int32(len(p.in.Size))
		counted := make([][][]model.Cost, len(p.order)) // by place of the junction, by vertices on both sides
		for k := range counted {
			counted[k] = make([][]model.Cost, vertices)
			for i := range counted[k] {
				counted[k][i] = make([]model.Cost, vertices)
			}
		}
		add := func(from, to int, rooms [2]func(int) room,
			inside func(direction, at int, i int32) model.Cost) {
			var c [2]counts
			for d := range c {
				a, err := p.amounts(d, from, to, rooms[d], never)
				if err != nil {
					t.Fatal(err)
				}
				c[d] = a.counts(int(vertices))
			}
			count := func(direction, at int, i int32) model.Cost {
				if isBetween(from, p.place[i], to) {
					return inside(direction, at, i)
				}
				return c[direction].at(c[direction].class[at-from], i)
			}
			for at := from; at < to; at++ {
				for a := range vertices {
					for b := range vertices {
						if int(p.place[a]) < at && at < int(p.place[b]) {
							counted[at][a][b] += count(forward, at, a) * count(backward, at, b)
						}
					}
				}
			}
		}
		cuts := p.cuts(1 + n%5)
		for k := range cuts[1:] {
			add(cuts[k], cuts[k+1], [2]func(int) room{
				p.all, p.all}, func(_, _ int, i int32) model.Cost { return p.full(i) })
		}
		for k := 1; k < len(cuts)-1; k++ {
			s := randomSeam(r, cuts, k)
			out, err := p.seam(s, never)
			if err != nil {
				t.Fatal(err)
			}
			var rooms [2]func(int) room
			for d := range rooms {
				if rooms[d], err = p.left(d, s, never); err != nil {
					t.Fatal(err)
				}
			}
			add(s.from, s.to, rooms, func(_, at int, i int32) model.Cost {
				amount, told := out.Ends.Amount[at-s.from][p.place[i]-int32(s.from)]
				if !told {
					amount = p.full(i)
				}
				if amount > 0 && amount < p.full(i) {
					seamed++
				}
				return amount
			})
		}
		for at, j := range p.order {
			for a := range vertices {
				for b := range vertices {
					switch c, most := counted[at][a][b], p.full(a)*p.full(b); {
					case c > most:
						t.Fatalf("dag %d, junction %d: %d of %d for %d and %d", n, j, c, most, a, b)
					case c == most:
						full++
					}
				}
			}
		}
	}
	if full == 0 || seamed == 0 {
		t.Errorf("%d counted in full, %d in part inside a seam", full, seamed)
	}
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
			return int32(slices.IndexFunc(in.Dag.Vertices, func(v model.Vertex) bool {
				return v.ID == string(name)
			}))
		}
		p.order = p.order[:0]
		for _, name := range "abjkm" {
			p.place[at(name)] = int32(len(p.order))
			p.order = append(p.order, at(name))
		}
		a, err := p.amounts(forward, 2, 5, p.all, never)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range [...]float64{c.alone, c.alone, c.both} {
			for _, amount := range a.ends[a.class[k]] {
				if got := float64(amount) / float64(p.unit); got > want || got < want-.01 {
					t.Errorf("%s: %v at %s, not %v", c.edges, got, in.Dag.Vertices[p.order[2+k]].ID, want)
				}
			}
		}
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
					return len(p.out[1-direction][i]) == 0 || !p.isEnd(i) &&
						(int(p.place[i]) < cuts[w]) == (direction == forward) && !inside(i)
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
	for _, c := range []struct {
		seam
		bound, sum model.Cost
	}{
		{seam{from: 0, to: 5}, 8, 2}, {seam{from: 5, to: 10}, 12, 5}, {seam{from: 3, to: 8}, 19, 5},
		{seam{from: 3, to: 8}, 21, 6}, {seam{from: 0, to: 3}, 2, 6}, {seam{from: 3, to: 8}, 1, 6},
		{seam{from: 8, to: 10}, 4, 7}, {seam{0, 4, 5, 6, 10}, 8, 7}, {seam{0, 4, 5, 6, 10}, 9, 8},
		{seam{3, 7, 8, 9, 10}, 5, 8}, {seam{0, 2, 3, 4, 8}, 1, 9},
	} {
		b := s.at(task{seam: c.seam})
		b.bound = max(b.bound, c.bound)
		if sum := s.sum(); sum != c.sum {
			t.Errorf("%+v: %d", c, sum)
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

// Windows follow one another without a gap, and none is far from its length.
func TestCuts(t *testing.T) {
	in, _ := linegraph.FromState(model.NewState(linegraphtest.NewtonChain(20)))
	p, _ := newParts(in)
	for length := 1; length <= len(p.order); length++ {
		cuts := p.cuts(length)
		if cuts[0] != 0 || cuts[len(cuts)-1] != len(p.order) {
			t.Fatalf("windows of %d: from %d to %d of %d junctions", length, cuts[0], cuts[len(cuts)-1],
				len(p.order))
		}
		for k, at := range cuts[1:] {
			if n := at - cuts[k]; 4*n > 5*length || 4*n < 3*length && at != len(p.order) {
				t.Errorf("a window of %d instead of %d", n, length)
			}
		}
	}
}
