package planner

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/packing"
	"facet/planner/bound/paths"
	"facet/planner/certificate"
	"facet/planner/heuristic"
	"facet/planner/linegraph"
	"facet/planner/search/presolve"
)

const (
	// proofTime limits how long a proof is looked for when the run is over and
	// has no limit, lateDivisions how often that proof branches.
	proofTime     = time.Minute
	leastProof    = 100 * time.Millisecond
	lateDivisions = 5000

	proofPart = 10 // see TimeToProve
)

// TimeToProve is how much of a time limit is kept for what comes after the run where it is
// to be certified: a tenth, or a tenth of a second where that is less than half.
func TimeToProve(limit time.Duration) time.Duration {
	return max(limit/proofPart, min(leastProof, limit/2))
}

// Certify makes a certificate of what a run from the fresh line dag of g has
// come to: its best sequence, and a lower bound that can be checked without
// trusting the run. What the run itself has proved in a form that can be written
// is used; where that is less than its best sequence costs, other proofs are
// tried, those that cost next to nothing first. Where a bound of the run stays
// higher, because its search had to close a gap, the certificate says so. The bound has been
// verified, as has the sequence by the run: when ctx ends, it is the best one that was
// verified by then, and 0 before the first. A run without a sequence is an error.
func Certify(ctx context.Context, g *model.Dag, end Snapshot) (*certificate.Certificate, error) {
	return certify(ctx, g, end, func(ctx context.Context, c *certificate.Certificate) error {
		_, err := certificate.VerifyContext(ctx, g, c)
		return err
	})
}

// Record is Certify for a certificate that is verified when it is read again: on dags of a
// thousand edges verifying takes seconds, which a run whose time is over does not have.
func Record(ctx context.Context, g *model.Dag, end Snapshot) (*certificate.Certificate, error) {
	return certify(ctx, g, end, nil)
}

// Standing is Record of a run that is at work: what it has proved so far, and nothing more is
// looked for.
func Standing(g *model.Dag, now Snapshot) (*certificate.Certificate, error) {
	if !now.HasIncumbent || now.Method.CostOnly() || now.Incumbent.Cost.IsSaturated() {
		return nil, fmt.Errorf("there is no sequence to certify")
	}
	c := certification{dag: g, goal: now.Incumbent.Cost}
	for _, p := range now.proofs.list() {
		c.add(p)
	}
	if len(c.proofs) == 0 {
		return nil, fmt.Errorf("nothing is proved yet")
	}
	return c.write(context.Background(), now, nil)
}

// check verifies a certificate before it is given out; nil is not to.
type check func(ctx context.Context, c *certificate.Certificate) error

// half is the first half of what time a context has left.
func half(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/2)
}

func certify(ctx context.Context, g *model.Dag, end Snapshot, check check) (*certificate.Certificate, error) {
	if !end.HasIncumbent || end.Method.CostOnly() {
		return nil, fmt.Errorf("there is no sequence to certify")
	}
	ctx, cancel := context.WithTimeout(ctx, end.timeToProve())
	defer cancel()
	c := certification{dag: g, start: model.NewState(g), goal: end.Incumbent.Cost}
	looking, enough := half(ctx)
	defer enough()
	ended := func() bool { return looking.Err() != nil }
	c.graph, _ = linegraph.FromState(c.start)
	c.graph.Until(ended)
	c.add(proof{bound: 0, write: func() (*certificate.Proof, error) {
		return &certificate.Proof{Leaf: &certificate.Leaf{Denominator: 1}}, nil
	}})
	packed, bound := packing.Certify(c.graph, ended)
	c.add(proof{bound: bound, write: func() (*certificate.Proof, error) { return packed, nil }})
	for _, p := range end.proofs.list() {
		c.add(p)
	}
	for _, try := range [...]func(context.Context, Snapshot) error{c.chains, c.reduced, c.covered} {
		best := c.proofs[0].bound
		// the run has tried for longer
		exhausted := end.Method == BranchAndBound && !end.Proven && best >= end.Bound
		if best >= c.goal || exhausted || ended() {
			break
		}
		if err := try(looking, end); err != nil {
			return nil, err
		}
	}
	return c.write(ctx, end, check)
}

// certification collects proofs, the best first.
type certification struct {
	dag    *model.Dag
	start  *model.State
	graph  *linegraph.Graph
	goal   model.Cost
	proofs []proof
}

