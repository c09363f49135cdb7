package certificate

import (
	"fmt"
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
	v := Verdict{Bound: c.Bound, Given: c.Given, Cost: c.Cost, searched: c.Searched}
	if own := g.Fingerprint(); c.Dag != own {
		return v, fmt.Errorf("the certificate is for another dag: its fingerprint is %q, this dag's is %q", c.Dag, own)
	}
	if err := c.Proof.check(0, make(map[*Leaf]bool)); err != nil {
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
	s := newScope(g, c.Bound)
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

// maxWork limits the steps of all dynamic programmes together: seconds, and far
// more than any proof needs.
const maxWork = 3_000_000_000

// scope is what has been decided on the way to a part of the proof.
type scope struct {
	g                   *model.Dag
	claim               model.Cost
	paid                model.Cost // for the resources selected
	selected, forbidden map[Resource]bool
	work                int64
	reaches             [][]bool // see divides
}

func newScope(g *model.Dag, claim model.Cost) *scope {
	return &scope{g: g, claim: claim, selected: make(map[Resource]bool), forbidden: make(map[Resource]bool)}
}

// cutoff is the cost from which on no resource is selected by a sequence in the
// scope that costs less than the claim.
func (s *scope) cutoff() model.Cost { return s.claim - s.paid }

// spend counts work.
func (s *scope) spend(steps int64) error {
	if s.work += steps; s.work > maxWork {
		return fmt.Errorf("it is too large to be checked in reasonable time")
	}
	return nil
}

// prove checks that no sequence within the scope costs less than the claim.
func (s *scope) prove(p *Proof) error {
	if s.paid >= s.claim {
		return nil // what has been selected costs that much
	}
	switch {
	case p.Rest != nil:
		return s.fixed(p)
	case p.Leaf != nil:
		return s.leaf(p.Leaf)
	case p.Packing != nil:
		if len(s.selected)+len(s.forbidden) > 0 {
			return fmt.Errorf("a packing stands below a branching: it is a proof of its own")
		}
		return s.packing(p.Packing)
	}
	it := *p.Resource
	cost, err := s.cost(it)
	if err != nil {
		return err
	}
	if s.selected[it] || s.forbidden[it] {
		return fmt.Errorf("%s is decided on twice", it)
	}
	before := s.paid
	s.selected[it], s.paid = true, s.paid.Add(cost)
	if err := s.prove(p.Selected); err != nil {
		return err
	}
	delete(s.selected, it)
	s.paid = before
	s.forbidden[it] = true
	defer delete(s.forbidden, it)
	return s.prove(p.Forbidden)
}

// cost is what a resource costs; the error is that of a resource that no operation
// has.
func (s *scope) cost(it Resource) (model.Cost, error) {
	n := len(s.g.Vertices)
	if it.Edge < 0 || it.Edge >= len(s.g.Edges) || it.A < 0 || it.A >= n || it.J < 0 || it.J >= n || it.B < 0 || it.B >= n {
		return 0, fmt.Errorf("%s names what the dag does not have", it)
	}
	e := &s.g.Edges[it.Edge]
	if it.Kind == "MUL" {
		if it.Edge != 0 {
			return 0, fmt.Errorf("%s has an edge: a product has none", it)
		}
		return s.product(it.A, it.J, it.B), nil
	}
	clean := Resource{Kind: it.Kind, Edge: it.Edge, A: it.A, B: it.B}
	var cost model.Cost
	switch it.Kind {
	case "ACC":
		clean.A, clean.B = 0, 0
		cost = s.g.LeastAccumulation(e)
	case "TAN":
		clean.B = 0
		cost = e.Tangents(s.g.Size(it.A))
	case "ADJ":
		clean.A = 0
		cost = e.Adjoints(s.g.Size(it.B))
	default:
		return 0, fmt.Errorf("%q is no kind of item: ACC, TAN, ADJ and MUL are", it.Kind)
	}
	if clean != it {
		return 0, fmt.Errorf("%s has fields that it does not use", it)
	}
	if !e.HasModel {
		return model.Saturated, nil
	}
	return cost, nil
}

func (s *scope) product(a, j, b int) model.Cost {
	return s.g.Product.Of(s.g.Size(a), s.g.Size(j), s.g.Size(b))
}
