package objective

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/taskgraph"
	"facet/planner/resources/makespan"
	"facet/planner/search/packed"
)

// small is the k-th random dag, of up to seven edges where all sequences are looked at in
// a few minutes (with -tags long) and for each tenth dag, else of up to five.
func small(t *testing.T, rng *rand.Rand, k int) *model.Dag {
	most := 5
	if extent.Full || k%10 == 0 {
		most = 7
	}
	for {
		g := modeltest.Random(t, rng, 6)
		if len(g.Edges) > most || slices.ContainsFunc(g.Vertices, func(v model.Vertex) bool {
			return v.Size > 1000
		}) {
			continue
		}
		for k := range g.Edges {
			if rng.IntN(4) == 0 {
				g.Edges[k].Tape = model.Cost(rng.IntN(30))
			}
		}
		return g
	}
}

// patterned is small with patterns in it.
func patterned(t *testing.T, rng *rand.Rand, k int) *model.Dag {
	for {
		if g := modeltest.Patterned(t, rng, small(t, rng, k)); g.HasPatterns() {
			return g
		}
	}
}

// pareto are costs and peaks of which none beats another.
type pareto [][2]model.Cost

func (p *pareto) add(cost, peak model.Cost) bool {
	for _, x := range *p {
		if x[0] <= cost && x[1] <= peak {
			return false
		}
	}
	kept := (*p)[:0]
	for _, x := range *p {
		if x[0] < cost || x[1] < peak {
			kept = append(kept, x)
		}
	}
	*p = append(kept, [2]model.Cost{cost, peak})
	return true
}

// bruteFront is the front of cost and peak over all sequences: all states are reached
// with all costs and peaks that are not beaten there, and what is held is counted anew.
func bruteFront(g *model.Dag) pareto {
	known := make(map[string]*pareto)
	var all pareto
	held := func(s *model.State) (sum model.Cost) {
		for _, z := range s.Vertices() {
			if p := s.Pattern(z); s.HasJacobian(z) && p != nil {
				sum += model.Cost(p.Entries())
			} else if s.HasJacobian(z) {
				sum += g.Size(s.Source(z)) * g.Size(s.Target(z))
			}
		}
		return sum
	}
	var try func(l line, cost, peak model.Cost)
	try = func(l line, cost, peak model.Cost) {
		k := l.key()
		name := string([]byte{byte(k.Hi), byte(k.Hi >> 8), byte(k.Hi >> 16), byte(k.Hi >> 24),
			byte(k.Hi >> 32), byte(k.Hi >> 40), byte(k.Hi >> 48), byte(k.Hi >> 56), byte(k.Lo),
			byte(k.Lo >> 8), byte(k.Lo >> 16), byte(k.Lo >> 24)})
		if known[name] == nil {
			known[name] = &pareto{}
		}
		if !known[name].add(cost, peak) {
			return
		}
		if l.state.Done() {
			all.add(cost, peak)
			return
		}
		for _, c := range l.state.Operations() {
			m, err := model.MemoryOf(l.state, []model.Op{c.Op})
			if err != nil {
				panic(err)
			}
			next, _ := l.do(c.Op)
			try(next, cost+c.Price, max(peak, m.Peak, held(next.state)))
		}
	}
	l := newLine(g)
	try(l, 0, held(l.state))
	return all
}

// TestPeak: on 200 random dags of up to seven edges, for each budget, the cheapest
// sequence is that of all sequences; and on as many with patterns.
func TestPeak(t *testing.T) {
	t.Run("dense", func(t *testing.T) { peaks(t, small) })
	t.Run("patterns", func(t *testing.T) { peaks(t, patterned) })
}

