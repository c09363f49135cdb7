package ranges

import (
	"context"
	"math/rand/v2"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/bound/paths"
	"facet/planner/heuristic/dive"
	"facet/planner/linegraph"
	"facet/planner/search/packed"
)

// answer is what is known about a dag: no sequence costs less than bound, and one
// costs cost; Saturated for none.
type answer struct{ cost, bound model.Cost }

func (a answer) exact() bool { return a.bound >= a.cost }

// asker solves dags that differ in costs and sizes. What it finds goes to the
// pool.
type asker struct {
	*pool
	of     *model.Dag
	known  []model.Op    // a complete sequence
	memory int64         // bytes of a run
	quick  time.Duration // of an attempt without a run; 0 is packed paths alone
	limit  time.Duration // of a run; 0 is to do without
}

const (
	relaxSteps = 24 // of branch and cut
	diveNoise  = 0.3

	// Sequences are looked for about as long as a relaxation took, but at least so
	// long.
	leastLook = 40 * time.Millisecond
)

// solve looks for the optimum of the dag with other costs or sizes. The best sequence
// that is known costs best there. A run with all strategies is what remains where the
// bounds do not reach the best sequence that is found quickly.
func (a *asker) solve(ctx context.Context, g *model.Dag, best model.Cost) (answer, error) {
	got := answer{cost: best}
	var err error
	if len(g.Edges) <= packed.MaxVertices {
		if got, err = a.relax(ctx, g, best); err != nil || got.exact() {
			return got, err
		}
	}
	limit := a.limit
	if g.HasPatterns() { // no relaxation knows the colours of sums
		limit = max(limit, a.quick)
	}
	if limit > 0 {
		err = a.improve(ctx, g, &got, planner.Options{Time: limit})
	}
	return got, err
}

// relax solves the chain cover. Most of the time it proves that the best sequence is
// optimal, or a dive or annealing leads to one that is, all in a fraction of a run.
func (a *asker) relax(ctx context.Context, g *model.Dag, best model.Cost) (answer, error) {
	start := model.NewState(g)
	in, _ := linegraph.FromState(start)
	in.Until(func() bool { return ctx.Err() != nil })
	got := answer{cost: best, bound: new(packing.Bounder).Bound(in)}
	if got.exact() || a.quick <= 0 || ctx.Err() != nil {
		return got, nil
	}
	ctx, cancel := context.WithTimeout(ctx, a.quick)
	defer cancel()
	tree := cover.NewBranchAndCut(in)
	for step := range relaxSteps {
		began := time.Now()
		result, more := tree.Step(ctx, cover.Options{Incumbent: got.cost, Memory: a.memory, Check: ctx.Err})
		got.bound = max(got.bound, tree.Root.Bound)
		if got.exact() || ctx.Err() != nil {
			break
		}
		took := max(leastLook, time.Since(began))
		if len(result.Support) > 0 {
			if err := a.dive(ctx, start, result.Support, &got, took); err != nil || got.exact() {
				return got, err
			}
		}
		if step == 0 {
			err := a.improve(ctx, g, &got, planner.Options{Time: took, Bound: planner.BoundPacking})
			if err != nil || got.exact() {
				return got, err
			}
		}
		if !more {
			break
		}
	}
	return got, nil
}

// dive makes a sequence of a primal support, and others until one ends at the bound.
func (a *asker) dive(ctx context.Context, start *model.State, support []paths.Primal, got *answer,
	most time.Duration) error {
	ctx, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	problem, err := packed.NewProblem(start.Dag())
	if err != nil {
		return err
	}
	root := packed.FromModel(problem, start)
	from, rng := dive.NewProblem(root), rand.New(rand.NewPCG(1, 1))
	for n := 0; n < 3 && !got.exact(); n++ {
		o := dive.Options{Limit: got.cost, Rand: rng, Check: ctx.Err}
		if n > 0 {
			o.Noise = diveNoise
		}
		r, err := from.Dive(support, o)
		if err != nil {
			return nil // the time is up
		}
		if r.Cost >= got.cost {
			continue
		}
		ops, _, err := packed.Sequence(start, root, r.Moves, func() error { return nil })
		if err == nil {
			err = a.take(a.of, ops)
		}
		if err != nil {
			return err
		}
		got.cost = r.Cost
	}
	return nil
}

// improve asks the planner, which begins with what is known.
func (a *asker) improve(ctx context.Context, g *model.Dag, got *answer, o planner.Options) error {
	o.Workers, o.Memory, o.Sequence, o.Lower = 1, a.memory, a.known, got.bound
	more, err := a.run(ctx, g, o)
	got.cost, got.bound = min(got.cost, more.cost), max(got.bound, more.bound)
	return err
}

// run asks the planner.
func (a *asker) run(ctx context.Context, g *model.Dag, o planner.Options) (answer, error) {
	none := answer{cost: model.Saturated}
	if ctx.Err() != nil {
		return none, nil
	}
	end, err := planner.Solve(ctx, model.NewState(g), o)
	if err != nil && !planner.IsEarly(err) {
		return none, err
	}
	none.bound = end.Bound
	if !end.HasIncumbent {
		return none, nil
	}
	for _, found := range end.Found {
		if err := a.take(a.of, found.Ops); err != nil {
			return none, err
		}
	}
	return answer{end.Incumbent.Cost, end.Bound}, nil
}

// seeds are methods whose sequences are far apart and cost next to nothing: where
// tangents or adjoints, of one edge or of all, become expensive there is one without.
var seeds = [...]planner.Method{planner.SparseTangent, planner.SparseAdjoint, planner.LocalSparseTangent,
	planner.LocalSparseAdjoint, planner.GreedyMinFill}

// seedTime limits each of the seeds.
const seedTime = 100 * time.Millisecond

func (a *asker) seed(ctx context.Context) error {
	for _, m := range seeds {
		if _, err := a.run(ctx, a.of, planner.Options{Method: m, Workers: 1, Time: seedTime,
			Memory: a.memory}); err != nil {
			return err
		}
	}
	return nil
}
