package heuristic

import (
	"math"
	"math/rand/v2"

	"facet/model"
)

// Neighbours makes sequences that are like a given one: with another mode somewhere, or
// with another end, which a heuristic completes after a few operations at random.
type Neighbours struct {
	dag *model.Dag
	rng *rand.Rand
}

// NewNeighbours makes the same neighbours for the same seed.
func NewNeighbours(g *model.Dag, seed uint64) *Neighbours {
	return &Neighbours{dag: g, rng: rand.New(rand.NewPCG(seed, 24))}
}

// Pick is a random number below another.
func (n *Neighbours) Pick(below int) int { return n.rng.IntN(below) }

// completions end a sequence from any state.
var completions = []func(*model.State, Stop) Plan{
	LocalSparseTangent, LocalSparseAdjoint, GreedyMinFill, GreedyLocalCost,
	SparseTangent, SparseAdjoint,
}

// Starts are the sequences of the heuristics.
func (n *Neighbours) Starts(stop func() bool) (all [][]model.Op) {
	for _, complete := range completions {
		if stop() {
			break
		}
		if plan := complete(model.NewState(n.dag), Whenever(stop)); !stop() {
			all = append(all, plan.Ops)
		}
	}
	return all
}

// Next is a neighbour; nil where the attempt came to nothing.
func (n *Neighbours) Next(ops []model.Op, stop func() bool) []model.Op {
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
	plan := completions[n.rng.IntN(len(completions))](tape.Keep(), Whenever(stop))
	if stop() {
		return nil
	}
	return append(out, plan.Ops...)
}

// otherMode carries out one operation in another mode: the line dag does not depend on
// it. It may have no use for a Jacobian any more, which is accumulated all the same.
func (n *Neighbours) otherMode(s *model.State, ops []model.Op, at int) []model.Op {
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

// Anneal walks among neighbours of ops, and accepts a worse value the more rarely the
// worse it is and the later.
func (n *Neighbours) Anneal(ops []model.Op, value float64, tries int, stop func() bool,
	evaluate func([]model.Op) float64) {
	now := value
	for k := range tries {
		if stop() {
			return
		}
		other := n.Next(ops, stop)
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
