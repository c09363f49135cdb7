package taskgraph_test

import (
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/taskgraph"
)

// TestOrderOfTheSequence: in the order of the sequence the memory is that of facet
// replay, tapes included, with patterns and without. What is held during and after a task
// is known before.
func TestOrderOfTheSequence(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	for n := range 4000 {
		g := modeltest.Random(t, rng, 8)
		if n%2 == 1 {
			g = modeltest.Patterned(t, rng, g)
		}
		for k := range g.Edges {
			if rng.IntN(3) == 0 {
				g.Edges[k].Tape = model.Cost(rng.IntN(40))
			}
		}
		ops := modeltest.Walk(rng, g)
		tasks, err := taskgraph.New(model.NewState(g), ops)
		if err != nil {
			t.Fatal(err)
		}
		want, err := model.MemoryOf(model.NewState(g), ops)
		if err != nil {
			t.Fatal(err)
		}
		order := make([]int, len(ops))
		for k := range order {
			order[k] = k
		}
		if peak, at := taskgraph.Peak(tasks, order); peak != want.Peak || at != want.At &&
			!peak.IsSaturated() {
			text, _ := model.FormatSequence(model.NewState(g), ops)
			t.Fatalf("peak %d after %d, replayed %d after %d:\n%s", peak, at, want.Peak, want.At, text)
		}
		for k, needs := range tasks.Needs(1 << 20) {
			for _, n := range needs {
				if int(n) >= k {
					t.Fatalf("task %d needs %d", k, n)
				}
			}
		}
		m := taskgraph.NewMemory(tasks)
		for k := range tasks.Tasks {
			after := m.After(k)
			if m.Done(k); m.Held() != after {
				t.Fatalf("%d held after task %d, said %d", m.Held(), k, after)
			}
		}
		if m.Held() != want.Result {
			t.Fatalf("%d held at the end, replayed %d", m.Held(), want.Result)
		}
	}
}

// TestSums: the two paths of a diamond are one sum, and what is behind needs both.
func TestSums(t *testing.T) {
	g := modeltest.Dag(t, []int64{2, 3, 3, 2, 1}, [][2]int{{0, 1}, {0, 2}, {1, 3}, {2, 3}, {3, 4}})
	ops := modeltest.Sequence(t, g, `
		ACC TAN (0 1)
		ELI TAN (0 1)(1 3)
		ACC TAN (0 2)
		ELI TAN (0 2)(2 3)
		ELI TAN (0 1 3)+(0 2 3)(3 4)`)
	tasks, err := taskgraph.New(model.NewState(g), ops)
	if err != nil {
		t.Fatal(err)
	}
	if got := tasks.Needs(100); len(got[4]) != 2 || got[4][0] != 1 || got[4][1] != 3 {
		t.Errorf("the last task needs %v, not 1 and 3", got[4])
	}
	m := taskgraph.NewMemory(tasks)
	for k := range 3 {
		m.Done(k)
	}
	if got := m.Need(3); got != 0 {
		t.Errorf("the second product takes %d entries of its own, though the first is there", got)
	}
}
