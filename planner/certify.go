package planner

import (
	"context"
	"fmt"
	"time"

	"facet/model"
	"facet/planner/certificate"
	"facet/planner/cover"
	"facet/planner/letters"
)

const (
	// proofTime limits how long a proof is looked for, and proofDivisions how
	// often it distinguishes whether an item is bought: what a proof of a few
	// hundred parts does not reach, a search has to close.
	proofTime      = time.Minute
	leastProof     = 100 * time.Millisecond
	proofDivisions = 200
)

// Certify makes a certificate of what a run from the fresh line dag of g has
// come to: its best sequence, and a lower bound that can be checked without
// trusting the run. Where the run's own bound is higher, because its search had
// to close a gap, the certificate says so. When ctx ends, the bound is what was
// proved by then. A run without a sequence is an error.
func Certify(ctx context.Context, g *model.Dag, end Snapshot) (*certificate.Certificate, error) {
	if !end.HasIncumbent || end.Method.CostOnly() {
		return nil, fmt.Errorf("there is no sequence to certify")
	}
	tree, bound := end.proofs.best()
	if tree == nil || bound < end.Bound && end.timeToProve() > 0 {
		ctx, cancel := context.WithTimeout(ctx, end.timeToProve())
		defer cancel()
		in, _ := letters.FromState(model.NewState(g))
		again, _ := cover.Prove(ctx, in, cover.Options{Incumbent: end.Incumbent.Cost}, proofDivisions)
		if tree == nil || again.Bound > bound {
			tree = again
		}
	}
	c, err := certificate.New(g, end.Incumbent.Ops, tree.Bound, cover.Certify(tree))
	if err != nil {
		return nil, err
	}
	if end.Bound > tree.Bound {
		c.Searched = end.Bound
	}
	return c, nil
}

// timeToProve is how long a proof may still be looked for when the run is over:
// what it has left of its time.
func (s *Snapshot) timeToProve() time.Duration {
	if s.limit <= 0 {
		return proofTime
	}
	return max(min(proofTime, s.limit-s.Elapsed), leastProof)
}
