package presolve

import (
	"fmt"
	"math"
	"math/bits"

	"facet/model"
	"facet/planner/certificate"
)

// explicit gives the prices of the paths of End such that they prove the claim
// for Start's higher one. A proof for End leaves out resources that cost as much as
// what it claims; those that cost less than what is claimed for Start have to be
// priced out now. The price of each of them is the value of the path, so that none makes
// the path cheaper; as no more than the claim is needed, the price is at most the
// resource's cost. Whole reports whether the values of the paths are known to add up to
// the claim without rounding.
func (t *postsolve) explicit(in *certificate.Leaf, roots [][]int32, d decisions) (all [][]certificate.Price,
	whole bool, err error) {
	low, high := t.claim-d.paid, t.claim.Add(t.Cost)-d.paid
	if t.claim <= d.paid {
		low = 0
	}
	over, left := bits.Mul64(uint64(low), uint64(in.Denominator))
	if over > 0 || left > math.MaxInt64 {
		return nil, false, fmt.Errorf("the prices of the proof do not fit into 64 bits")
	}
	all = make([][]certificate.Price, len(roots))
	for n, root := range roots {
		prices := make(map[certificate.Resource]int64)
		for _, price := range in.Paths[n].Prices {
			if price.Kind != "MUL" {
				return nil, false, fmt.Errorf("the proof is none about products")
			}
			if !d.selected[*price.Resource] {
				prices[*price.Resource] = price.Amount
			}
		}
		var dropped []certificate.Resource
		each(root, func(_, _, _ int, resource certificate.Resource) {
			if p := t.cost(resource.A, resource.J, resource.B); p >= low && p < high &&
				!d.selected[resource] && !d.forbidden[resource] {
				dropped = append(dropped, resource)
			}
		})
		for _, price := range in.Paths[n].Prices {
			if amount := prices[*price.Resource]; amount > 0 {
				all[n] = append(all[n], certificate.Price{Resource: price.Resource, Amount: amount})
			}
		}
		if len(dropped) == 0 && (in.Unit <= 1 || len(in.Inequalities) > 0) {
			continue
		}
		if len(in.Inequalities) > 0 {
			return nil, false, fmt.Errorf("the proof has inequalities and leaves out expensive resources")
		}
		worth := min(uint64(t.derive(root, prices, d, low)), left)
		left -= worth
		kept := all[n][:0]
		for _, price := range all[n] {
			if t.cost(price.A, price.J, price.B) < low {
				kept = append(kept, price)
			}
		}
		all[n] = kept
		for _, resource := range dropped {
			if worth > 0 {
				all[n] = append(all[n], certificate.Price{Resource: new(resource), Amount: int64(worth)})
			}
		}
	}
	return all, left == 0, nil
}

// each visits the products that fuse subpaths of a path, short ones first.
func each(path []int32, visit func(l, m, r int, resource certificate.Resource)) {
	for length := 2; length < len(path); length++ {
		for l := 0; l+length < len(path); l++ {
			for m := l + 1; m < l+length; m++ {
				visit(l, m, l+length, product(path[l], path[m], path[l+length]))
			}
		}
	}
}

// derive is the cheapest derivation of a path without resources from the cutoff on.
func (t *postsolve) derive(path []int32, price map[certificate.Resource]int64, d decisions,
	cutoff model.Cost) model.Cost {
	k := len(path)
	best := make([]model.Cost, k*k)
	for n := range best {
		if n%k != n/k+1 {
			best[n] = model.Saturated
		}
	}
	each(path, func(x, m, y int, resource certificate.Resource) {
		if !d.selected[resource] && (d.forbidden[resource] ||
			t.cost(resource.A, resource.J, resource.B) >= cutoff) {
			return
		}
		cost := best[x*k+m].Add(best[m*k+y]).Add(model.Cost(price[resource]))
		best[x*k+y] = min(best[x*k+y], cost)
	})
	return best[k-1]
}