func peaks(t *testing.T, dag func(*testing.T, *rand.Rand, int) *model.Dag) {
	rng := rand.New(rand.NewPCG(2, 7))
	several := 0
	for k := range extent.Of(30, 200) {
		g := dag(t, rng, k)
		front := bruteFront(g)
		if len(front) > 1 {
			several++
		}
		least := model.Saturated
		budgets := []model.Cost{0}
		for _, x := range front {
			least = min(least, x[1])
			budgets = append(budgets, x[1]-1, x[1], x[1]+1)
		}
		for _, budget := range budgets {
			want := model.Saturated
			for _, x := range front {
				if x[1] <= budget {
					want = min(want, x[0])
				}
			}
			f := Peak(context.Background(), g, budget, Start{})
			switch {
			case want.IsSaturated():
				if f.Found || !f.Infeasible(budget) || f.Least != least || f.LeastBound != least {
					t.Fatalf("budget %d is infeasible, the least peak %d: %+v", budget, least, f)
				}
			case !f.Found || !f.Optimal || f.Cost != want || f.Bound != want || f.Peak > budget:
				t.Fatalf("budget %d: %+v, brute force %d", budget, f, want)
			default:
				m, err := model.MemoryOf(model.NewState(g), f.Ops)
				if err != nil || m.Peak != f.Peak {
					t.Fatalf("peak %d, replayed %d (%v)", f.Peak, m.Peak, err)
				}
			}
		}
	}
	modeltest.Counted(t, "fronts of several points", several, 40)
}

// bruteMakespan is the least makespan over all sequences, each operation by itself and in
// each mode. A set of operations is looked at once.
func bruteMakespan(t *testing.T, g *model.Dag, machines int) model.Cost {
	best := model.Saturated
	seen := make(map[[2]packed.Key]bool)
	var try func(l line, ops []model.Op, set packed.Key)
	try = func(l line, ops []model.Op, set packed.Key) {
		id := [2]packed.Key{l.key(), set}
		if seen[id] {
			return
		}
		seen[id] = true
		if l.state.Done() {
			tasks, err := taskgraph.New(model.NewState(g), ops)
			if err != nil {
				t.Fatal(err)
			}
			p := makespan.Of(tasks, machines)
			if p.Bound() >= best {
				return
			}
			s := p.Solve(context.Background(), makespan.Limits{Nodes: 1 << 30, Cutoff: best})
			best = min(best, s.Makespan)
			return
		}
		for _, c := range l.state.Operations() {
			next, _ := l.do(c.Op)
			with := set
			x := l.values[c.Op.U]*5 + uint64(c.Op.Mode)
			if !c.Op.IsAccumulation() {
				x ^= l.values[c.Op.V] * 0x9e3779b97f4a7c15
			}
			with.Add(x)
			try(next, append(ops[:len(ops):len(ops)], c.Op), with)
		}
	}
	try(newLine(g), nil, packed.Key{})
	return best
}

// TestMakespan: on 200 random dags of up to seven edges the makespan is that of all
// sequences; and on as many with patterns.
func TestMakespan(t *testing.T) {
	t.Run("dense", func(t *testing.T) { makespans(t, small) })
	t.Run("patterns", func(t *testing.T) { makespans(t, patterned) })
}

func makespans(t *testing.T, dag func(*testing.T, *rand.Rand, int) *model.Dag) {
	rng := rand.New(rand.NewPCG(7, 2))
	above := 0
	for k := range extent.Of(30, 200) {
		g := dag(t, rng, k)
		machines := 1 + rng.IntN(4)
		want := bruteMakespan(t, g, machines)
		s := Makespan(context.Background(), g, machines, Start{})
		if s.Makespan != want || !s.Optimal || s.Bound != want {
			t.Fatalf("%d edges on %d machines: %d (bound %d), brute force %d", len(g.Edges), machines,
				s.Makespan, s.Bound, want)
		}
		end, _, err := model.Replay(model.NewState(g), s.Ops)
		if err != nil || !end.Done() {
			t.Fatalf("the sequence is wrong: %v", err)
		}
		if s.Makespan > s.Root {
			above++
		}
	}
	modeltest.Counted(t, "makespans above the first bound", above, 30)
}

// ending is a context that ends when it has been asked so many times.
type ending struct {
	context.Context
	left int
}

func (e *ending) Err() error {
	if e.left--; e.left < 0 {
		return context.Canceled
	}
	return nil
}

