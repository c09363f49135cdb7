package puzzle

import (
	"context"

	"facet/model"
	"facet/planner/search/packed"
)

// mostSeen is how many states are looked at to judge the moves of one: what is
// larger is left to analysis.
const mostSeen = 20_000

// seen is what a state and the states behind its operations are worth, found by
// looking at everything that follows. That is exact, and on the small dags that
// puzzles are made of it takes milliseconds.
type seen struct {
	here   worth
	behind []worth // by operation; with a way where the operation loses nothing
}

// look judges a state and its operations. It is false where more than most
// states follow, or the context ended.
func look(ctx context.Context, s *model.State, moves []model.Choice, most int) (seen, bool) {
	p, err := packed.NewProblem(s.Dag())
	if err != nil || s.Faces() > 64 {
		return seen{}, false
	}
	m := &measurer{ctx: ctx, left: most, seen: make(map[packed.Key]measured)}
	root := packed.FromModel(p, s)
	all, ok := m.of(root, 0)
	if !ok || all.best.IsSaturated() {
		return seen{}, false
	}
	out := seen{here: worth{least: all.best, most: all.best, ops: m.way(s, root, nil)}}
	slot := make(map[model.Z]int)
	for k, z := range s.Vertices() {
		slot[z] = k
	}
	for _, c := range moves {
		first := packed.Accumulation(slot[c.Op.U], packed.Mode(c.Op.Mode))
		if !c.Op.IsAccumulation() {
			first = packed.Move{U: int32(slot[c.Op.U]), V: int32(slot[c.Op.V]), Mode: packed.Mode(c.Op.Mode)}
		}
		after := root.Clone()
		after.Play(first)
		then, ok := m.of(after, 0)
		if !ok {
			return seen{}, false
		}
		w := worth{least: then.best, most: then.best}
		if c.Price.Add(then.best) <= all.best {
			if way := m.way(s, root, &first); len(way) > 0 {
				w.ops = way[1:]
			}
		}
		out.behind = append(out.behind, w)
	}
	return out, ctx.Err() == nil
}

// way is a best way from the root on, by its first move where one is given. All
// states on it were looked at.
func (m *measurer) way(s *model.State, root *packed.State, first *packed.Move) []model.Op {
	now := root.Clone()
	var moves []packed.Move
	if first != nil {
		moves = append(moves, *first)
		now.Play(*first)
	}
	after := now.Clone()
	for {
		best, _ := m.of(now, 0)
		move, ok := m.bestMove(now, after, best.best)
		if !ok {
			break
		}
		moves = append(moves, move)
		now, after = after, now
	}
	for z := range packed.Bits(now.Live()) {
		if !now.Vertex[z].Jacobian {
			mode, _ := now.Accumulation(z)
			moves = append(moves, packed.Accumulation(z, mode))
		}
	}
	ops, _, err := packed.Sequence(s, packed.FromModel(root.Problem, s), moves, func() error { return nil })
	if err != nil {
		return nil
	}
	return ops
}

// bestMove makes a decision that loses nothing; after is the state behind it.
func (m *measurer) bestMove(now, after *packed.State, best model.Cost) (packed.Move, bool) {
	for u := range packed.Bits(now.Live()) {
		for v := range packed.Bits(now.S(u)) {
			for _, way := range now.AccModes(u, v) {
				after.CopyFrom(now)
				move, price := after.Take(u, v, way)
				if then, ok := m.of(after, 0); ok && price.Add(then.best) == best {
					return move, true
				}
			}
		}
	}
	return packed.Move{}, false
}
