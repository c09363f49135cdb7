package certificate

import (
	"context"
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

// String is the verdict in one sentence.
func (v Verdict) String() string {
	switch {
	case v.Optimal:
		return fmt.Sprintf("proved: %s is optimal", v.Cost)
	case !v.Given:
		return fmt.Sprintf("proved: no sequence costs less than %s", v.Bound)
	}
	text := fmt.Sprintf("proved: no sequence costs less than %s; the sequence given costs %s", v.Bound,
		v.Cost)
	if v.searched > v.Bound {
		text += fmt.Sprintf(" (a search reported %s, which is not part of the proof)", v.searched)
	}
	return text
}

// Verify checks the certificate against the dag and gives what it proves. The error
// says which part is wrong.
func Verify(g *model.Dag, c *Certificate) (Verdict, error) {
	return VerifyContext(context.Background(), g, c)
}

// VerifyContext is Verify until the context is done: then the error is the context's.
func VerifyContext(ctx context.Context, g *model.Dag, c *Certificate) (Verdict, error) {
	v := Verdict{Bound: c.Bound, Given: c.Given, Cost: c.Cost, searched: c.Searched}
	if fingerprint := g.Fingerprint(); c.Dag != fingerprint {
		return v, fmt.Errorf("the certificate is for another dag: its fingerprint is %q, this dag's is %q",
			c.Dag, fingerprint)
	}
	if err := c.Proof.check(0, make(map[*Leaf]bool)); err != nil {
		return v, err
	}
	if c.Bound < 0 || c.Bound.IsSaturated() {
		return v, fmt.Errorf("the bound %d is no cost that can be proved", int64(c.Bound))
	}
	if v.Given {
		if err := replay(ctx, g, c); err != nil {
			return v, err
		}
	}
	s := newScope(g, c.Bound)
	s.ended = ctx.Err
	if err := s.prove(c.Proof); err != nil {
		return v, fmt.Errorf("the bound %s is not proved: %w", c.Bound, err)
	}
	v.Optimal = v.Given && c.Cost == c.Bound
	if v.Given && c.Cost < c.Bound {
		return v,
			fmt.Errorf("the sequence costs %s, less than the bound %s: one of the two is wrong, please report it", c.Cost, c.Bound)
	}
	return v, nil
}

func replay(ctx context.Context, g *model.Dag, c *Certificate) error {
	ops, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(strings.Join(c.Sequence, "\n")))
	switch {
	case err != nil:
		return fmt.Errorf("the sequence is wrong: %w", err)
	case end.Spent() != c.Cost:
		return fmt.Errorf("the sequence costs %s, not %s", end.Spent(), c.Cost)
	}
	if err := model.ProveContext(ctx, g, ops); err != nil {
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
	ended               func() error   // asked every askedEach steps
	reaches             [][]bool       // see divides
	read                map[*Leaf]bool // that hold by what they name

	// In a dag with patterns:
	sparse *matrices
	parts  map[key][]Resource // by operation: the parts of it that have been named
	counts map[int][]uint8    // by vertex: how many paths lead to each vertex, at most 2
}

func newScope(g *model.Dag, claim model.Cost) *scope {
	return &scope{g: g, claim: claim, selected: make(map[Resource]bool), forbidden: make(map[Resource]bool),
		read: make(map[*Leaf]bool)}
}

// cutoff is the cost from which on no resource is selected by a sequence in the
// scope that costs less than the claim.
func (s *scope) cutoff() model.Cost { return s.claim - s.paid }

// askedEach is how many steps, of some nanoseconds each, are made before it is asked whether
// to go on.
const askedEach = 1 << 16

// spend counts work.
func (s *scope) spend(steps int64) error {
	if s.ended != nil && s.work/askedEach != (s.work+steps)/askedEach {
		if err := s.ended(); err != nil {
			return err
		}
	}
	if s.work += steps; s.work > maxWork {
		return fmt.Errorf("it is too large to be checked in reasonable time")
	}
	return nil
}

// prove checks that no sequence within the scope costs less than the claim.
func (s *scope) prove(p *Proof) error {
	if s.paid >= s.claim {
		return s.exists(p) // what has been selected costs that much
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
	r := *p.Resource
	cost, err := s.cost(r)
	if err != nil {
		return err
	}
	if s.selected[r] || s.forbidden[r] {
		return fmt.Errorf("%s is decided on twice", r)
	}
	before := s.paid
	s.selected[r], s.paid = true, s.paid.Add(cost)
	if err := s.prove(p.Selected); err != nil {
		return err
	}
	delete(s.selected, r)
	s.paid = before
	s.forbidden[r] = true
	defer delete(s.forbidden, r)
	return s.prove(p.Forbidden)
}

// exists checks a part that has nothing to prove: all that it names is in the dag.
func (s *scope) exists(p *Proof) error {
	switch {
	case p.Packing != nil:
		return s.packing(p.Packing)
	case p.Leaf != nil && !s.read[p.Leaf]:
		if _, _, err := s.priced(p.Leaf); err != nil {
			return err
		}
	}
	for _, r := range p.Fixed {
		if _, err := s.cost(r); err != nil {
			return err
		}
	}
	if p.Rest != nil {
		return s.exists(p.Rest)
	}
	if p.Resource == nil {
		return nil
	}
	if _, err := s.cost(*p.Resource); err != nil {
		return err
	}
	if err := s.exists(p.Selected); err != nil {
		return err
	}
	return s.exists(p.Forbidden)
}

// cost is what a resource costs; the error is that of a resource that does not exist.
func (s *scope) cost(r Resource) (model.Cost, error) {
	n := len(s.g.Vertices)
	if r.Edge < 0 || r.Edge >= len(s.g.Edges) || r.A < 0 || r.A >= n || r.J < 0 || r.J >= n || r.B < 0 ||
		r.B >= n {
		return 0, fmt.Errorf("%s names what the dag does not have", r)
	}
	if sparse := s.g.HasPatterns(); sparse || r.To != 0 || r.From != 0 {
		if err := s.registers(r); err != nil {
			return 0, err
		}
	}
	e := &s.g.Edges[r.Edge]
	if r.Kind == "MUL" {
		if r.Edge != 0 {
			return 0, fmt.Errorf("%s has an edge: a product has none", r)
		}
		if s.g.HasPatterns() {
			return r.To - r.From, nil
		}
		return s.product(r.A, r.J, r.B), nil
	}
	clean := Resource{Kind: r.Kind, Edge: r.Edge, A: r.A, B: r.B, From: r.From, To: r.To}
	var cost model.Cost
	switch r.Kind {
	case "ACC":
		clean.A, clean.B = 0, 0
	case "TAN":
		clean.B = 0
		cost = e.Tangents(s.g.Size(r.A))
	case "ADJ":
		clean.A = 0
		cost = e.Adjoints(s.g.Size(r.B))
	default:
		return 0, fmt.Errorf("%q is no kind of resource: ACC, TAN, ADJ and MUL are", r.Kind)
	}
	if clean != r {
		return 0, fmt.Errorf("%s has fields that it does not use", r)
	}
	switch {
	case !e.HasModel:
		return model.Saturated, nil
	case r.Kind == "ACC":
		return s.accumulation(r.Edge)
	case s.g.HasPatterns():
		return r.To - r.From, nil
	}
	return cost, nil
}

func (s *scope) product(a, j, b int) model.Cost {
	return s.g.Product.Of(s.g.Size(a), s.g.Size(j), s.g.Size(b))
}
