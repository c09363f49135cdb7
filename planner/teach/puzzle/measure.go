package puzzle

import (
	"context"
	"math"

	"facet/model"
	"facet/planner/search/packed"
)

// Difficulty says how hard it is to find an optimal sequence of a dag.
//
// A decision is a face together with the side whose Jacobian is used: Rule 2 in one
// of its modes, after the preaccumulations that it needs. Chance is the chance
// that a player who takes every decision at random, each of those that are
// possible with the same chance, loses nothing to the end; Bits is its
// negative binary logarithm, so that 1 is a coin and 10 one in a thousand.
// Decisions that commute, and such as are right whatever is chosen, do not make
// a puzzle harder, and each share of right decisions counts once on each way.
type Difficulty struct {
	Optimum model.Cost
	Chance  float64
	Bits    float64

	// Trap is what a player who always takes the cheapest decision loses at
	// least, however lucky with ties.
	Trap model.Cost

	states int // looked at
}

// measure works the difficulty of a dag out by looking at every state that
// decisions lead to. It is false where there are more of them than most, or the
// context ended.
func measure(ctx context.Context, g *model.Dag, most int) (Difficulty, bool) {
	p, err := packed.NewProblem(g)
	if err != nil {
		return Difficulty{}, false
	}
	m := measurer{ctx: ctx, left: most, seen: make(map[packed.Key]measured)}
	all, ok := m.of(packed.FromModel(p, model.NewState(g)), 0)
	if !ok {
		return Difficulty{states: len(m.seen)}, false
	}
	return Difficulty{states: len(m.seen), Optimum: all.best, Chance: all.chance,
		Bits: -math.Log2(all.chance), Trap: all.cheap - all.best}, true
}

// measured is what a state is worth.
type measured struct {
	best   model.Cost // of its best completion
	cheap  model.Cost // of the best that takes the cheapest decisions
	chance float64
}

type measurer struct {
	ctx     context.Context
	left    int // states that may still be looked at
	seen    map[packed.Key]measured
	scratch []*packed.State // by depth
}

func (m *measurer) of(s *packed.State, depth int) (measured, bool) {
	key := s.Key()
	if known, ok := m.seen[key]; ok {
		return known, true
	}
	if m.left--; m.left < 0 || m.left%64 == 0 && m.ctx.Err() != nil {
		return measured{}, false
	}
	if depth == len(m.scratch) {
		m.scratch = append(m.scratch, packed.New(s.Problem))
	}
	out, right, decisions, cheapest := measured{best: model.Saturated}, 0.0, 0, model.Saturated
	for u := range packed.Bits(s.Live()) {
		for v := range packed.Bits(s.S(u)) {
			for _, way := range s.AccModes(u, v) {
				after := m.scratch[depth]
				after.CopyFrom(s)
				_, price := after.Take(u, v, way)
				then, ok := m.of(after, depth+1)
				if !ok {
					return measured{}, false
				}
				decisions++
				switch total := price.Add(then.best); {
				case total < out.best:
					out.best, right = total, then.chance
				case total == out.best:
					right += then.chance
				}
				switch total := price.Add(then.cheap); {
				case price < cheapest:
					cheapest, out.cheap = price, total
				case price == cheapest:
					out.cheap = min(out.cheap, total)
				}
			}
		}
	}
	if decisions == 0 {
		out = measured{chance: 1}
		for z := range packed.Bits(s.Live()) { // between a source and a sink
			if !s.Vertex[z].Jacobian {
				_, price := s.Accumulation(z)
				out.best = out.best.Add(price)
			}
		}
		out.cheap = out.best
	} else {
		out.chance = right / float64(decisions)
	}
	m.seen[key] = out
	return out, true
}
