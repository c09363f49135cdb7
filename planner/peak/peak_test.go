package peak

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/taskgraph"
)

// brute is the least peak over all orders, counted anew for each: a product is held
// from when it is computed until the last task at a face of it or of one of its sums has
// ended, and products that are used by the same tasks from then on are one matrix.
func brute(g *taskgraph.Graph) model.Cost {
	users := make([][]int, len(g.Jacobians)) // of each leaf: tasks at its faces, and -1 for a result
	for x := range g.Jacobians {
		for y := int32(x); y != taskgraph.None; y = g.Jacobians[y].Sum {
			for t := range g.Tasks {
				if slices.Contains(g.Tasks[t].Face[:], y) {
					users[x] = append(users[x], t)
				}
			}
			if g.Jacobians[y].Result {
				users[x] = append(users[x], -1)
			}
		}
		slices.Sort(users[x])
	}
	needs := g.Needs(1 << 20)
	done := make([]bool, len(g.Tasks))
	left := func(x int32) []int {
		return slices.DeleteFunc(slices.Clone(users[x]), func(t int) bool { return t >= 0 && done[t] })
	}
	alike := func(x, y int32) bool {
		a, b := &g.Jacobians[x], &g.Jacobians[y]
		return a.Source == b.Source && a.Target == b.Target && slices.Equal(left(x), left(y))
	}
	count := func() (held model.Cost, all []int32) {
		for x := range g.Jacobians {
			j := &g.Jacobians[x]
			if j.Parts[0] != taskgraph.None || j.Task != taskgraph.None && !done[j.Task] || len(left(int32(x))) == 0 {
				continue
			}
			if !slices.ContainsFunc(all, func(y int32) bool { return alike(int32(x), y) }) {
				all = append(all, int32(x))
				held = held.Add(j.Entries)
			}
		}
		return held, all
	}
	best := model.Saturated
	least := make(map[uint64]model.Cost) // peaks with which a set was reached
	var try func(ended int, key uint64, peak model.Cost)
	try = func(ended int, key uint64, peak model.Cost) {
		if old, ok := least[key]; ok && old <= peak || peak >= best {
			return
		}
		least[key] = peak
		if ended == len(g.Tasks) {
			best = peak
			return
		}
		for t := range g.Tasks {
			if done[t] || slices.ContainsFunc(needs[t], func(u int32) bool { return !done[u] }) {
				continue
			}
			held, all := count()
			task := &g.Tasks[t]
			adds := !task.Op.IsAccumulation() && slices.ContainsFunc(all, func(y int32) bool { return alike(task.Makes, y) })
			if !adds {
				held = held.Add(g.Jacobians[task.Makes].Entries)
			}
			held = held.Add(task.Tape)
			done[t] = true
			after, _ := count()
			try(ended+1, key|1<<t, max(peak, held, after))
			done[t] = false
		}
	}
	held, _ := count()
	try(0, 0, held)
	return best
}

// TestSequences: on 300 random sequences the least peak is that of all orders.
func TestSequences(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	less, hard := 0, 0
	for n := 0; n < 300; {
		g := modeltest.Random(t, rng, 6)
		for k := range g.Edges {
			if rng.IntN(4) == 0 {
				g.Edges[k].Tape = model.Cost(rng.IntN(30))
			}
		}
		ops := modeltest.Walk(rng, g)
		if len(ops) < 3 || len(ops) > 12 {
			continue
		}
		tasks, err := taskgraph.New(model.NewState(g), ops)
		if err != nil {
			t.Fatal(err)
		}
		want := brute(tasks)
		if want.IsSaturated() {
			continue
		}
		n++
		r := Least(context.Background(), tasks, Limits{})
		if r.Peak != want || !r.Optimal || r.Bound != want {
			t.Fatalf("%d tasks: %+v, brute force %d", len(ops), r, want)
		}
		if got, _ := taskgraph.Peak(tasks, r.Order); got != want {
			t.Fatalf("the order holds %d, not %d", got, want)
		}
		w := newWalk(tasks)
		if b := w.bound(context.Background()); b > want {
			t.Fatalf("bound %d of %d", b, want)
		} else if b < want {
			hard++
		}
		order, bound := w.exact(context.Background(), model.Saturated, 1<<20)
		if got, _ := taskgraph.Peak(tasks, order); got != want || bound != want {
			t.Fatalf("the exact search gives %d, bound %d, not %d", got, bound, want)
		}
		first, _ := model.MemoryOf(model.NewState(g), ops)
		if first.Peak > want {
			less++
		}
	}
	t.Logf("%d hold less than in the order of the sequence, %d more than their bound", less, hard)
}
