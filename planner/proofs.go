package planner

import (
	"slices"
	"sync"
	"sync/atomic"

	"facet/model"
	"facet/planner/certificate"
	"facet/planner/search/presolve"
)

// proof is a lower bound of the state that a run started from, and a way to
// write down why it is one. A proof is written only when a certificate is asked for.
type proof struct {
	bound model.Cost
	write func() (*certificate.Proof, error)
}

// proofs keeps what proves the bounds of the state that a run started from, the
// best last: not every proof can be written in the end.
type proofs struct {
	mu  sync.Mutex
	all []proof

	reduction atomic.Pointer[presolve.Reduction] // nil for none
}

// keep remembers a proof if it proves more than those there are.
func (p *proofs) keep(bound model.Cost, write func() (*certificate.Proof, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if n := len(p.all); n == 0 || bound > p.all[n-1].bound {
		p.all = append(p.all, proof{bound, write})
	}
}

// list gives the proofs so far.
func (p *proofs) list() []proof {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.all)
}
