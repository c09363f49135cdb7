package heuristic

import (
	"facet/model"
	"facet/planner/packed"
)

// Plan is a sequence of moves from some state and its cost. Cost is saturated
// when the true one is beyond int64.
type Plan struct {
	Moves []packed.Move
	Cost  model.Cost
}

// builder plays moves on a state of its own and writes them down.
type builder struct {
	Plan
	state *packed.State
	stop  func() bool // nil where nobody stops
	ended bool        // stop has said so
}

func build(start *packed.State, stop func() bool) *builder {
	return &builder{state: start.Clone(), stop: stop}
}

func (b *builder) play(m packed.Move) {
	b.Moves = append(b.Moves, m)
	b.Cost = b.Cost.Add(b.state.Play(m))
}

// accumulate plays the preaccumulation of z in its cheaper mode.
func (b *builder) accumulate(z int) {
	mode, _ := b.state.Accumulation(z)
	b.play(packed.Accumulation(z, mode))
}

func (b *builder) stopped() bool {
	b.ended = b.ended || b.stop != nil && b.stop()
	return b.ended
}

// settle accumulates what is left when no face is. A plan that was given up has
// no moves.
func (b *builder) settle() Plan {
	if b.ended {
		return Plan{}
	}
	for z := 0; z < b.state.Slots(); z++ {
		if b.state.IsLive(z) && !b.state.Vertex[z].Jacobian {
			b.accumulate(z)
		}
	}
	return b.Plan
}

// slots lists the set bits of a row, so that the state may change while the
// list is walked.
func slots(row []uint64) []int {
	var all []int
	for z := range packed.Bits(row) {
		all = append(all, z)
	}
	return all
}

// at lists the live vertices that end (or start) in junction j.
func at(s *packed.State, j int32, end bool) []int {
	var all []int
	for z := range packed.Bits(s.Live()) {
		v := &s.Vertex[z]
		if end && v.To == j || !end && v.From == j {
			all = append(all, z)
		}
	}
	return all
}
