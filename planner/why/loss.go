package why

import (
	"context"
	"errors"
	"slices"

	"facet/model"
)

// Question is a move that loses, between two optimal completions.
type Question struct {
	Before *model.State
	Move   []model.Op // one operation, or those of one step
	Best   []model.Op // complete Before at the least cost
	Rest   []model.Op // complete the state behind the move at the least cost
	Names  Names
	// Solve finds optimal completions of states behind the move, so that the two that are
	// compared differ in little else; nil to compare them as they are.
	Solve Solver
}

// Solver gives an optimal completion of a state and its cost; false where it does not
// know one.
type Solver func(ctx context.Context, s *model.State) (ops []model.Op, cost model.Cost, ok bool)

// Kind says what a reason rests on.
type Kind uint8

// The kinds.
const (
	// Comparison rests on the two totals alone: what the move costs, and what it saves.
	Comparison Kind = iota
	// OtherMode is that another mode of the same operation costs less.
	OtherMode
	// NotAbsorbed is that the vertex which absorbs the product of Lost is gone.
	NotAbsorbed
	// NoModel is that the model which Lost evaluates is gone.
	NoModel
	// Impossible is that the face of Lost cannot come up any more.
	Impossible
)

// Loss is why a move loses.
type Loss struct {
	Kind Kind
	// Lost is the operation of an optimal completion that is impossible behind the move,
	// in this mode or with what absorbs it; of OtherMode the cheaper operation, and empty
	// for a Comparison.
	Lost Operation

	Price         model.Cost // of the move
	Without, With model.Cost // what an optimal completion costs before the move, and behind it
	// Instead is what the completion before the move has for itself, and Takes what the
	// move and the completion behind it have; both are empty where that is not known.
	Instead, Takes []Operation

	absorberRemoved bool // by the move itself
}

// Cost is by how much the move makes the best total worse.
func (l *Loss) Cost() model.Cost { return l.Price + l.With - l.Without }

// errNone is that nothing certain can be said.
var errNone = errors.New("no reason: it is not a move between two completions that loses")

// Answer finds the reason. The error is that of the context, or says that there is none:
// the move loses nothing, the completions are too long, or they are none.
func (q Question) Answer(ctx context.Context) (*Loss, error) {
	if len(q.Best) > mostOperations || len(q.Rest) > mostOperations || len(q.Move) == 0 {
		return nil, errNone
	}
	move, after, err := operations(q.Before, q.Move, q.Names)
	if err != nil {
		return nil, err
	}
	best, end, err := operations(q.Before, q.Best, q.Names)
	if err != nil {
		return nil, err
	}
	rest, other, err := operations(after, q.Rest, q.Names)
	if err != nil {
		return nil, err
	}
	l := &Loss{Price: total(move), Without: total(best), With: total(rest)}
	if !end.Done() || !other.Done() || end.Spent().IsSaturated() || other.Spent().IsSaturated() ||
		l.Cost() <= 0 {
		return nil, errNone
	}
	if q.otherMode(l) {
		return l, nil
	}
	rest, err = q.alike(ctx, after, slices.Clone(q.Rest), best, l.With)
	if err != nil {
		return nil, err
	}
	taken := append(slices.Clone(move), rest...)
	l.Instead, l.Takes = without(best, taken), without(taken, best)
	if total(l.Takes)-total(l.Instead) != l.Cost() { // labels too large to tell apart
		l.Instead, l.Takes = nil, nil
	}
	q.gone(l, after, best)
	return l, ctx.Err()
}

// otherMode finds another mode of the same operation that explains the whole loss: the
// state behind it is the same.
func (q Question) otherMode(l *Loss) bool {
	if len(q.Move) > 1 {
		return false
	}
	o := q.Move[0]
	for mode := model.TAN; mode <= model.MUL; mode++ {
		twin := o
		twin.Mode = mode
		price, err := q.Before.Price(twin)
		if err == nil && price <= l.Price && l.Price-price == l.Cost() {
			l.Kind, l.Lost = OtherMode, operation(q.Before, twin, q.Names)
			l.Lost.Price = price
			return true
		}
	}
	return false
}

// gone finds the operation of the better completion that is impossible behind the move.
// What is shared says most: first an absorption, then a model, then any other.
func (q Question) gone(l *Loss, after *model.State, best []Operation) {
	for _, d := range best {
		kind := Comparison
		switch {
		case d.Right == nil && modelGone(after, d), d.Right != nil && d.needs != model.NoZ &&
			modelGone(after, d) && !faceGone(after, d.Left, d.Right):
			kind = NoModel
		case d.Right == nil:
		case faceGone(after, d.Left, d.Right):
			kind = Impossible
		case d.Absorber != nil && vertexGone(after, d.Absorber):
			kind = NotAbsorbed
		}
		if rank[kind] > rank[l.Kind] || kind == Impossible && l.Kind == Impossible && d.Absorber != nil &&
			l.Lost.Absorber == nil {
			l.Kind, l.Lost = kind, d
			l.absorberRemoved = kind == NotAbsorbed && !vertexGone(q.Before, d.Absorber)
		}
	}
}

// rank orders kinds by how much they explain.
var rank = [...]int{Comparison: 0, Impossible: 1, NoModel: 2, NotAbsorbed: 3}
