package analysis

import (
	"maps"
	"slices"

	"facet/model"
	"facet/model/session"
)

// Known puts together what was found about the steps of a session. It belongs
// to one goroutine. The zero value knows nothing.
type Known struct {
	values map[int]*Value
	moves  map[int]map[model.Op]Move
	recent []int // the steps whose moves are kept, the last one asked for at the end
}

// keptMoves is how many moves are remembered, of the steps that were asked for
// last: a state of a large dag has thousands, and a user who goes far away does
// not come back at once. Those of the last step come on top.
const keptMoves = 50_000

// At is the value of the state after a step.
func (k *Known) At(step int) Value {
	if v := k.values[step]; v != nil {
		return *v
	}
	return Value{}
}

// Moves is what is known about the operations that are possible after a step.
// The map changes with the next Take, and the caller must not change it.
func (k *Known) Moves(step int) map[model.Op]Move { return k.moves[step] }

// Verdict judges an operation that is possible after a step, on whose way spent
// was paid; false while nothing is known about it.
func (k *Known) Verdict(step int, spent model.Cost, o model.Op) (Verdict, bool) {
	m, ok := k.moves[step][o]
	if !ok {
		return Verdict{}, false
	}
	return m.verdict(spent, k.At(step)), true
}

// Learn takes over what is better about the state after a step. It reports whether
// anything was.
func (k *Known) Learn(step int, v Value) bool {
	return k.at(step).learn(v)
}

func (k *Known) at(step int) *Value {
	if k.values == nil {
		k.values = make(map[int]*Value)
	}
	v := k.values[step]
	if v == nil {
		v = &Value{}
		k.values[step] = v
	}
	return v
}

// Take files a finding. It reports whether anything in it was new.
func (k *Known) Take(f Finding) bool {
	if !f.OfMove {
		return k.Learn(f.Step, f.Value)
	}
	if k.moves == nil {
		k.moves = make(map[int]map[model.Op]Move)
	}
	all := k.moves[f.Step]
	if all == nil {
		all = make(map[model.Op]Move)
		k.moves[f.Step] = all
	}
	k.touch(f.Step)
	m, known := all[f.Op]
	m.Op, m.Price = f.Op, f.Price
	better := m.After.learn(f.Value)
	all[f.Op] = m
	return better || !known
}

// touch forgets the moves of steps that were not asked for longest.
func (k *Known) touch(step int) {
	if n := len(k.recent); n > 0 && k.recent[n-1] == step {
		return
	}
	k.recent = append(slices.DeleteFunc(k.recent, func(s int) bool { return s == step }), step)
	kept := 0
	for _, all := range k.moves {
		kept += len(all)
	}
	for kept > keptMoves && len(k.recent) > 1 {
		kept -= len(k.moves[k.recent[0]])
		delete(k.moves, k.recent[0])
		k.recent = k.recent[1:]
	}
}

// about copies what is known about a line, for another goroutine that works on it.
func (k *Known) about(l Line) *Known {
	c := &Known{}
	for n := range len(l.Steps) + 1 {
		if v := k.values[l.ID(n)]; v != nil {
			c.Learn(l.ID(n), *v)
		}
	}
	if here := l.ID(l.Here); k.moves[here] != nil {
		c.moves = map[int]map[model.Op]Move{here: maps.Clone(k.moves[here])}
		c.recent = []int{here}
	}
	return c
}

// Spread draws the conclusions along a line that cost nothing:
//   - a step cannot make the best total cheaper, so a bound of the total before
//     it is one after it, and a completion after it is one before it;
//   - a completion that begins with the step goes on behind it;
//   - a step of one operation and that operation as a move are the same.
//
// It reports whether anything new came of it.
func (k *Known) Spread(l Line) bool {
	better := false
	for n, step := range l.Steps {
		better = k.identify(l.ID(n), step) || better
		before, after := k.At(l.ID(n)), Value{}
		if total := l.spent(n).Add(before.Bound); before.HasBound && !total.IsSaturated() &&
			total > step.Spent {
			after.Bound, after.HasBound = total-step.Spent, true
		}
		if before.Ops != nil && begins(before.Ops, step.Ops) && !before.Best.IsSaturated() &&
			before.Best >= step.Cost {
			after.Best, after.HasBest = before.Best-step.Cost, true
			after.Ops, after.Source = before.Ops[len(step.Ops):], before.Source
		}
		better = k.Learn(step.ID, after) || better
	}
	for n := len(l.Steps); n > 0; {
		if !k.shorter(l, n) {
			n--
			continue
		}
		better = true
		n = k.carryBack(l, n)
	}
	return better
}

// shorter reports whether going on from the n-th state is better than anything known
// from the state before.
func (k *Known) shorter(l Line, n int) bool {
	after, before := k.At(l.ID(n)), k.At(l.ID(n-1))
	if !after.HasBest || after.Ops == nil {
		return false
	}
	cost := l.Steps[n-1].Cost.Add(after.Best)
	return !cost.IsSaturated() && (!before.HasBest || cost < before.Best || cost == before.Best &&
		before.Ops == nil)
}

// carryBack hands the completion of the n-th state on to all states before it
// for which it is better, in one piece of memory, and gives the last of them.
func (k *Known) carryBack(l Line, n int) int {
	from := k.At(l.ID(n))
	first, cost := n, from.Best
	for first > 0 {
		before := k.At(l.ID(first - 1))
		c := cost.Add(l.Steps[first-1].Cost)
		if c.IsSaturated() || before.HasBest && (c > before.Best || c == before.Best && before.Ops != nil) {
			break
		}
		first, cost = first-1, c
	}
	source := from.Source
	if len(from.Ops) == 0 {
		source = "steps taken"
	}
	var ops []model.Op
	for _, step := range l.Steps[first:n] {
		ops = append(ops, step.Ops...)
	}
	ops = append(ops, from.Ops...)
	for at := first; at < n; at++ {
		k.Learn(l.ID(at), Value{Best: cost, HasBest: true, Ops: ops, Source: source})
		cost -= l.Steps[at].Cost
		ops = ops[len(l.Steps[at].Ops):]
	}
	return first
}

// identify makes what is known of a step and of the same operation as a move
// one.
func (k *Known) identify(parent int, step session.Step) bool {
	if len(step.Ops) != 1 {
		return false
	}
	m, ok := k.moves[parent][step.Ops[0]]
	if !ok {
		return false
	}
	better := k.Learn(step.ID, m.After)
	if m.After.learn(k.At(step.ID)) {
		k.moves[parent][step.Ops[0]] = m
		better = true
	}
	return better
}
