package junction

import (
	"context"
	"fmt"
	"slices"

	"facet/model"
	"facet/model/heap"
)

// checkEvery is after how many junctions a sweep looks whether to go on.
const checkEvery = 64

// sweep eliminates junctions one after another on one tape, so that an elimination
// costs as much as it changes.
type sweep struct {
	tape *model.Tape
	plan Plan
}

func newSweep(g *model.Dag) *sweep { return &sweep{tape: model.NewTape(model.NewState(g))} }

// MostOperations is how long a sequence a sweep makes.
const MostOperations = 2_000_000

// ErrTooLong is the error of a sweep of more than MostOperations operations.
var ErrTooLong = fmt.Errorf("junction after junction takes more than %d operations: choose another order",
	MostOperations)

// vertex eliminates junction j.
func (w *sweep) vertex(j int) error {
	s := w.tape.State()
	if len(w.plan.Ops) > MostOperations {
		return ErrTooLong
	}
	ops, faces := choose(s, w.tape.Ending(j), func(model.Z) bool { return true })
	if len(faces) == 0 {
		return nil
	}
	p, err := carryOut(w.tape, ops, faces)
	if err != nil {
		return err
	}
	w.plan.Ops, w.plan.Cost = append(w.plan.Ops, p.Ops...), w.plan.Cost.Add(p.Cost)
	return nil
}

// finish accumulates what runs straight from a source to a sink.
func (w *sweep) finish() (Plan, error) {
	s := w.tape.State()
	for _, z := range s.Vertices() {
		if best, lacks := model.Cheapest(s.Accumulations(z)); lacks {
			if _, err := w.tape.Do(best.Op); err != nil {
				return Plan{}, err
			}
			w.plan.Ops, w.plan.Cost = append(w.plan.Ops, best.Op), w.plan.Cost.Add(best.Price)
		}
	}
	return w.plan, nil
}

// InOrder eliminates all junctions of a dag in the order of vertices, in which
// others may stand. The error is that of the context.
func InOrder(ctx context.Context, g *model.Dag, vertices []int) (Plan, error) {
	w := newSweep(g)
	for k, j := range vertices {
		if k%checkEvery == 0 && ctx.Err() != nil {
			return Plan{}, context.Cause(ctx)
		}
		if !g.IsJunction(j) {
			continue
		}
		if err := w.vertex(j); err != nil {
			return Plan{}, err
		}
	}
	return w.finish()
}

// Markowitz eliminates next the junction with the least product of what ends and
// what starts in it, by the sizes at the far ends: the rule that Markowitz gave
// for sparse matrices and Griewank and Reese for Jacobians. Ties go to the later
// vertex in topological order, as reverse mode has it. The error is that of the
// context.
func Markowitz(ctx context.Context, g *model.Dag) (Plan, error) {
	w := newSweep(g)
	queue := heap.New((*ranked).before)
	stamp := make([]int, len(g.Vertices))
	put := func(j int) {
		if g.IsJunction(j) {
			stamp[j]++
			queue.Push(ranked{w.degree(j), g.Rank(j), j, stamp[j]})
		}
	}
	for j := range g.Vertices {
		put(j)
	}
	for k := 0; queue.Len() > 0; k++ {
		if k%checkEvery == 0 && ctx.Err() != nil {
			return Plan{}, context.Cause(ctx)
		}
		r := queue.Pop()
		if r.stamp != stamp[r.junction] {
			continue
		}
		stamp[r.junction] = -1
		near := w.neighbours(r.junction)
		if err := w.vertex(r.junction); err != nil {
			return Plan{}, err
		}
		for _, j := range near {
			if stamp[j] > 0 {
				put(j)
			}
		}
	}
	return w.finish()
}

// degree is Markowitz's: what the elimination of j would cost with products
// alone, sizes at j left out. A product with what has models that cost nothing
// costs nothing.
func (w *sweep) degree(j int) model.Cost {
	s := w.tape.State()
	isFree := func(z model.Z) bool {
		t, a, ok := s.Model(z)
		return ok && t == 0 && a == 0
	}
	var in, out model.Cost
	left := w.tape.Ending(j)
	for _, u := range left {
		if !isFree(u) {
			in = in.Add(s.Dag().Size(s.Source(u)))
		}
	}
	if len(left) > 0 {
		for _, v := range s.Succs(left[0]) {
			if !isFree(v) {
				out = out.Add(s.Dag().Size(s.Target(v)))
			}
		}
	}
	return in.Times(out)
}

// neighbours lists the dag vertices next to j.
func (w *sweep) neighbours(j int) []int {
	s := w.tape.State()
	var all []int
	left := w.tape.Ending(j)
	for _, u := range left {
		all = append(all, s.Source(u))
	}
	if len(left) > 0 {
		for _, v := range s.Succs(left[0]) {
			all = append(all, s.Target(v))
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// ranked is a junction in the queue; one whose stamp is old has been put there
// again.
type ranked struct {
	degree   model.Cost
	rank     int
	junction int
	stamp    int
}

func (r *ranked) before(other *ranked) bool {
	return r.degree < other.degree || r.degree == other.degree && r.rank > other.rank
}
