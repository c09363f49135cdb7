package insight

import (
	"cmp"
	"slices"

	"facet/model"
)

// mostMoves is how many operations of one state are judged. A hub has millions,
// and nobody reads as many.
const mostMoves = 20_000

// wanted are the operations that somebody waits for, as far as they are
// possible.
func (w *work) wanted() []model.Choice {
	var all []model.Choice
	for _, o := range w.preference() {
		if price, err := w.here.Price(o); err == nil {
			all = append(all, model.Choice{Op: o, Price: price})
		}
	}
	return all
}

// list collects the operations of the state, the cheapest first.
func (w *work) list() {
	add := func(choices []model.Choice) bool {
		w.moves = append(w.moves, choices...)
		return len(w.moves) < mostMoves && !w.over()
	}
	defer func() {
		slices.SortStableFunc(w.moves, func(a, b model.Choice) int { return cmp.Compare(a.Price, b.Price) })
	}()
	vertices := w.here.Vertices()
	for _, z := range vertices {
		if !add(w.here.Accumulations(z)) {
			return
		}
	}
	for _, u := range vertices {
		faces := w.here.Succs(u)
		if w.budget.Work -= int64(len(faces)); w.budget.Work <= 0 {
			return
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
}

// boundMoves bounds what is left after each of the operations.
func (w *work) boundMoves(moves []model.Choice) {
	for _, c := range moves {
		if w.over() || w.budget.Work <= 0 {
			return
		}
		if w.known.Moves(w.step)[c.Op].After.HasBound || w.borrow(c) {
			continue
		}
		after, _, err := w.here.Apply(c.Op)
		if err != nil {
			continue
		}
		v := Value{Bound: w.bound(after), HasBound: true}
		if after.Done() {
			v = Complete()
		}
		w.tellMove(c, v)
	}
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
		if known && verdict.HasLoss || !known && w.budget.Work <= 0 {
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