// A front that says that it is proved is whole, however early the time is over.
func TestFrontOfLittleTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(24, 5))
	proved := 0
	for k := range 20 {
		g := small(t, rng, 1)
		want := bruteFront(g)
		for calls := 1; calls < 1<<16; calls *= 2 {
			f := Trade(&ending{context.Background(), calls}, g, 2, Start{Tries: 1})
			if !f.Budgets {
				continue
			}
			proved++
			for _, w := range want {
				if !slices.ContainsFunc(f.Points, func(p Point) bool {
					return p.Cost <= w[0] && p.Peak <= w[1]
				}) {
					t.Fatalf("dag %d, %d calls: no point is as good as cost %d with %d entries", k, calls,
						w[0], w[1])
				}
			}
		}
	}
	if proved == 0 {
		t.Fatal("nothing was proved")
	}
}

// TestFront: on small dags the front in cost and peak is that of all sequences, and each
// point is a sequence with these figures.
func TestFront(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 7))
	for k := range 60 {
		g := small(t, rng, k/2+1)
		if k%2 == 1 {
			g = patterned(t, rng, k/2+1)
		}
		f := Trade(context.Background(), g, 2, Start{Tries: 30})
		if !f.Budgets {
			t.Fatalf("%d edges: the front is not proved", len(g.Edges))
		}
		for _, want := range bruteFront(g) {
			if !slices.ContainsFunc(f.Points, func(p Point) bool {
				return p.Cost <= want[0] && p.Peak <= want[1]
			}) {
				t.Fatalf("a sequence for %d that holds %d is missing in %+v", want[0], want[1], f.Points)
			}
		}
		for _, p := range f.Points {
			end, _, err := model.Replay(model.NewState(g), p.Ops)
			m, _ := model.MemoryOf(model.NewState(g), p.Ops)
			if err != nil || !end.Done() || end.Spent() != p.Cost || m.Peak != p.Peak ||
				p.Makespan < f.Makespan || p.Cost < f.Cost || p.Peak < f.Peak {
				t.Fatalf("%+v of %+v: %v, %d, %+v", p, f, err, end.Spent(), m)
			}
		}
	}
}

// TestChains: on random chains, with given Jacobians, missing models, cost curves and
// adjoints that cost more, every other one with patterns, the makespan is that of all sequences.
func TestChains(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 8))
	for k := range extent.Of(80, 300) {
		n := 2 + rng.IntN(3)
		var vertices []model.Vertex
		var edges []model.Edge
		for k := range n + 1 {
			vertices = append(vertices, model.Vertex{ID: string(rune('a' + k)), Size: 1 + rng.Int64N(6)})
			if k > 0 {
				e := model.Edge{Source: k - 1, Target: k, HasModel: true, Tangent: model.Cost(rng.IntN(12)),
					Adjoint: model.Cost(rng.IntN(20))}
				if rng.IntN(4) == 0 {
					e.HasJacobian, e.HasModel = true, rng.IntN(2) == 0
				}
				edges = append(edges, e)
			}
		}
		g, err := model.NewDag("chain", vertices, edges)
		if err != nil {
			t.Fatal(err)
		}
		if rng.IntN(3) == 0 {
			g = modeltest.Curved(t, rng, g)
		}
		if k%2 == 1 {
			g = modeltest.Patterned(t, rng, g)
		}
		machines := 1 + rng.IntN(n)
		want := bruteMakespan(t, g, machines)
		s := Makespan(context.Background(), g, machines, Start{})
		if isChain(g) == nil || s.Makespan != want || !s.Optimal {
			t.Fatalf("%+v on %d machines: %d (bound %d), brute force %d", g.Edges, machines, s.Makespan,
				s.Bound, want)
		}
		tasks, err := taskgraph.New(model.NewState(g), s.Ops)
		if err != nil || !tasks.Complete || len(tasks.Tasks) != len(s.Schedule.Places) {
			t.Fatalf("the sequence is wrong: %v", err)
		}
		for k, needs := range tasks.Needs(100) {
			at := s.Schedule.Places[k]
			if at.End != at.Start+tasks.Tasks[k].Price {
				t.Fatalf("operation %d takes %d to %d, and costs %d", k, at.Start, at.End,
					tasks.Tasks[k].Price)
			}
			for _, u := range needs {
				if s.Schedule.Places[u].End > at.Start {
					t.Fatalf("operation %d begins before %d ends", k, u)
				}
			}
		}
	}
}
