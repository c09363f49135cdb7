package certificate

import (
	"fmt"
	"math/big"
	"slices"

	"facet/model"
)

// leaf checks that the leaf proves the claim.
func (s *scope) leaf(l *Leaf) error {
	w, err := s.weigh(l)
	if err != nil || w.sum == nil {
		return err
	}
	unit := big.NewInt(max(1, l.Unit))
	step := new(big.Int).Mul(unit, big.NewInt(l.Denominator))
	sum := w.sum
	if sum.Sign() > 0 {
		sum.Add(sum, new(big.Int).Sub(step, big.NewInt(1)))
		sum.Mul(sum.Div(sum, step), unit)
	}
	sum.Add(sum, big.NewInt(int64(s.paid)))
	if sum.Cmp(big.NewInt(int64(s.claim))) < 0 {
		return fmt.Errorf("a leaf proves %s only", sum)
	}
	return nil
}

// weighed is the value of a dual solution.
type weighed struct {
	sum    *big.Int // of the paths, over the denominator; nil if one cannot be derived below the claim
	priced *sums
}

// weigh checks the prices and adds up the paths' derivations.
func (s *scope) weigh(l *Leaf) (weighed, error) {
	if err := s.divides(max(1, l.Unit)); err != nil {
		return weighed{}, err
	}
	routes, priced, err := s.priced(l)
	if err != nil {
		return weighed{}, err
	}
	total := new(big.Int)
	var charges [][]charge
	if len(l.Inequalities) > 0 {
		charges = make([][]charge, len(routes))
	}
	for n, i := range l.Inequalities {
		if err := i.charge(routes, charges); err != nil {
			return weighed{}, fmt.Errorf("inequality %d: %w", n, err)
		}
		total.Sub(total, big.NewInt(i.Amount))
	}
	for n, r := range routes {
		d := derivation{scope: s, route: r, denominator: l.Denominator}
		if charges != nil {
			d.charges = charges[n]
			pairs := int64(len(r.vertices)*len(r.vertices)) / 2
			if err := s.spend(int64(len(d.charges)) * pairs); err != nil {
				return weighed{}, err
			}
		}
		cost, err := d.cheapest(routes)
		if err != nil {
			return weighed{}, fmt.Errorf("path %d: %w", n, err)
		}
		if cost == never {
			return weighed{}, nil // this path needs what costs as much as the claim
		}
		total.Add(total, cost.big())
	}
	return weighed{total, priced}, nil
}

// priced follows the paths, and adds up their prices.
func (s *scope) priced(l *Leaf) ([]*route, *sums, error) {
	routes := make([]*route, len(l.Paths))
	for n := range l.Paths {
		r, err := s.route(&l.Paths[n])
		if err != nil {
			return nil, nil, fmt.Errorf("path %d: %w", n, err)
		}
		routes[n] = r
	}
	sums, err := s.afford(l, routes)
	if err == nil {
		err = separate(routes)
	}
	s.read[l] = err == nil
	return routes, sums, err
}

// route is a path that leads from a source to a sink, with the vertices that it
// visits.
type route struct {
	*Path
	vertices []int
	// The positions of vertices and of edges; nil on short paths, which are searched: there
	// can be a million of them.
	at, on map[int]int
}

// shortPath is how many edges a path may have that is searched.
const shortPath = 12

// position finds a vertex on the path.
func (r *route) position(vertex int) (int, bool) { return find(r.vertices, r.at, vertex) }

// edge finds an edge on the path.
func (r *route) edge(edge int) (int, bool) { return find(r.Edges, r.on, edge) }

func find(list []int, at map[int]int, value int) (int, bool) {
	if at != nil {
		n, found := at[value]
		return n, found
	}
	n := slices.Index(list, value)
	return n, n >= 0
}

// classes gives for each position that is like itself the positions that are like it.
func (r *route) classes() map[int][]int {
	classes := make(map[int][]int)
	for n, like := range r.Like {
		classes[like] = append(classes[like], n)
	}
	return classes
}

// route checks that the path leads from a source to a sink.
func (s *scope) route(p *Path) (*route, error) {
	k := len(p.Edges)
	if s.g.HasPatterns() && p.Like != nil {
		return nil, fmt.Errorf("the dag has patterns: no positions are like others")
	}
	if err := s.spend(int64(k)*int64(k)*int64(k)/6 + int64(k)*int64(k)); err != nil {
		return nil, err
	}
	r := &route{Path: p, vertices: make([]int, 0, k+1)}
	if k > shortPath {
		r.at, r.on = make(map[int]int, k+1), make(map[int]int, k)
	}
	for n, e := range p.Edges {
		if e < 0 || e >= len(s.g.Edges) {
			return nil, fmt.Errorf("the dag has no edge %d", e)
		}
		if n > 0 && s.g.Edges[e].Source != s.g.Edges[p.Edges[n-1]].Target {
			return nil, fmt.Errorf("edge %d does not start where edge %d ends", e, p.Edges[n-1])
		}
		if r.on != nil {
			r.on[e] = n
		}
		r.vertices = append(r.vertices, s.g.Edges[e].Source)
	}
	r.vertices = append(r.vertices, s.g.Edges[p.Edges[k-1]].Target)
	if !s.g.IsSource(r.vertices[0]) || !s.g.IsSink(r.vertices[k]) {
		return nil, fmt.Errorf("it does not lead from a source to a sink")
	}
	for n, i := range r.vertices {
		if r.at != nil {
			r.at[i] = n
		}
	}
	for n, like := range p.Like {
		if p.Like[like] != like {
			return nil, fmt.Errorf("position %d is like %d, which is not like itself", n, like)
		}
	}
	return r, nil
}

