package makespan

import (
	"context"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/taskgraph"
)

// brute is the least makespan over all schedules that begin tasks in some order that the
// constraints allow, each as early as possible after the one before it.
func brute(p *Problem) model.Cost {
	needs := p.flat()
	best := model.Saturated
	end := make([]model.Cost, p.Tasks)
	least := (p.Work() + model.Cost(p.Machines) - 1) / model.Cost(p.Machines) // no schedule is shorter
	var try func(placed uint64, last, longest model.Cost, free []model.Cost)
	try = func(placed uint64, last, longest model.Cost, free []model.Cost) {
		if longest >= best || best == least {
			return
		}
		if placed == 1<<p.Tasks-1 {
			best = longest
			return
		}
		for t := range p.Tasks {
			if placed>>t&1 == 1 || needs[t]&^placed != 0 {
				continue
			}
			start := last
			for u := range p.Tasks {
				if needs[t]>>u&1 == 1 {
					start = max(start, end[u])
				}
			}
			k := 0
			for i := range free {
				if free[i] < free[k] {
					k = i
				}
			}
			start = max(start, free[k])
			old := free[k]
			end[t] = start.Add(p.Time[t])
			free[k] = end[t]
			try(placed|1<<t, start, max(longest, end[t]), free)
			free[k] = old
		}
	}
	try(0, 0, 0, make([]model.Cost, p.Machines))
	return best
}

// check looks whether a schedule is one.
func check(t *testing.T, p *Problem, s Schedule) {
	t.Helper()
	needs := p.flat()
	for a := range s.Places {
		x := s.Places[a]
		if x.Machine < 0 || x.Machine >= p.Machines || x.End != x.Start+p.Time[a] || x.End > s.Makespan {
			t.Fatalf("task %d is placed at %+v", a, x)
		}
		for b := range s.Places {
			y := s.Places[b]
			if a != b && x.Machine == y.Machine && x.Start < y.End && y.Start < x.End {
				t.Fatalf("tasks %d and %d are on machine %d at once: %+v %+v", a, b, x.Machine, x, y)
			}
			if needs[a]>>b&1 == 1 && y.End > x.Start {
				t.Fatalf("task %d begins before %d ends", a, b)
			}
		}
	}
	if s.Bound > s.Makespan || s.Optimal != (s.Bound == s.Makespan) {
		t.Fatalf("makespan %d, bound %d, optimal %v", s.Makespan, s.Bound, s.Optimal)
	}
}

// TestSequences: on 300 random sequences the makespan is that of all orders.
func TestSequences(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 1))
	hard := 0
	for n := 0; n < extent.Of(80, 300); {
		g := modeltest.Random(t, rng, 6)
		ops := modeltest.Walk(rng, g)
		if len(ops) < 3 || len(ops) > 12 {
			continue
		}
		tasks, err := taskgraph.New(model.NewState(g), ops)
		if err != nil {
			t.Fatal(err)
		}
		p := Of(tasks, 1+rng.IntN(4))
		if p.Work().IsSaturated() {
			continue
		}
		n++
		s := p.Solve(context.Background(), Limits{Lists: 1})
		check(t, p, s)
		if want := brute(p); s.Makespan != want || !s.Optimal {
			t.Fatalf("%d tasks on %d machines: %d (optimal %v), brute force %d", p.Tasks, p.Machines,
				s.Makespan, s.Optimal, want)
		}
		if s.Makespan > p.Bound() {
			hard++
		}
	}
	modeltest.Counted(t, "makespans above their bound", hard, 30)
}

// TestGraphs is the same for random precedences.
func TestGraphs(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 2))
	hard := 0
	for range 1500 {
		n := 3 + rng.IntN(6)
		time, needs := make([]model.Cost, n), make([][]int32, n)
		density := 0.1 + 0.4*rng.Float64()
		for k := range n {
			time[k] = model.Cost(rng.IntN(10))
			for i := range k {
				if rng.Float64() < density {
					needs[k] = append(needs[k], int32(i))
				}
			}
		}
		p := New(time, needs, 1+rng.IntN(3))
		s := p.Solve(context.Background(), Limits{Lists: 1})
		check(t, p, s)
		if want := brute(p); s.Makespan != want || !s.Optimal {
			t.Fatalf("%v %v on %d: %d (optimal %v), brute force %d", time, needs, p.Machines, s.Makespan,
				s.Optimal, want)
		}
		if s.Makespan > p.Bound() {
			hard++
		}
	}
	modeltest.Counted(t, "makespans above their bound", hard, 50)
}

// TestHuge: where sums of times do not fit into 64 bits, nothing is called optimal that
// is not proved.
func TestHuge(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 3))
	beyond, within := 0, 0
	for range 300 {
		n := 3 + rng.IntN(6)
		time := make([]model.Cost, n)
		for k := range time {
			time[k] = 1 << 61 / model.Cost(1+rng.IntN(3))
		}
		p := New(time, make([][]int32, n), 1+rng.IntN(4))
		s := p.Solve(context.Background(), Limits{})
		want := brute(p)
		if s.Bound > want || s.Optimal && (s.Makespan != want || want.IsSaturated()) || s.Makespan < want {
			t.Fatalf("%v on %d: %d, bound %d, brute force %d", time, p.Machines, s.Makespan, s.Bound, want)
		}
		if want.IsSaturated() {
			beyond++
		} else if p.Work().IsSaturated() {
			within++
		}
	}
	modeltest.Counted(t, "saturated makespans", beyond, 20)
	modeltest.Counted(t, "makespans of saturated work", within, 50)
}
