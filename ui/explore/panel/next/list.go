package next

import (
	"cmp"
	"context"
	"slices"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/layer"
)

// Limits of lists. A list is made at once where that is fast. Large states, and states
// where each row has to be applied to sort the list, are listed in the background.
const (
	// smallList is the most faces and vertices of a state that is listed at once;
	// smallFill is the limit where each row has to be applied to a copy.
	smallList = 5_000
	smallFill = 200
	// longestList is the most operations that are listed: a hub has millions.
	longestList = 50_000
	// manyFaces is the number of faces from which rows omit effects: applying each
	// operation to a copy would take too long.
	manyFaces = 20_000
	// soonJudged is the most operations that are sorted by loss as soon as losses are
	// known: with more, the user already reads the list by then.
	soonJudged = 64
)

// List is the operations of a state in an order.
type List struct {
	state  *model.State
	order  Ordering
	rows   []model.Choice
	all    int  // number of operations, including those left out
	widest int  // width of the longest name
	number int  // width of the longest price
	judged bool // the rows are in the order of losses
	held   bool // the user is moving in it, so rows keep their places
	kept   bool // the rows are in the order that they had in the state before
	// losses are those of all rows, once they are known.
	losses map[model.Op]model.Cost
}

// Small reports whether a state is listed at once.
func Small(s *model.State, order Ordering) bool {
	size := s.Faces() + s.Live()
	return size <= smallList && (order != byFill || size <= smallFill)
}

// Make lists the possible operations in an order; among equals faces come before
// preaccumulations. It stops with the context.
func Make(ctx context.Context, s *model.State, order Ordering, name func(model.Op) string) List {
	l := List{state: s, order: order}
	less := l.compare(make(map[model.Op]int))
	add := func(all []model.Choice) {
		l.all += len(all)
		if l.rows = append(l.rows, all...); len(l.rows) >= 2*longestList {
			slices.SortFunc(l.rows, less)
			l.rows = l.rows[:longestList]
		}
	}
	vertices := s.Vertices()
	for _, u := range vertices {
		for _, v := range s.Succs(u) {
			if s.HasJacobian(u) || s.HasJacobian(v) {
				add(s.Choices(model.Face{U: u, V: v}))
			}
		}
		if ctx.Err() != nil {
			return l
		}
	}
	for _, z := range vertices {
		if !s.HasJacobian(z) {
			add(s.Accumulations(z))
		}
	}
	slices.SortFunc(l.rows, less)
	l.rows = l.rows[:min(len(l.rows), longestList)]
	for k, r := range l.rows { // of a very long list, only the beginning
		if k < 400 {
			l.widest = max(l.widest, style.Width(name(r.Op)))
		}
		l.number = max(l.number, layer.NumberWidth(r.Price))
	}
	return l
}

// compare orders operations; fills caches their fill sizes.
func (l *List) compare(fills map[model.Op]int) func(a, b model.Choice) int {
	fill := func(c model.Choice) int {
		n, ok := fills[c.Op]
		if !ok {
			o := layer.Foresee(l.state, c)
			n = o.FillSize()
			fills[c.Op] = n
		}
		return n
	}
	accumulation := func(o model.Op) int {
		if o.IsAccumulation() {
			return 1
		}
		return 0
	}
	return func(a, b model.Choice) int {
		first := 0
		switch l.order {
		case byPrice:
			first = cmp.Compare(a.Price, b.Price)
		case byFill:
			first = cmp.Compare(fill(a), fill(b))
		}
		return cmp.Or(first, accumulation(a.Op)-accumulation(b.Op),
			cmp.Compare(a.Op.U, b.Op.U), cmp.Compare(a.Op.V, b.Op.V), cmp.Compare(a.Op.Mode, b.Op.Mode))
	}
}

// judge sorts by loss, as soon as the losses of all rows are known and unless rows keep
// their places.
func (l *List) judge(verdict func(model.Op) (layer.Verdict, bool), sort bool) {
	if verdict == nil || l.losses != nil && l.judged == sort {
		return
	}
	losses := make(map[model.Op]model.Cost, len(l.rows))
	for _, r := range l.rows {
		v, ok := verdict(r.Op)
		if !ok || !v.HasRegret {
			return
		}
		losses[r.Op] = v.Regret
	}
	if l.losses = losses; sort {
		l.judged = true
		l.sort(losses)
	}
}

// sort sorts by losses; an operation whose loss is not known comes with those that lose
// nothing. Others may have the rows as they were.
func (l *List) sort(losses map[model.Op]model.Cost) {
	l.rows = slices.Clone(l.rows)
	slices.SortStableFunc(l.rows, func(a, b model.Choice) int {
		return cmp.Compare(losses[a.Op], losses[b.Op])
	})
}

// Op is the operation in a row.
func (l *List) Op(row int) model.Op { return l.rows[row].Op }

// Len is the number of rows.
func (l *List) Len() int { return len(l.rows) }

// Choice is the operation in a row with its price.
func (l *List) Choice(row int) model.Choice { return l.rows[row] }
