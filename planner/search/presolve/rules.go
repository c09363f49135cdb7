package presolve

import "facet/model"

// Rule is a reason to eliminate a junction first.
type Rule uint8

// The rules, each for junctions j with P(j) = {p}, z = (p,j) and n_p <= n_j, and
// in its mirror image. N is the sum of n_s over S(j). An edge is bare if it has a
// Jacobian and no model.
const (
	// Classic is the rule of the package's beginning. It needs a dag without
	// models, and is the only rule that bounds survive.
	Classic Rule = iota
	// APrime is the same where some edges have models, but not those at j, nor
	// those into p.
	APrime
	// B: the edges at j are bare, N <= n_j, N = kappa+(j), n_p <= kappa-(p).
	B
	// R2: p is a source, z is bare, and the demands of the edges behind j fit.
	R2
	// R2b is R2 for a z without Jacobian that is worth accumulating.
	R2b
	// R3 is R2 where p is no source, but n_p <= kappa-(p) and N <= n_j.
	R3
	rules
)

var ruleNames = [...]string{"classic", "A'", "B", "R2", "R2b", "R3"}

func (r Rule) String() string { return ruleNames[r] }

// site is a junction that a rule is asked about.
type site struct {
	view
	j, p int32
	z    *edge
}

// site looks at a junction; ok is false where no rule can apply.
func (v view) site(j int32) (s site, ok bool) {
	before, behind := v.before(j), v.behind(j)
	if len(before) != 1 || len(behind) == 0 {
		return site{}, false
	}
	s = site{view: v, j: j, p: v.near(before[0]), z: before[0]}
	if v.size[s.p] > v.size[j] {
		return site{}, false
	}
	seen := make(map[int32]bool, len(behind))
	for _, e := range behind {
		if seen[v.far(e)] {
			return site{}, false // parallel edges are no case of any rule
		}
		seen[v.far(e)] = true
	}
	return s, true
}

// reason finds a rule that applies, the strongest first.
func (s site) reason() (Rule, bool) {
	if s.models == 0 {
		fits := s.classic()
		return Classic, fits
	}
	if s.bareBehind() && s.z.bare() {
		if s.bareBefore(s.p) {
			if fits := s.classic(); fits {
				return APrime, true
			}
		}
		if s.sum() <= s.size[s.j] && s.enough() && s.reaches(s.j, s.sum()) {
			return B, true
		}
	}
	switch {
	case s.source(s.p) && s.z.bare() && s.demandsFit():
		return R2, true
	case s.source(s.p) && !s.z.jacobian && s.worthAccumulating() && s.demandsFit():
		return R2b, true
	case !s.source(s.p) && s.z.bare() && s.sum() <= s.size[s.j] && s.enough() && s.demandsFit():
		return R3, true
	}
	return 0, false
}

// classic reports whether N = min(kappa-(p), kappa+(j)). N is a cut, so kappa+(j)
// is at most N.
func (s site) classic() bool {
	if !s.source(s.p) && !s.mirror().reaches(s.p, s.sum()) {
		return false
	}
	_, fits := s.carry(s.next(s.j), s.sum())
	return fits
}

// enough reports whether n_p <= kappa-(p).
func (s site) enough() bool {
	return s.source(s.p) || s.mirror().reaches(s.p, s.size[s.p])
}

// sum is N.
func (s site) sum() model.Cost {
	var sum model.Cost
	for _, e := range s.behind(s.j) {
		sum = sum.Add(s.size[s.far(e)])
	}
	return sum
}

func (s site) bareBehind() bool { return s.mirror().bareBefore(s.j) }

func (v view) bareBefore(i int32) bool {
	for _, e := range v.before(i) {
		if !e.bare() {
			return false
		}
	}
	return true
}

// next lists the vertices behind i with all that they hold.
func (v view) next(i int32) []supply {
	entering := make([]supply, 0, len(v.behind(i)))
	seen := make(map[int32]bool, len(v.behind(i)))
	for _, e := range v.behind(i) {
		if s := v.far(e); !seen[s] {
			seen[s] = true
			entering = append(entering, supply{s, v.size[s]})
		}
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

// demand is how much of s an edge v = (j,s) has to be used for before its own
// adjoints cost more than the tangents behind p: n_s for a bare edge, and for a
// model
//
//	ceil( n_p T / (A - n_p n_s) ), with n_p T <= n_s A
//
// where n_p n_s is what a product at s saves, nothing at a sink.
func (s site) demand(e *edge) (model.Cost, bool) {
	far := s.far(e)
	room, from := s.size[far], s.size[s.p]
	if e.bare() {
		return room, true
	}
	if e.jacobian {
		return 0, false
	}
	tangent, adjoint := s.costs(e)
	all := from.Times(tangent)
	if all.IsSaturated() || all > room.Times(adjoint) {
		return 0, false
	}
	if len(s.behind(far)) > 0 {
		saved := from.Times(room)
		if adjoint < saved {
			return 0, false
		}
		adjoint -= saved
	}
	switch {
	case all == 0:
		return 0, true
	case adjoint == 0:
		return 0, false
	}
	d := (all-1)/adjoint + 1
	return d, d <= room
}

// demandsFit reports whether a flow from j to the sinks carries all demands.
func (s site) demandsFit() bool {
	var entering []supply
	var need model.Cost
	for _, e := range s.behind(s.j) {
		d, ok := s.demand(e)
		if !ok {
			return false
		}
		if d > 0 {
			entering = append(entering, supply{s.far(e), d})
			need = need.Add(d)
		}
	}
	if need.IsSaturated() {
		return false
	}
	_, yes := s.carry(entering, need)
	return yes
}

// worthAccumulating reports whether the adjoints of z that the demands would ask
// for cost at least as much as its accumulation:
//
//	acc(z) <= A(z) D_m + (A(z) - n_p n_j) D_b
//
// with D_m and D_b the demands of edges with a model and of bare ones.
func (s site) worthAccumulating() bool {
	tangent, adjoint := s.costs(s.z)
	acc := min(s.size[s.p].Times(tangent), s.size[s.j].Times(adjoint))
	saved := s.size[s.p].Times(s.size[s.j])
	var pays model.Cost
	for _, e := range s.behind(s.j) {
		d, ok := s.demand(e)
		switch {
		case !ok:
			return false
		case !e.bare():
			pays = pays.Add(d.Times(adjoint))
		case adjoint < saved:
			return false
		default:
			pays = pays.Add(d.Times(adjoint - saved))
		}
	}
	return !acc.IsSaturated() && acc <= pays
}
