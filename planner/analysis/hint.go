package analysis

import (
	"cmp"

	"facet/model"
)

// Hint is the operation to take next, and why.
type Hint struct {
	Op      model.Op
	Price   model.Cost
	Total   model.Cost // of the whole sequence: of the completion that begins with Op, or at least
	AtLeast model.Cost // no way to go on costs less in all
	Source  string     // how the completion was found; empty where there is none and Op is only promising
	Optimal bool       // that completion is proved to be the best

	// For an optimal hint: how the other operations were judged so far.
	// that lose nothing, that lose, that are not known; Op is among the equal
	Equal, Worse, Unknown int
	Least                 model.Cost // that any of the worse ones loses
}

// Hint advises on the state after a step, whose line dag is s: the first
// operation of the best known completion or, where there is none, the one with
// the lowest bound behind it. It is false where nothing is known.
func (k *Known) Hint(step int, s *model.State) (Hint, bool) {
	v, spent := k.At(step), s.Spent()
	h := Hint{AtLeast: spent.Add(v.Bound)}
	if len(v.Ops) == 0 {
		m, ok := k.promising(step, spent)
		if !ok {
			return Hint{}, false
		}
		h.Op, h.Price, h.Total = m.Op, m.Price, m.verdict(spent, v).Then
		return h, true
	}
	h.Op, h.Total, h.Source, h.Optimal = v.Ops[0], spent.Add(v.Best), v.Source, v.Optimal()
	price, err := s.Price(h.Op)
	if err != nil {
		return Hint{}, false
	}
	h.Price = price
	if h.Optimal {
		k.compare(&h, step, spent, v)
	}
	return h, true
}

// compare counts how the operations beside the hint were judged.
func (k *Known) compare(h *Hint, step int, spent model.Cost, v Value) {
	h.Equal, h.Least = 1, model.Saturated
	for o, m := range k.moves[step] {
		switch j := m.verdict(spent, v); {
		case o == h.Op:
		case !j.HasRegret:
			h.Unknown++
		case j.Regret == 0:
			h.Equal++
		default:
			h.Worse, h.Least = h.Worse+1, min(h.Least, j.Regret)
		}
	}
}

// promising is the operation with the lowest bound behind it; ties go to the
// first in the order of the vertices.
func (k *Known) promising(step int, spent model.Cost) (best Move, ok bool) {
	v := k.At(step)
	for _, m := range k.moves[step] {
		if !ok || cmp.Or(cmp.Compare(m.verdict(spent, v).Then, best.verdict(spent, v).Then),
			compareOps(m.Op, best.Op)) < 0 {
			best, ok = m, true
		}
	}
	return best, ok
}

func compareOps(a, b model.Op) int {
	return cmp.Or(cmp.Compare(a.U, b.U), cmp.Compare(a.V, b.V), cmp.Compare(a.Mode, b.Mode))
}
