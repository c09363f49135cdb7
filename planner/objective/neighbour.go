package objective

import (
	"math"
	"math/rand/v2"

	"facet/model"
	"facet/planner/heuristic"
)

// neighbours makes sequences that are like a given one: with another mode somewhere, or
// with another end, which a heuristic completes after a few operations at random.
type neighbours struct {
	dag *model.Dag
	rng *rand.Rand
}

func newNeighbours(g *model.Dag, seed uint64) *neighbours {
	return &neighbours{dag: g, rng: rand.New(rand.NewPCG(seed, 24))}
}

// completions end a sequence from any state.
var completions = []func(*model.State, heuristic.Stop) heuristic.Plan{
	heuristic.LocalSparseTangent, heuristic.LocalSparseAdjoint, heuristic.GreedyMinFill, heuristic.GreedyLocalCost,
	heuristic.SparseTangent, heuristic.SparseAdjoint,
}

// starts are the sequences of the heuristics.
func (n *neighbours) starts(stop func() bool) (all [][]model.Op) {
	for _, complete := range completions {
		if plan := complete(model.NewState(n.dag), heuristic.Whenever(stop)); !stop() {
			all = append(all, plan.Ops)
		}
	}
	return all
}

// next is a neighbour; nil where the attempt came to nothing.
func (n *neighbours) next(ops []model.Op, stop func() bool) []model.Op {
	if len(ops) == 0 {
		return nil
	}
	cut := n.rng.IntN(len(ops))
	tape := model.NewTape(model.NewState(n.dag))
	for _, o := range ops[:cut] {
		if _, err := tape.Do(o); err != nil {
			return nil
		}
	}
	if n.rng.IntN(2) == 0 {
		return n.otherMode(tape.State(), ops, cut)
	}
	out := append([]model.Op(nil), ops[:cut]...)
	for range 1 + n.rng.IntN(3) {
		all := tape.State().Operations()
		if len(all) == 0 {
			break
		}
		o := all[n.rng.IntN(len(all))].Op
		if _, err := tape.Do(o); err != nil {
			return nil
		}
		out = append(out, o)
	}
	plan := completions[n.rng.IntN(len(completions))](tape.Keep(), heuristic.Whenever(stop))
	if stop() {
		return nil
	}
	return append(out, plan.Ops...)
}

// otherMode carries out one operation in another mode: the line dag does not depend on
// it. It may have no use for a Jacobian any more, which is accumulated all the same.
func (n *neighbours) otherMode(s *model.State, ops []model.Op, at int) []model.Op {
	o := ops[at]
	choices := s.Choices(o.Face())
	if o.IsAccumulation() {
		choices = s.Accumulations(o.U)
	}
	if len(choices) < 2 {
		return nil
	}
	other := choices[n.rng.IntN(len(choices))].Op
	if other == o {
		return nil
	}
	out := append([]model.Op(nil), ops...)
	out[at] = other
	return out
}

// anneal walks among neighbours of ops, and accepts a worse value the more rarely the
// worse it is and the later.
func (n *neighbours) anneal(ops []model.Op, value float64, tries int, stop func() bool, evaluate func([]model.Op) float64) {
	now := value
	for k := range tries {
		if stop() {
			return
		}
		other := n.next(ops, stop)
		if other == nil {
			continue
		}
		v := evaluate(other)
		heat := 0.03 * (1 - float64(k)/float64(tries)) * math.Abs(now)
		if v <= now || heat > 0 && n.rng.Float64() < math.Exp((now-v)/heat) {
			ops, now = other, v
		}
	}
}

// descend looks for shorter sequences.
func (s *search) descend(n *neighbours, tries int) {
	stop := func() bool { return s.ctx.Err() != nil || s.optimal() }
	if s.best.Ops == nil || tries > fewTries && !s.started {
		s.started = tries > fewTries
		for _, ops := range n.starts(func() bool { return s.ctx.Err() != nil && s.best.Ops != nil }) {
			s.try(ops)
		}
	}
	if s.best.Ops == nil {
		return
	}
	const rounds = 4
	for range rounds {
		n.anneal(s.best.Ops, float64(s.best.Makespan), tries/rounds, stop, func(ops []model.Op) float64 {
			return float64(s.try(ops))
		})
	}
}
