package certificate

import (
	"fmt"
	"math/big"
)

// fixed checks a part of the proof that fixes resources at zero by their reduced
// costs. A sequence selects a set of resources from which every path can be derived.
// The prices of this set pay for the paths, and the reduced cost of each resource in
// it (what the prices leave of its cost) comes on top. So a sequence that selects a
// resource in Fixed costs at least the claim, and the rest of the proof may forbid
// these resources.
func (s *scope) fixed(p *Proof) error {
	w, err := s.weigh(p.Leaf)
	if err != nil || w.sum == nil {
		return err // or no sequence is cheaper, whatever it selects
	}
	for n := range p.Leaf.Paths {
		if p.Leaf.Paths[n].Rest {
			return fmt.Errorf("path %d takes the rest of the costs, so that no reduced cost is left", n)
		}
	}
	denominator := big.NewInt(p.Leaf.Denominator)
	missing := big.NewInt(int64(s.cutoff())) // from the paths to the claim
	missing.Sub(missing.Mul(missing, denominator), w.sum)
	var added []Resource
	defer func() {
		for _, r := range added {
			delete(s.forbidden, r)
		}
	}()
	for _, r := range p.Fixed {
		cost, err := s.cost(r)
		if err != nil {
			return err
		}
		if s.selected[r] || s.forbidden[r] {
			return fmt.Errorf("%s is decided on twice", r)
		}
		reduced := big.NewInt(int64(cost))
		reduced.Mul(reduced, denominator)
		if priced := w.priced.of(r); priced != nil {
			reduced.Sub(reduced, priced.charged.big())
		}
		if reduced.Cmp(missing) < 0 {
			return fmt.Errorf("%s is cheaper than the proof says", r)
		}
		s.forbidden[r] = true
		added = append(added, r)
	}
	return s.prove(p.Rest)
}
