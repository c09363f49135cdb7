package analysis

import (
	"cmp"
	"slices"

	"facet/model"
)

// mostMoves is how many operations of one state are judged. A hub has millions,
// more than a user reads.
const mostMoves = 20_000

// wanted are the operations that the user looks at, as far as they are possible.
func (w *work) wanted() []model.Choice {
	var all []model.Choice
	for _, o := range w.preference() {
		if price, err := w.here.Price(o); err == nil {
			all = append(all, model.Choice{Op: o, Price: price})
		}
	}
	return all
}

// list collects the operations of the state in the order in which a list shows
// them: faces, then accumulations.
func (w *work) list() {
	add := func(choices []model.Choice) bool {
		w.moves = append(w.moves, choices...)
		return len(w.moves) < mostMoves && !w.over()
	}
	vertices := w.here.Vertices()
	for _, u := range vertices {
		if w.over() {
			return
		}
		faces := w.here.Succs(u)
		if w.budget.Work -= int64(len(faces)); w.budget.Work <= 0 {
			break
		}
		for _, v := range faces {
			if !w.here.HasJacobian(u) && !w.here.HasJacobian(v) {
				continue // by far the most, where there are many
			}
			if !add(w.here.Choices(model.Face{U: u, V: v})) {
				return
			}
		}
	}
	for _, z := range vertices {
		if !add(w.here.Accumulations(z)) {
			return
		}
	}
}

// neighbourhood is how many operations before one that the user looks at are
// likely to be visible as well.
const neighbourhood = 8

// boundMoves bounds what is left after each of the operations. It begins around
// the one that the user looks at, and goes there when that changes.
func (w *work) boundMoves(moves []model.Choice) {
	at := make(map[model.Op]int, len(moves))
	for k, c := range moves {
		at[c.Op] = k
	}
	done := make([]bool, len(moves))
	var preferred model.Op
	next := 0
	for left := len(moves); left > 0 && !w.over() && w.budget.Work > 0; left-- {
		if now := w.preference(); len(now) > 0 && now[0] != preferred {
			preferred = now[0]
			if k, ok := at[preferred]; ok {
				next = max(0, k-neighbourhood)
				if !done[k] {
					done[k] = true
					w.boundMove(moves[k])
					continue
				}
			}
		}
		for done[next] {
			next = (next + 1) % len(moves)
		}
		done[next] = true
		w.boundMove(moves[next])
	}
}

func (w *work) boundMove(c model.Choice) {
	if w.known.Moves(w.step)[c.Op].After.HasBound || w.borrow(c) {
		return
	}
	after, _, err := w.here.Apply(c.Op)
	if err != nil {
		return
	}
	v := Value{Bound: w.bound(after), HasBound: true}
	if after.Done() {
		v = Complete()
	}
	w.tellMove(c, v)
}

// borrow takes the value behind an operation from the same operation in another
// mode: the mode changes the price and nothing else.
func (w *work) borrow(c model.Choice) bool {
	for mode := model.TAN; mode <= model.MUL; mode++ {
		twin := c.Op
		twin.Mode = mode
		if m, ok := w.known.Moves(w.step)[twin]; ok && twin != c.Op {
			w.tellMove(c, m.After)
			return true
		}
	}
	return false
}

func (w *work) tellMove(c model.Choice, v Value) {
	w.tell(Finding{Step: w.step, OfMove: true, Op: c.Op, Price: c.Price, Value: v})
}

// solveMoves asks the planner for what is left after each of the operations,
// the most promising first. It is only done where the state itself was solved:
// without its best there is no loss.
func (w *work) solveMoves(moves []model.Choice) {
	spent := w.here.Spent()
	v := w.known.At(w.step)
	if !v.Optimal() {
		return
	}
	w.open = 0
	moves = slices.Clone(moves)
	then := func(c model.Choice) model.Cost { return w.known.Moves(w.step)[c.Op].verdict(spent, v).Then }
	slices.SortStableFunc(moves, func(a, b model.Choice) int { return cmp.Compare(then(a), then(b)) })
	for len(moves) > 0 && !w.over() {
		c := w.next(&moves)
		verdict, known := w.known.Verdict(w.step, spent, c.Op)
		if known && verdict.HasRegret || !known && w.budget.Work <= 0 {
			continue
		}
		after, _, err := w.here.Apply(c.Op)
		if err != nil {
			continue
		}
		if !w.affordable(after) {
			return
		}
		found, ok := w.solve(after, w.budget.Solve/quickShare)
		if !ok {
			continue
		}
		for mode := model.TAN; mode <= model.MUL; mode++ {
			twin := model.Op{U: c.Op.U, V: c.Op.V, Mode: mode}
			if price, err := w.here.Price(twin); err == nil {
				w.tellMove(model.Choice{Op: twin, Price: price}, found)
			}
		}
	}
}

// next takes the operation that is preferred now off the list, or the first.
func (w *work) next(moves *[]model.Choice) model.Choice {
	at := 0
	for _, o := range w.preference() {
		if k := slices.IndexFunc(*moves, func(c model.Choice) bool { return c.Op == o }); k >= 0 {
			at = k
			break
		}
	}
	c := (*moves)[at]
	*moves = slices.Delete(*moves, at, at+1)
	return c
}
