package timetable

import (
	"context"
	"errors"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/taskgraph"
)

// check looks whether a timetable is one.
func check(t *testing.T, s *Timetable) {
	t.Helper()
	g := s.Graph
	type busy struct {
		machine    int
		start, end model.Cost
	}
	var all []busy
	for k, o := range s.Operations {
		pieces := o.Pieces
		if !s.Options.Split {
			if o.End != o.Start.Add(g.Tasks[k].Price) {
				t.Fatalf("operation %d takes %d to %d, and costs %d", k, o.Start, o.End, g.Tasks[k].Price)
			}
			pieces = []Piece{{o.Machine, o.Start, o.End, g.Lines(k)}}
		}
		lines := int64(0)
		start, end := model.Saturated, model.Cost(0)
		for _, p := range pieces {
			lines += p.Lines
			start, end = min(start, p.Start), max(end, p.End)
			want := g.Part(k, p.Lines)
			if p.Lines == g.Lines(k) {
				want = g.Tasks[k].Price
			}
			if p.End != p.Start.Add(want) || p.Machine < 0 || p.Machine >= s.Options.Machines {
				t.Fatalf("operation %d: piece %+v", k, p)
			}
			all = append(all, busy{p.Machine, p.Start, p.End})
		}
		if lines != g.Lines(k) || start != o.Start || end != o.End || o.End > s.Makespan {
			t.Fatalf("operation %d: %+v has %d of %d lines", k, o, lines, g.Lines(k))
		}
	}
	for i, a := range all {
		for _, b := range all[i+1:] {
			if a.machine == b.machine && a.start < b.end && b.start < a.end {
				t.Fatalf("machine %d works twice at once: %+v %+v", a.machine, a, b)
			}
		}
	}
	for k, needs := range g.Needs(1 << 20) {
		for _, n := range needs {
			if s.Operations[n].End > s.Operations[k].Start {
				t.Fatalf("operation %d begins before %d ends", k, n)
			}
		}
	}
	if s.Bound > s.Makespan || s.Optimal != (s.Bound == s.Makespan && !s.Makespan.IsSaturated()) ||
		s.Peak < s.Least.Bound {
		t.Fatalf("%+v", s)
	}
	if b := s.Options.Budget; b != nil && s.Peak > *b {
		t.Fatalf("peak %d with a budget of %d", s.Peak, *b)
	}
	for _, m := range s.Memory {
		if m.Entries > s.Peak {
			t.Fatalf("%d held, peak %d", m.Entries, s.Peak)
		}
	}
}

func TestTimetables(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	compared, whole := 0, 0
	for n := range extent.Of(120, 500) {
		g := modeltest.Random(t, rng, 6)
		if rng.IntN(3) == 0 {
			g = modeltest.Curved(t, rng, g)
		}
		if n%2 == 1 {
			g = modeltest.Patterned(t, rng, g)
		}
		ops := modeltest.Walk(rng, g)
		tasks, err := taskgraph.New(model.NewState(g), ops)
		if err != nil {
			t.Fatal(err)
		}
		o := Options{Machines: 1 + rng.IntN(4), Split: rng.IntN(2) == 0}
		s, err := New(context.Background(), tasks, o)
		if err != nil {
			t.Fatal(err)
		}
		if s.Work.IsSaturated() || s.InOrder.IsSaturated() {
			continue
		}
		check(t, s)
		for k := range tasks.Tasks {
			if made := &tasks.Jacobians[tasks.Tasks[k].Makes]; o.Split &&
				tasks.Tasks[k].Edge == taskgraph.None && tasks.Lines(k) == 1 &&
				max(g.Size(int(made.Source)), g.Size(int(made.Target))) > 1 {
				whole++
			}
		}
		if o.Machines == 1 && (s.Peak != s.Least.Peak || s.Makespan != s.Work) {
			t.Fatalf("one machine: peak %d of %d, makespan %d of %d", s.Peak, s.Least.Peak, s.Makespan,
				s.Work)
		}
		budget := s.Least.Peak + model.Cost(rng.Int64N(int64(max(1, s.Peak-s.Least.Peak+1))))
		o.Budget = &budget
		limited, err := New(context.Background(), tasks, o)
		if err != nil {
			t.Fatal(err)
		}
		check(t, limited)
		less := limited.Least.Bound - 1
		o.Budget = &less
		var infeasible *Infeasible
		if _, err := New(context.Background(), tasks, o); less >= 0 && !errors.As(err, &infeasible) {
			t.Fatalf("a budget of %d: %v", less, err)
		}
		compared++
	}
	modeltest.Counted(t, "timetables", compared, 300)
	modeltest.Counted(t, "sparse products that are not shared out", whole, 20)
}

// Times beyond 64 bits are saturated ones, and not times before them.
func TestSharedBeyond64Bits(t *testing.T) {
	const half = model.Cost(1) << 62
	g, err := model.NewDag("large", []model.Vertex{{ID: "0", Size: 4}, {ID: "1", Size: 4}}, []model.Edge{
		{Source: 0, Target: 1, Tangent: half, Adjoint: half, HasModel: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	tasks, err := taskgraph.New(model.NewState(g), modeltest.Walk(rand.New(rand.NewPCG(1, 1)), g))
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(context.Background(), tasks, Options{Machines: 2, Split: true})
	if err != nil {
		t.Fatal(err)
	}
	check(t, s)
	if s.Optimal || !s.Makespan.IsSaturated() {
		t.Fatalf("makespan %s, optimal %v", s.Makespan, s.Optimal)
	}
}

// A budget is kept to, however early the time is over.
func TestBudgetWithoutTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	compared := 0
	over, end := context.WithCancel(context.Background())
	end()
	for range 100 {
		g := modeltest.Random(t, rng, 6)
		tasks, err := taskgraph.New(model.NewState(g), modeltest.Walk(rng, g))
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, len(tasks.Tasks))
		for k := range order {
			order[k] = k
		}
		budget, _ := taskgraph.Peak(tasks, order)
		if budget.IsSaturated() {
			continue
		}
		for _, split := range []bool{false, true} {
			s, err := New(over, tasks, Options{Machines: 3, Split: split, Budget: &budget})
			if err != nil {
				t.Fatal(err)
			}
			if !s.Work.IsSaturated() {
				check(t, s)
				compared++
			}
		}
	}
	modeltest.Counted(t, "timetables", compared, 150)
}
