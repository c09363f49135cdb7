package cover

import (
	"slices"

	"facet/model"
	"facet/planner/bound/paths"
)

// Fixing rules resources out: of each so much of the cost is left over that
// a sequence that selects it costs the cutoff.
type Fixing struct {
	Dual      *paths.Dual
	Resources []paths.Resource
}

// reducedCosts is what a dual solution leaves over: a sequence that selects a resource
// pays that, and what the paths come to. The lower the incumbent, the more it rules out.
type reducedCosts struct {
	dual      *paths.Dual
	sum       int64
	resources []paths.Resource
	left      []int64 // by resource
}

// reducedCosts reads what the programme's solution leaves over, for some denominators.
func (s *solver) reducedCosts() []reducedCosts {
	highest := model.Cost(1)
	for _, price := range s.programme.Cost {
		highest = max(highest, price)
	}
	if s.programme.cutoffPath != nil || s.result.Bound >= s.programme.Cutoff {
		return nil // nothing is left to be done
	}
	if !s.programme.Cutoff.IsSaturated() && highest < (s.programme.Cutoff-s.result.Bound)/2 {
		return nil // none reaches the gap, nor one that a better sequence leaves
	}
	value := s.programme.lp.ValuesAt(func(row int) float64 { return s.programme.exact[row] })
	c := s.programme.collect(value)
	var all []reducedCosts
	for _, denominator := range [...]int64{1, 12, 1 << 12} {
		if max(highest, s.result.Bound).Times(model.Cost(denominator)) > safe {
			break
		}
		dual, sum, left := c.round(value, denominator, false)
		slim(dual)
		all = append(all, reducedCosts{dual, sum, s.programme.Resources, left})
	}
	return all
}

// fix takes the one that rules out most beyond the zeros for a sequence that is to
// cost less than the cutoff; nil if none rules out anything.
func fix(all []reducedCosts, cutoff model.Cost, zeros []paths.Resource) *Fixing {
	if cutoff.IsSaturated() {
		return nil
	}
	var best *Fixing
	known := make(map[paths.Resource]bool, len(zeros))
	for _, r := range zeros {
		known[r] = true
	}
	for _, s := range all {
		if cutoff.Times(model.Cost(s.dual.Denominator)) > safe {
			break
		}
		missing := int64(cutoff)*s.dual.Denominator - s.sum
		if missing <= 0 {
			continue
		}
		n := &Fixing{Dual: s.dual}
		for resource, rest := range s.left {
			if rest >= missing && !known[s.resources[resource]] {
				n.Resources = append(n.Resources, s.resources[resource])
			}
		}
		if len(n.Resources) > 0 && (best == nil || len(n.Resources) > len(best.Resources)) {
			best = n
		}
	}
	return best
}

// slim leaves out prices of nothing: resources that a path does not list have none.
func slim(s *paths.Dual) {
	for k := range s.Paths {
		w := &s.Paths[k]
		resources, amounts := make([]paths.Resource, 0, len(w.Resources)), make([]int64, 0, len(w.Resources))
		for n, amount := range w.Amounts {
			if amount > 0 {
				resources, amounts = append(resources, w.Resources[n]), append(amounts, amount)
			}
		}
		w.Resources, w.Amounts = slices.Clip(resources), slices.Clip(amounts)
	}
}

// sizeOf is about how much memory a division takes, in bytes.
func sizeOf(s *paths.Dual) int64 {
	all := int64(0)
	for k := range s.Paths {
		all += int64(4*len(s.Paths[k].Vertices) + 28*len(s.Paths[k].Resources) + 72)
	}
	return all
}
