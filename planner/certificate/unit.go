package certificate

import (
	"fmt"

	"facet/model"
)

// maxUnitVertices is how many vertices a dag may have for a unit other than 1:
// all products are looked at.
const maxUnitVertices = 400

// divides checks that the unit divides the cost of every resource that a sequence
// below the claim can select.
func (s *scope) divides(unit int64) error {
	if unit == 1 {
		return nil
	}
	if s.g.HasPatterns() {
		return s.sparseUnit(unit)
	}
	n := len(s.g.Vertices)
	if n > maxUnitVertices {
		return fmt.Errorf("a unit is checked for dags of up to %d vertices only", maxUnitVertices)
	}
	if err := s.spend(int64(n)*int64(n)*int64(n) + int64(n)*int64(len(s.g.Edges))); err != nil {
		return err
	}
	if s.reaches == nil {
		s.reaches = s.reach()
	}
	check := func(r Resource) error {
		cost, err := s.cost(r)
		if err == nil && cost < s.cutoff() && cost%model.Cost(unit) != 0 {
			return fmt.Errorf("the unit %d does not divide the cost of %s", unit, r)
		}
		return err
	}
	for k, e := range s.g.Edges {
		if !e.HasJacobian {
			if err := check(Resource{Kind: "ACC", Edge: k}); err != nil {
				return err
			}
		}
		for i := range n {
			if s.reaches[i][e.Source] {
				if err := check(Resource{Kind: "TAN", Edge: k, A: i}); err != nil {
					return err
				}
			}
			if s.reaches[e.Target][i] {
				if err := check(Resource{Kind: "ADJ", Edge: k, B: i}); err != nil {
					return err
				}
			}
		}
	}
	for a := range n {
		for j := range n {
			for b := range n {
				if s.reaches[a][j] && s.reaches[j][b] {
					if err := check(Resource{Kind: "MUL", A: a, J: j, B: b}); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}

// reach gives which vertices each vertex has a path of at least one edge to.
func (s *scope) reach() [][]bool {
	reaches := make([][]bool, len(s.g.Vertices))
	order := s.g.Topological()
	for k := len(order) - 1; k >= 0; k-- {
		i := order[k]
		reaches[i] = make([]bool, len(s.g.Vertices))
		for _, e := range s.g.Out(i) {
			to := s.g.Edges[e].Target
			reaches[i][to] = true
			for x, yes := range reaches[to] {
				reaches[i][x] = reaches[i][x] || yes
			}
		}
	}
	return reaches
}