func (c *certification) add(p proof) {
	if p.write != nil && !p.bound.IsSaturated() {
		c.proofs = append(c.proofs, p)
		slices.SortStableFunc(c.proofs, func(a, b proof) int { return cmp.Compare(b.bound, a.bound) })
	}
}

// chains is the dynamic programme of paths that do not touch: each of them has
// all prices for itself.
func (c *certification) chains(ctx context.Context, end Snapshot) error {
	for z := range c.graph.Vertices {
		if len(c.graph.Succ[z]) > 1 || len(c.graph.Pred[z]) > 1 {
			return nil
		}
	}
	bound := end.Bound // of a run that was ended by the same dynamic programme
	if bound < c.goal {
		plan, err := heuristic.Chain(c.start, heuristic.Whenever(func() bool { return ctx.Err() != nil }))
		if err != nil || ctx.Err() != nil {
			return err
		}
		bound = plan.Cost
	}
	c.add(proof{bound: bound, write: func() (*certificate.Proof, error) {
		leaf := &certificate.Leaf{Denominator: 1}
		for z := range c.graph.Vertices {
			if len(c.graph.Pred[z]) > 0 {
				continue
			}
			path := certificate.Path{Edges: []int{z}, Rest: true}
			for at := z; len(c.graph.Succ[at]) > 0; {
				at = int(c.graph.Succ[at][0])
				path.Edges = append(path.Edges, at)
			}
			leaf.Paths = append(leaf.Paths, path)
		}
		return &certificate.Proof{Leaf: leaf}, nil
	}})
	return nil
}

// reduced proves a bound of what a reduction leaves.
func (c *certification) reduced(ctx context.Context, _ Snapshot) error {
	r, err := presolve.Reduce(func() bool { return ctx.Err() != nil }, c.start)
	if err != nil || len(r.Steps) == 0 || r.Cost > c.goal {
		return err
	}
	tree, in := &cover.Tree{Dual: &paths.Dual{Denominator: 1}}, c.graph
	if r.Cost < c.goal {
		in, _ = linegraph.FromState(r.End)
		in.Until(func() bool { return ctx.Err() != nil })
		tree = cover.Prove(ctx, in, cover.Options{Incumbent: c.goal - r.Cost}, lateDivisions)
	}
	c.add(proof{bound: r.Cost.Add(tree.Bound), write: func() (*certificate.Proof, error) {
		return r.Postsolve(cover.Certify(in, tree), tree.Bound)
	}})
	return nil
}

// covered proves the chain-cover bound of the whole dag.
func (c *certification) covered(ctx context.Context, _ Snapshot) error {
	tree := cover.Prove(ctx, c.graph, cover.Options{Incumbent: c.goal}, lateDivisions)
	c.add(proof{bound: tree.Bound, write: func() (*certificate.Proof, error) {
		return cover.Certify(c.graph, tree), nil
	}})
	return nil
}

// write writes the best proof that can be written and passes the check. One that is checked
// takes no more than half of the time that is left, so that there is some for the next.
func (c *certification) write(ctx context.Context, end Snapshot, check check) (*certificate.Certificate,
	error) {
	var last error
	for _, p := range c.proofs {
		if check != nil && p.bound > 0 && ctx.Err() != nil {
			continue
		}
		written, err := p.write()
		if err != nil {
			last = err
			continue
		}
		bound := min(p.bound, c.goal)
		if check != nil {
			within, cancel := half(ctx)
			err = check(within, &certificate.Certificate{Dag: c.dag.Fingerprint(), Bound: bound,
				Proof: written})
			cancel()
		}
		if err != nil {
			last = err
			continue
		}
		made, err := certificate.New(c.dag, end.Incumbent.Ops, bound, written)
		if err != nil {
			return nil, err
		}
		if end.Bound > bound {
			made.Searched = end.Bound
		}
		return made, nil
	}
	return nil, last
}

// timeToProve is how long a proof may still be looked for when the run is over:
// what it has left of its time, or what is kept for that.
func (s *Snapshot) timeToProve() time.Duration {
	if s.limit <= 0 {
		return proofTime
	}
	return max(min(proofTime, s.limit-s.Elapsed), TimeToProve(s.limit), leastProof)
}

// Provable is the highest bound that the run has proved in a form that can be written, as far
// as is known; 0 without one.
func (s *Snapshot) Provable() model.Cost {
	best := model.Cost(0)
	for _, p := range s.proofs.list() {
		if !p.bound.IsSaturated() {
			best = max(best, p.bound)
		}
	}
	return best
}
