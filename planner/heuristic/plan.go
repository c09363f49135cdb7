package heuristic

import (
	"slices"

	"facet/model"
)

// Plan is a sequence of operations from some state and its cost. Cost is
// saturated when the true one is beyond int64.
type Plan struct {
	Ops  []model.Op
	Cost model.Cost
}

// Stop reports whether to give a plan up that has so many operations by now. It may be nil:
// no plan is given up then.
type Stop func(operations int) bool

// Whenever is a Stop that does not depend on how many operations there are.
func Whenever(stop func() bool) Stop { return func(int) bool { return stop() } }

// builder carries operations out on a tape and writes them down. What an operation
// costs in time depends on the neighbours that it changes, and not on the size of
// the dag.
type builder struct {
	Plan
	tape   *model.Tape
	state  *model.State // of the tape
	stop   Stop
	ended  bool         // stop has said so
	change model.Change // of the last operation
}

func build(start *model.State, stop Stop) *builder {
	tape := model.NewTape(start)
	return &builder{tape: tape, state: tape.State(), stop: stop}
}

// do carries out an operation that is possible, and panics about any other: a face needs
// a Jacobian on one side at least, and for a product on both.
func (b *builder) do(o model.Op) {
	change, err := b.tape.Do(o)
	if err != nil {
		panic("a heuristic means an operation that is not possible: " + err.Error())
	}
	b.change = change
	b.Ops, b.Cost = append(b.Ops, o), b.Cost.Add(change.Price)
}

// accumulate does the preaccumulation of z in its cheaper mode.
func (b *builder) accumulate(z model.Z) {
	mode, _ := b.state.Dag().CheaperAccumulation(b.state.Elemental(z))
	b.do(model.Accumulate(z, mode))
}

// survivor is what has become of z in the last operation, in which it may have
// been merged.
func (b *builder) survivor(z model.Z) model.Z {
	for _, e := range b.change.Events {
		if e.Kind == model.Merged && e.Other == z {
			z = e.Z
		}
	}
	return z
}

func (b *builder) stopped() bool {
	b.ended = b.ended || b.stop != nil && b.stop(len(b.Ops))
	return b.ended
}

// finish accumulates what is left when no face is. A plan that was given up has no
// operations.
func (b *builder) finish() Plan {
	if !b.ended && b.state.Lacking() > 0 {
		for _, z := range b.state.Vertices() {
			if b.state.IsLive(z) && !b.state.HasJacobian(z) && !b.stopped() {
				b.accumulate(z)
			}
		}
	}
	if b.ended {
		return Plan{}
	}
	return b.Plan
}

// Accumulations does what is left where no face is.
func Accumulations(start *model.State) Plan { return build(start, nil).finish() }

// eliminate eliminates all faces at junction j in the modes that are asked for.
func (b *builder) eliminate(j int, mode func(u, v model.Z) model.Mode) {
	for _, u := range slices.Clone(b.tape.Ending(j)) {
		for b.state.IsLive(u) && len(b.state.Succs(u)) > 0 && !b.stopped() {
			v := b.state.Succs(u)[0]
			b.do(model.Eliminate(model.Face{U: u, V: v}, mode(u, v)))
		}
	}
}
