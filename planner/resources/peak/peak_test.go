package peak

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/modeltest/extent"
	"facet/model/taskgraph"
	"facet/planner/resources/makespan"
)

// brute is the least peak over all orders, counted anew for each: a product is held
// from when it is computed until the last task at a face of it or of one of its sums has
// ended, and products that are used by the same tasks from then on are one matrix, which
// has the entries of all of them.
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
	type matrix struct {
		of      int32 // one of its products
		entries map[[2]int64]bool
	}
	with := func(m *matrix, j *taskgraph.Jacobian) map[[2]int64]bool {
		if j.Pattern == nil {
			return nil
		}
		all := make(map[[2]int64]bool)
		if m != nil {
			maps.Copy(all, m.entries)
		}
		for row := range j.Pattern.Rows() {
			for column := range j.Pattern.Columns() {
				if j.Pattern.Has(row, column) {
					all[[2]int64{row, column}] = true
				}
			}
		}
		return all
	}
	count := func(also int32) (held model.Cost) {
		var all []matrix
		for x := range g.Jacobians {
			j := &g.Jacobians[x]
			if j.Parts[0] != taskgraph.None || j.Task != taskgraph.None && !done[j.Task] &&
				int32(x) != also || len(left(int32(x))) == 0 {
				continue
			}
			if at := slices.IndexFunc(all, func(m matrix) bool { return alike(int32(x), m.of) }); at >= 0 {
				all[at].entries = with(&all[at], j)
			} else {
				all = append(all, matrix{int32(x), with(nil, j)})
			}
		}
		for _, m := range all {
			if m.entries == nil {
				held = held.Add(g.Jacobians[m.of].Entries)
			} else {
				held += model.Cost(len(m.entries))
			}
		}
		return held
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
			task := &g.Tasks[t]
			held := count(taskgraph.None)
			if !task.Op.IsAccumulation() && len(left(task.Makes)) > 0 {
				held = count(task.Makes)
			} else {
				held = held.Add(g.Jacobians[task.Makes].Entries)
			}
			held = held.Add(task.Tape)
			done[t] = true
			after := count(taskgraph.None)
			try(ended+1, key|1<<t, max(peak, held, after))
			done[t] = false
		}
	}
	try(0, 0, count(taskgraph.None))
	return best
}

// TestSequences: on 300 random sequences the least peak is that of all orders, and on as
// many of dags with patterns.
func TestSequences(t *testing.T) {
	t.Run("dense", func(t *testing.T) { sequences(t, false) })
	t.Run("patterns", func(t *testing.T) { sequences(t, true) })
}

func sequences(t *testing.T, patterns bool) {
	rng := rand.New(rand.NewPCG(4, 4))
	less, hard := 0, 0
	for n := 0; n < extent.Of(80, 300); {
		g := modeltest.Random(t, rng, 6)
		if patterns {
			if g = modeltest.Patterned(t, rng, g); !g.HasPatterns() {
				continue
			}
		}
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
		w := &walk{tasks, makespan.Of(tasks, 1)}
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
	modeltest.Counted(t, "orders that hold less than the sequence", less, 150)
	modeltest.Counted(t, "peaks above their bound", hard, 90)
}
