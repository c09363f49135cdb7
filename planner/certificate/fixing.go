package certificate

import (
	"fmt"
	"math/big"
)

// fixed checks a part of the proof that fixes resources at zero: its leaf divides costs
// among paths, and of each resource in Fixed so much is left over that whoever selects it
// pays the claim. A sequence selects a set of resources from which every path is
// derivable; the prices of that set pay for what the paths cost, and what is left
// over of each resource in it comes on top. So the rest of the proof may forbid them.
func (s *scope) fixed(p *Proof) error {
	h, err := s.weigh(p.Leaf)
	if err != nil || h.sum == nil {
		return err // or no sequence is cheaper, whatever it selects
	}
	for n := range p.Leaf.Paths {
		if p.Leaf.Paths[n].Rest {
			return fmt.Errorf("word %d takes the rest of prices, so that nothing is left over", n)
		}
	}
	denominator := big.NewInt(p.Leaf.Denominator)
	missing := big.NewInt(int64(s.cutoff())) // from the paths to the claim
	missing.Sub(missing.Mul(missing, denominator), h.sum)
	var out []Resource
	defer func() {
		for _, it := range out {
			delete(s.forbidden, it)
		}
	}()
	for _, it := range p.Fixed {
		cost, err := s.cost(it)
		if err != nil {
			return err
		}
		if s.selected[it] || s.forbidden[it] {
			return fmt.Errorf("%s is decided on twice", it)
		}
		left := big.NewInt(int64(cost))
		left.Mul(left, denominator)
		if priced := h.priced[it]; priced != nil {
			left.Sub(left, priced.big())
		}
		if left.Cmp(missing) < 0 {
			return fmt.Errorf("%s is cheaper than the proof says", it)
		}
		s.forbidden[it] = true
		out = append(out, it)
	}
	return s.prove(p.Rest)
}

func (s *sum) big() *big.Int {
	all := new(big.Int).SetUint64(s.high)
	return all.Add(all.Lsh(all, 64), new(big.Int).SetUint64(s.low))
}
