package why

import (
	"context"
	"slices"

	"facet/model"
)

// mostSolved is how many states are solved to make one completion like another.
const mostSolved = 60

// alike gives the operations of an optimal completion behind the move that has as much of
// the better one as it can: of all optimal ones it explains most. ops is one, for cost.
func (q Question) alike(ctx context.Context, after *model.State, ops []model.Op, best []Operation,
	cost model.Cost) ([]Operation, error) {
	var all []Operation
	wanted := slices.Clone(best)
	left := mostSolved
	for s := after; len(ops) > 0; {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		o, rest := ops[0], ops[1:]
		if at := indexOf(wanted, operation(s, o, q.Names)); at >= 0 {
			wanted = slices.Delete(wanted, at, at+1)
		} else if other, behind, at, ok := q.better(ctx, s, wanted, cost, &left); ok {
			o, rest = other, behind
			wanted = slices.Delete(wanted, at, at+1)
		}
		one, next, err := operations(s, []model.Op{o}, q.Names)
		if err != nil {
			return nil, err
		}
		all, cost = append(all, one...), cost-one[0].Price
		s, ops = next, rest
	}
	return all, nil
}

// better finds an operation of the better completion that loses nothing here, with an
// optimal completion behind it.
func (q Question) better(ctx context.Context, s *model.State, wanted []Operation, cost model.Cost,
	left *int) (o model.Op, behind []model.Op, at int, ok bool) {
	if q.Solve == nil {
		return o, nil, 0, false
	}
	for at, d := range wanted {
		o, there := d.op(s)
		if !there {
			continue
		}
		next, change, err := s.Apply(o)
		if err != nil || change.Price > cost {
			continue
		}
		if *left--; *left < 0 {
			return o, nil, 0, false
		}
		if ops, rest, ok := q.Solve(ctx, next); ok && change.Price+rest == cost {
			return o, ops, at, true
		}
	}
	return o, nil, 0, false
}

// op is the operation in a state that joins the same paths in the same mode.
func (d *Operation) op(s *model.State) (model.Op, bool) {
	u, ok := holder(s, d.Left)
	if !ok || d.Right == nil {
		return model.Accumulate(u, d.Mode), ok && !s.HasJacobian(u)
	}
	v, ok := holder(s, d.Right)
	return model.Eliminate(model.Face{U: u, V: v}, d.Mode), ok && s.HasFace(model.Face{U: u, V: v})
}

// holder is the vertex with a label.
func holder(s *model.State, l *model.Label) (model.Z, bool) {
	z, ok := s.Holder(l.First())
	return z, ok && labelKey(s.Label(z)) == labelKey(l)
}

func indexOf(all []Operation, d Operation) int {
	return slices.IndexFunc(all, func(other Operation) bool { return other.key == d.key })
}
