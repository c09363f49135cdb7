package certificate

import (
	"fmt"
	"math/big"
	"strings"

	"facet/model"
)

// Verdict is what a certificate proves.
type Verdict struct {
	Bound   model.Cost // no sequence costs less
	Cost    model.Cost // of the sequence given
	Given   bool       // there is a sequence
	Optimal bool       // the sequence costs Bound

	searched model.Cost
}

// String says it in one sentence.
func (v Verdict) String() string {
	switch {
	case v.Optimal:
		return fmt.Sprintf("proved: %s is optimal", v.Cost)
	case !v.Given:
		return fmt.Sprintf("proved: no sequence costs less than %s", v.Bound)
	}
	text := fmt.Sprintf("proved: no sequence costs less than %s; the sequence given costs %s", v.Bound, v.Cost)
	if v.searched > v.Bound {
		text += fmt.Sprintf(" (a search reported %s, which is not part of the proof)", v.searched)
	}
	return text
}

// Verify checks the certificate against the dag and says what it proves. The
// error says which part is wrong.
func Verify(g *model.Dag, c *Certificate) (Verdict, error) {
	v := Verdict{Bound: c.Bound, Given: len(c.Sequence) > 0, Cost: c.Cost, searched: c.Searched}
	if c.Format != Format {
		return v, fmt.Errorf("this is not a certificate that this version can check: its format is %q, not %q", c.Format, Format)
	}
	if own := g.Fingerprint(); c.Dag != own {
		return v, fmt.Errorf("the certificate is for another dag: its fingerprint is %q, this dag's is %q", c.Dag, own)
	}
	work := 0
	if err := c.Proof.check(0, &work); err != nil {
		return v, err
	}
	if c.Bound < 0 || c.Bound.IsSaturated() {
		return v, fmt.Errorf("the bound %d is no cost that can be proved", int64(c.Bound))
	}
	if v.Given {
		if err := replay(g, c); err != nil {
			return v, err
		}
	}
	s := scope{g: g, claim: c.Bound, bought: make(map[Item]bool), forbidden: make(map[Item]bool)}
	if err := s.prove(c.Proof); err != nil {
		return v, fmt.Errorf("the bound %s is not proved: %w", c.Bound, err)
	}
	v.Optimal = v.Given && c.Cost == c.Bound
	if v.Given && c.Cost < c.Bound {
		return v, fmt.Errorf("the sequence costs %s, less than the bound %s: one of the two is wrong, please report it", c.Cost, c.Bound)
	}
	return v, nil
}

func replay(g *model.Dag, c *Certificate) error {
	ops, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(strings.Join(c.Sequence, "\n")))
	switch {
	case err != nil:
		return fmt.Errorf("the sequence is wrong: %w", err)
	case end.Spent() != c.Cost:
		return fmt.Errorf("the sequence costs %s, not %s", end.Spent(), c.Cost)
	}
	if err := model.Prove(g, ops); err != nil {
		return fmt.Errorf("the sequence is wrong: %w", err)
	}
	return nil
}

// scope is what has been decided on the way to a part of the proof.
type scope struct {
	g                 *model.Dag
	claim             model.Cost
	paid              model.Cost // for the items bought
	bought, forbidden map[Item]bool
}

// prove checks that no sequence within the scope costs less than the claim.
func (s *scope) prove(p *Proof) error {
	if p.Leaf != nil {
		return s.leaf(p.Leaf)
	}
	it := *p.Item
	price, err := s.price(it)
	if err != nil {
		return err
	}
	if s.bought[it] || s.forbidden[it] {
		return fmt.Errorf("%s is decided on twice", it)
	}
	before := s.paid
	s.bought[it], s.paid = true, s.paid.Add(price)
	if err := s.prove(p.Bought); err != nil {
		return err
	}
	delete(s.bought, it)
	s.paid = before
	s.forbidden[it] = true
	defer delete(s.forbidden, it)
	return s.prove(p.Forbidden)
}

// price is what an item costs; the error is that of an item that no operation
// has.
func (s *scope) price(it Item) (model.Cost, error) {
	n := len(s.g.Vertices)
	if it.Edge < 0 || it.Edge >= len(s.g.Edges) || it.A < 0 || it.A >= n || it.J < 0 || it.J >= n || it.B < 0 || it.B >= n {
		return 0, fmt.Errorf("%s names what the dag does not have", it)
	}
	e := s.g.Edges[it.Edge]
	if it.Kind == "MUL" {
		if it.Edge != 0 {
			return 0, fmt.Errorf("%s has an edge: a product has none", it)
		}
		return s.g.Size(it.A).Times(s.g.Size(it.J)).Times(s.g.Size(it.B)), nil
	}
	clean := Item{Kind: it.Kind, Edge: it.Edge, A: it.A, B: it.B}
	price := model.Saturated
	switch it.Kind {
	case "ACC":
		clean.A, clean.B = 0, 0
		price = min(s.g.Size(e.Source).Times(e.Tangent), s.g.Size(e.Target).Times(e.Adjoint))
	case "TAN":
		clean.B = 0
		price = s.g.Size(it.A).Times(e.Tangent)
	case "ADJ":
		clean.A = 0
		price = s.g.Size(it.B).Times(e.Adjoint)
	default:
		return 0, fmt.Errorf("%q is no kind of item: ACC, TAN, ADJ and MUL are", it.Kind)
	}
	if clean != it {
		return 0, fmt.Errorf("%s has fields that it does not use", it)
	}
	if !e.HasModel {
		return model.Saturated, nil
	}
	return price, nil
}

// leaf checks the shares and adds up the words' derivations.
func (s *scope) leaf(l *Leaf) error {
	if s.paid >= s.claim {
		return nil // what has been bought costs that much
	}
	unit := big.NewInt(max(1, l.Unit))
	if err := s.divides(max(1, l.Unit)); err != nil {
		return err
	}
	if err := s.afford(l); err != nil {
		return err
	}
	sum := new(big.Int)
	charges := make([][]charge, len(l.Words))
	for n, r := range l.Rules {
		if err := r.charge(l.Words, charges); err != nil {
			return fmt.Errorf("rule %d: %w", n, err)
		}
		sum.Sub(sum, big.NewInt(r.Amount))
	}
	for n := range l.Words {
		cost, err := s.derive(&l.Words[n], charges[n])
		if err != nil {
			return fmt.Errorf("word %d: %w", n, err)
		}
		if cost == nil {
			return nil // this word needs what costs as much as the claim
		}
		sum.Add(sum, cost)
	}
	step := new(big.Int).Mul(unit, big.NewInt(l.Denominator))
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

// afford checks that no item's shares exceed its price.
func (s *scope) afford(l *Leaf) error {
	shared := make(map[Item]*big.Int)
	for n, w := range l.Words {
		own := make(map[Item]bool, len(w.Shares))
		for _, sh := range w.Shares {
			if own[sh.Item] {
				return fmt.Errorf("word %d has two shares of %s", n, sh.Item)
			}
			own[sh.Item] = true
			if shared[sh.Item] == nil {
				shared[sh.Item] = new(big.Int)
			}
			shared[sh.Item].Add(shared[sh.Item], big.NewInt(sh.Amount))
		}
	}
	for it, sum := range shared {
		price, err := s.price(it)
		if err != nil {
			return err
		}
		most := new(big.Int).Mul(big.NewInt(int64(price)), big.NewInt(l.Denominator))
		if sum.Cmp(most) > 0 {
			return fmt.Errorf("the shares of %s add up to %s/%d, more than its price %s", it, sum, l.Denominator, price)
		}
	}
	return nil
}
