package presolve

import "facet/model"

// site is a junction that the rule is asked about.
type site struct {
	view
	j, p int32
	z    *edge
}

// site looks at a junction; ok is false where the rule cannot apply.
func (v view) site(j int32) (s site, ok bool) {
	before := v.before(j)
	if len(before) != 1 || len(v.behind(j)) == 0 {
		return site{}, false
	}
	s = site{view: v, j: j, p: v.near(before[0]), z: before[0]}
	return s, v.size[s.p] <= v.size[j]
}

// fits reports whether N = min(kappa-(p), kappa+(j)). N is a cut, so kappa+(j)
// is at most N.
func (s site) fits() bool {
	if !s.source(s.p) && !s.mirror().reaches(s.p, s.sum()) {
		return false
	}
	_, fits := s.carry(s.next(s.j), s.sum())
	return fits
}

// sum is N, the sum of n_s over S(j).
func (s site) sum() model.Cost {
	var sum model.Cost
	for _, e := range s.behind(s.j) {
		sum = sum.Add(s.size[s.far(e)])
	}
	return sum
}

// next lists the vertices behind i with all that they hold.
func (v view) next(i int32) []supply {
	entering := make([]supply, 0, len(v.behind(i)))
	for _, e := range v.behind(i) {
		s := v.far(e)
		entering = append(entering, supply{s, v.size[s]})
	}
	return entering
}

// reaches reports whether kappa+(i) is at least the amount.
func (v view) reaches(i int32, amount model.Cost) bool {
	entering := v.next(i)
	var cut model.Cost
	for _, s := range entering {
		cut = cut.Add(s.amount)
	}
	if cut < amount {
		return false
	}
	_, yes := v.carry(entering, amount)
	return yes
}
