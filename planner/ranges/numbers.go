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
	for r.To = r.Value; r.To < min(most, r.Value+mostNumbers); r.To++ {
		found, loss, err := a.atNumber(ctx, ops, r.Parameter, r.To+1)
		if err != nil {
			return err
		}
		if found != optimal {
			r.ToProved, r.Above = found == beaten, loss
			break
		}
	}
	switch {
	case r.ToProved:
		r.Most = r.To
	case r.To >= most:
		r.To, r.ToProved = Unbounded, true
	}
	least := r.Least
	for r.From = r.Value; r.From > max(least, r.Value-mostNumbers); r.From-- {
		found, loss, err := a.atNumber(ctx, ops, r.Parameter, r.From-1)
		if err != nil {
			return err
		}
		if found != optimal {
			r.FromProved, r.Below = found == beaten, loss
			break
		}
	}
	if r.FromProved = r.FromProved || r.From == least; r.FromProved {
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
