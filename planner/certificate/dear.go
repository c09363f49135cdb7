package certificate

import (
	"fmt"
	"math/big"
)

// dear checks a part of the proof that rules items out: its leaf divides prices
// among words, and of each item in Dear so much is left over that whoever buys it
// pays the claim. A sequence buys a set of items from which every word is
// derivable; the shares of that set pay for what the words cost, and what is left
// over of each item in it comes on top. So the rest of the proof may forbid them.
func (s *scope) dear(p *Proof) error {
	h, err := s.weigh(p.Leaf)
	if err != nil || h.sum == nil {
		return err // or no sequence is cheaper, whatever it buys
	}
	for n := range p.Leaf.Words {
		if p.Leaf.Words[n].Rest {
			return fmt.Errorf("word %d takes the rest of prices, so that nothing is left over", n)
		}
	}
	denominator := big.NewInt(p.Leaf.Denominator)
	missing := big.NewInt(int64(s.cutoff())) // from the words to the claim
	missing.Sub(missing.Mul(missing, denominator), h.sum)
	var out []Item
	defer func() {
		for _, it := range out {
			delete(s.forbidden, it)
		}
	}()
	for _, it := range p.Dear {
		price, err := s.price(it)
		if err != nil {
			return err
		}
		if s.bought[it] || s.forbidden[it] {
			return fmt.Errorf("%s is decided on twice", it)
		}
		left := big.NewInt(int64(price))
		left.Mul(left, denominator)
		if shared := h.shared[it]; shared != nil {
			left.Sub(left, shared.big())
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
