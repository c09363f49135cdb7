package anneal

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"facet/model"
)

// Windows looks for windows of orders. It remembers the dags that it has solved,
// and belongs to one goroutine.
type Windows struct {
	solve  Solver
	check  func() error
	luck   *rand.Rand
	solved map[string]solution
	left   int // dags that may be solved for the present order
}

type solution struct {
	ops   []model.Op
	cost  model.Cost
	limit model.Cost // no solution below it was found
}

// windowTries is how many windows are looked at for each junction.
const windowTries = 3

// remembered is how many solved dags are kept.
const remembered = 1 << 13

// newWindows prepares the search. Check is asked before each dag is solved.
func newWindows(solve Solver, luck *rand.Rand, check func() error) *Windows {
	return &Windows{solve: solve, check: check, luck: luck, solved: make(map[string]solution)}
}

// improve finds windows of an order that are cheaper than its junctions one by
// one. They have no junction in common. The price of the order less their gains
// is the cost of [Graph.Write].
//
// It solves so many dags that it does not know: called again with the same order
// it goes on.
func (s *Windows) improve(o *Order, dags int) ([]Window, error) {
	children := o.children()
	var found []Window
	s.left = dags
	for _, k := range s.luck.Perm(windowTries * o.junctions) {
		members := o.grow(int32(k%o.junctions), 2+s.luck.IntN(windowSize-1), children, s.luck)
		if len(members) < 2 {
			continue
		}
		w, err := s.window(o, members)
		if err != nil {
			return nil, err
		}
		if w.gain > 0 {
			found = append(found, w)
		}
	}
	slices.SortStableFunc(found, func(a, b Window) int { return cmp.Compare(b.gain, a.gain) })
	taken := make([]bool, o.junctions)
	chosen := found[:0]
	for _, w := range found {
		if slices.ContainsFunc(w.members, func(j int32) bool { return taken[j] }) {
			continue
		}
		for _, j := range w.members {
			taken[j] = true
		}
		chosen = append(chosen, w)
	}
	return chosen, nil
}

// window solves one window.
func (s *Windows) window(o *Order, members []int32) (Window, error) {
	l := o.isolate(members)
	if l == nil {
		return Window{}, nil
	}
	price := 0.0
	for _, j := range members {
		price += o.prices[j]
	}
	if price >= 1<<53 {
		return Window{}, nil
	}
	key := l.key()
	known, ok := s.solved[key]
	if !ok || known.ops == nil && known.limit < model.Cost(price) {
		if s.left--; s.left < 0 {
			return Window{}, nil
		}
		if err := s.check(); err != nil {
			return Window{}, err
		}
		known = solution{limit: model.Cost(price)}
		var err error
		if known.ops, known.cost, err = s.solve(l.dag, known.limit); err != nil {
			return Window{}, err
		}
		if len(s.solved) >= remembered {
			clear(s.solved)
		}
		s.solved[key] = known
	}
	if known.ops == nil || float64(known.cost) >= price {
		return Window{}, nil
	}
	return Window{members: members, local: l, ops: known.ops, gain: price - float64(known.cost)}, nil
}
