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
// priced out now. A path charges for each of them what it is worth itself, so
// that none of them makes it cheaper; as no more is needed than the claim, that
// is no more than their cost. Whole tells whether the paths are known to be
// worth the claim without rounding.
func (l *postsolve) explicit(in *certificate.Leaf, roots [][]int32, d decisions) (all [][]certificate.Price, whole bool, err error) {
	low, high := l.claim-d.paid, l.claim.Add(l.Cost)-d.paid
	if l.claim <= d.paid {
		low = 0
	}
	over, left := bits.Mul64(uint64(low), uint64(in.Denominator))
	if over > 0 || left > math.MaxInt64 {
		return nil, false, fmt.Errorf("the shares of the proof do not fit into 64 bits")
	}
	all = make([][]certificate.Price, len(roots))
	for n, root := range roots {
		own := make(map[certificate.Resource]int64)
		for _, sh := range in.Paths[n].Prices {
			if sh.Kind != "MUL" {
				return nil, false, fmt.Errorf("the proof is none about products")
			}
			if !d.selected[*sh.Resource] {
				own[*sh.Resource] = sh.Amount
			}
		}
		var dropped []certificate.Resource
		each(root, func(_, _, _ int, it certificate.Resource) {
			if p := l.cost(it.A, it.J, it.B); p >= low && p < high && !d.selected[it] && !d.forbidden[it] {
				dropped = append(dropped, it)
			}
		})
		for _, sh := range in.Paths[n].Prices {
			if amount := own[*sh.Resource]; amount > 0 {
				all[n] = append(all[n], certificate.Price{Resource: sh.Resource, Amount: amount})
			}
		}
		if len(dropped) == 0 && (in.Unit <= 1 || len(in.Inequalities) > 0) {
			continue
		}
		if len(in.Inequalities) > 0 {
			return nil, false, fmt.Errorf("the proof has consistency rules and leaves out dear items")
		}
		worth := min(uint64(l.derive(root, own, d, low)), left)
		left -= worth
		kept := all[n][:0]
		for _, sh := range all[n] {
			if l.cost(sh.A, sh.J, sh.B) < low {
				kept = append(kept, sh)
			}
		}
		all[n] = kept
		for _, it := range dropped {
			if worth > 0 {
				all[n] = append(all[n], certificate.Price{Resource: new(it), Amount: int64(worth)})
			}
		}
	}
	return all, left == 0, nil
}

// each visits the products that fuse subpaths of a path, short ones first.
func each(path []int32, visit func(l, m, r int, it certificate.Resource)) {
	for length := 2; length < len(path); length++ {
		for l := 0; l+length < len(path); l++ {
			for m := l + 1; m < l+length; m++ {
				visit(l, m, l+length, product(path[l], path[m], path[l+length]))
			}
		}
	}
}

// derive is the cheapest derivation of a path without resources from the cutoff on.
func (l *postsolve) derive(path []int32, price map[certificate.Resource]int64, d decisions, cutoff model.Cost) model.Cost {
	k := len(path)
	best := make([]model.Cost, k*k)
	for n := range best {
		if n%k != n/k+1 {
			best[n] = model.Saturated
		}
	}
	each(path, func(x, m, y int, it certificate.Resource) {
		if !d.selected[it] && (d.forbidden[it] || l.cost(it.A, it.J, it.B) >= cutoff) {
			return
		}
		cost := best[x*k+m].Add(best[m*k+y]).Add(model.Cost(price[it]))
		best[x*k+y] = min(best[x*k+y], cost)
	})
	return best[k-1]
}
