package ranges

import (
	"context"

	"facet/model"
)

// mostNumbers is up to how many widths of a band are looked at on each side of the
// present one.
const mostNumbers = 64

// byNumbers finds the interval of the width of a band. Costs follow the patterns of
// products, colours and multiplications, and these follow no law that would say more
// about one width than solving there: each is looked at by itself, away from the present
// one, until the sequence is not optimal or that is not known.
func (r *Range) byNumbers(ctx context.Context, a *asker, ops []model.Op, present verdict) error {
	if r.Most = Unbounded; present != optimal {
		return nil
	}
	rows, columns := a.of.Edges[r.At].Pattern.Rows(), a.of.Edges[r.At].Pattern.Columns()
	most := rows - 1 // a band that reaches farther is the same one
	if r.What == BandUpper {
		most = columns - 1
	}
	end := func(last, direction int64) (to int64, found verdict, loss Loss, err error) {
		for to = r.Value; (last-to)*direction > 0 && (to-r.Value)*direction < mostNumbers; to += direction {
			found, loss, err = a.atNumber(ctx, ops, r.Parameter, to+direction)
			if err != nil || found != optimal {
				return to, found, loss, err
			}
		}
		return to, optimal, Loss{}, nil
	}
	to, found, loss, err := end(most, 1)
	if err != nil {
		return err
	}
	r.To, r.ToProved, r.Above = to, found == beaten, loss
	switch {
	case r.ToProved:
		r.Most = r.To
	case r.To >= most:
		r.To, r.ToProved = Unbounded, true
	}
	least := r.Least
	if to, found, loss, err = end(least, -1); err != nil {
		return err
	}
	r.From, r.FromProved, r.Below = to, found == beaten || to == least, loss
	if r.FromProved {
		r.Least = r.From
	}
	return nil
}

// atNumber says whether the sequence is optimal at a number, and what it loses there.
func (a *asker) atNumber(ctx context.Context, ops []model.Op, p Parameter, number int64) (verdict, Loss,
	error) {
	if ctx.Err() != nil {
		return unknown, Loss{}, nil
	}
	g := p.Changed(a.of, number)
	sequence, _, err := newBill(g, ops)
	if err != nil {
		return unknown, Loss{}, err
	}
	cost := sequence.now
	if cost.IsSaturated() {
		return unknown, Loss{}, nil
	}
	got, err := a.solve(ctx, g, ops)
	found := got.verdict(cost)
	if err != nil || found != beaten {
		return found, Loss{}, err
	}
	return beaten, Loss{At: number, Cost: cost - got.cost, Exact: got.bound >= got.cost}, nil
}
