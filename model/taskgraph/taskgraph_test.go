package taskgraph_test

import (
	"math/rand/v2"
	"slices"
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

// TestReplay: in the order of the sequence the operations are its own; in another order that
// keeps to what tasks need they are a sequence of the same cost, or the task is named that is
// not possible.
func TestReplay(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 10))
	other, refused := 0, 0
	for range 400 {
		g := modeltest.Random(t, rng, 8)
		start, ops := model.NewState(g), modeltest.Walk(rng, g)
		tasks, err := taskgraph.New(start, ops)
		if err != nil {
			t.Fatal(err)
		}
		order, ended := make([]int, 0, len(ops)), make([]bool, len(ops))
		for k := range ops {
			order = append(order, k)
		}
		if again, err := tasks.Replay(start, order); err != nil || !slices.Equal(again, ops) {
			t.Fatalf("%v: %v became %v", err, ops, again)
		}
		needs := tasks.Needs(1 << 20)
		order = order[:0]
		for len(order) < len(ops) {
			k := rng.IntN(len(ops))
			if !ended[k] && !slices.ContainsFunc(needs[k], func(n int32) bool { return !ended[n] }) {
				ended[k], order = true, append(order, k)
			}
		}
		again, err := tasks.Replay(start, order)
		if err != nil {
			refused++
			continue
		}
		want, _, _ := model.Replay(start, ops)
		if end, _, err := model.Replay(start, again); err != nil || tasks.Complete && !end.Done() ||
			tasks.Complete && !g.HasPatterns() && end.Spent() != want.Spent() {
			t.Fatalf("in the order %v: %v, %v", order, again, err)
		}
		other++
	}
	if other < 100 || refused == 0 {
		t.Errorf("%d orders are sequences, %d are not", other, refused)
	}
}

// TestParts: all lines of a task cost its price, more lines cost no less, no share of them
// costs less than the least work, and as many fit into a time as are said to.
func TestParts(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 11))
	for n := range 400 {
		g := modeltest.Random(t, rng, 8)
		if n%2 == 1 {
			g = modeltest.Patterned(t, rng, g)
		}
		tasks, err := taskgraph.New(model.NewState(g), modeltest.Walk(rng, g))
		if err != nil {
			t.Fatal(err)
		}
		for k, task := range tasks.Tasks {
			lines := tasks.Lines(k)
			if whole := tasks.Part(k, lines); whole != task.Price {
				t.Fatalf("all %d lines of task %d cost %s, and it %s", lines, k, whole, task.Price)
			}
			if least := tasks.LeastWork(k); least > task.Price {
				t.Fatalf("task %d costs %s, and at least %s", k, task.Price, least)
			}
			for range min(lines, 8) {
				if some := 1 + rng.Int64N(lines); tasks.Part(k, some) < tasks.Part(k, some-1) {
					t.Fatalf("%d lines of task %d cost less than %d", some, k, some-1)
				}
			}
			if task.Price.IsSaturated() {
				continue // what is within a time is not known
			}
			time := model.Cost(rng.Int64N(int64(min(task.Price, 1<<40)) + 2))
			within := tasks.Within(k, time)
			if within > 0 && tasks.Part(k, within) > time ||
				within < lines && tasks.Part(k, within+1) <= time {
				t.Fatalf("%d of %d lines of task %d are within %s", within, lines, k, time)
			}
		}
	}
}

// TestLeast: what a task needs when only some of the others are known to have ended, or not to
// have, is no more than in the order of the sequence; a copy goes on by itself.
func TestLeast(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 12))
	for range 400 {
		g := modeltest.Random(t, rng, 8)
		ops := modeltest.Walk(rng, g)
		tasks, err := taskgraph.New(model.NewState(g), ops)
		if err != nil {
			t.Fatal(err)
		}
		m := taskgraph.NewMemory(tasks)
		for k := range tasks.Tasks {
			var before, behind []int
			for n := range tasks.Tasks {
				if known := rng.IntN(2) == 0; known && n < k {
					before = append(before, n)
				} else if known && n > k {
					behind = append(behind, n)
				}
			}
			during := m.During(k)
			if least := taskgraph.Least(tasks, k, before, behind); least > during {
				t.Fatalf("task %d needs %s, and at least %s", k, during, least)
			}
			copied, held := m.Clone(), m.Held()
			shrinks := m.Shrinks(k)
			if copied.Done(k); m.Held() != held {
				t.Fatal("a copy is the same")
			}
			if shrinks && copied.Held() > held {
				t.Fatalf("task %d frees no more than it makes: %s became %s", k, held, copied.Held())
			}
			m.CopyFrom(copied)
		}
	}
}