// each visits the prices of the path, those that Like spreads one by one.
func (r *route) each(visit func(p Price) error) error {
	var classes map[int][]int
	if r.Like != nil && len(r.Prices) > 0 {
		classes = r.classes()
	}
	for _, p := range r.Prices {
		if r.Like == nil || p.Kind != "MUL" {
			if err := visit(p); err != nil {
				return err
			}
			continue
		}
		a, onA := r.position(p.A)
		j, onJ := r.position(p.J)
		b, onB := r.position(p.B)
		if !onA || !onJ || !onB || r.Like[a] != a || r.Like[j] != j || r.Like[b] != b {
			return fmt.Errorf("the price of %s cannot be spread: its vertices are not on the path, or not like themselves", *p.Resource)
		}
		for _, x := range classes[a] {
			for _, y := range classes[j] {
				for _, z := range classes[b] {
					if x < y && y < z {
						product := Resource{Kind: "MUL", A: r.vertices[x], J: r.vertices[y], B: r.vertices[z]}
						if err := visit(Price{&product, p.Amount}); err != nil {
							return err
						}
					}
				}
			}
		}
	}
	return nil
}

// afford checks that no resource's prices exceed its cost, and gives their sums.
func (s *scope) afford(l *Leaf, routes []*route) (*sums, error) {
	priced := &sums{at: make(map[key]int32)}
	for n, r := range routes {
		err := r.each(func(p Price) error {
			if err := s.spend(50); err != nil {
				return err
			}
			at := priced.of(*p.Resource)
			if at == nil {
				cost, err := s.cost(*p.Resource)
				if err != nil {
					return err
				}
				at = priced.add(*p.Resource, sum{last: -1, cost: cost, most: times(cost, l.Denominator)})
			}
			if at.last == n {
				return fmt.Errorf("there are two prices of %s", *p.Resource)
			}
			at.last = n
			if at.charged = at.charged.plus(widen(p.Amount)); at.most.less(at.charged) {
				return fmt.Errorf("the prices of %s add up to more than its cost %s", *p.Resource, at.cost)
			}
			return nil
		})
		if err != nil {
			return nil, fmt.Errorf("path %d: %w", n, err)
		}
	}
	return priced, nil
}

// key is a resource in few bytes. Its numbers are those of a dag, which fit; parts of one
// operation do not end at the same price.
type key struct {
	kind    uint8
	a, b, c int32
	to      int64
}

func (r Resource) key() key {
	if r.Kind == "MUL" {
		return key{kindMUL, int32(r.A), int32(r.J), int32(r.B), int64(r.To)}
	}
	return key{uint8(kinds[r.Kind]), int32(r.Edge), int32(r.A), int32(r.B), int64(r.To)}
}

// sums are the sums of prices, by resource.
type sums struct {
	at  map[key]int32
	all []sum
}

// of is the sum of a resource, nil if it has none. It must not be kept.
func (s *sums) of(r Resource) *sum {
	if at, has := s.at[r.key()]; has {
		return &s.all[at]
	}
	return nil
}

func (s *sums) add(r Resource, first sum) *sum {
	s.at[r.key()] = int32(len(s.all))
	s.all = append(s.all, first)
	return &s.all[len(s.all)-1]
}

// sum is what the paths charge for a resource, and the most that they may charge.
type sum struct {
	charged, most wide
	cost          model.Cost
	last          int // the path that added to it last
}

// separate checks that paths which take the rest of costs use no resource in
// common: that no two of them pass through one inner vertex or have one edge.
func separate(routes []*route) error {
	edges, inner := make(map[int]bool), make(map[int]bool)
	for n, r := range routes {
		if !r.Rest {
			continue
		}
		if len(r.Prices) > 0 {
			return fmt.Errorf("path %d takes the rest of the costs and lists prices", n)
		}
		for _, e := range r.Edges {
			if edges[e] {
				return fmt.Errorf("path %d and another one take the rest of the costs at edge %d", n, e)
			}
			edges[e] = true
		}
		for _, i := range r.vertices[1 : len(r.vertices)-1] {
			if inner[i] {
				return fmt.Errorf("path %d and another one take the rest of the costs at vertex %d", n, i)
			}
			inner[i] = true
		}
	}
	return nil
}
