package planner

import (
	"sync"

	"facet/model"
	"facet/planner/certificate"
)

// proof is a lower bound of the state that a run started from, and a way to
// write down why it is one. Nothing is written before somebody wants it.
type proof struct {
	bound model.Cost
	write func() (*certificate.Proof, error)
}

// proofs keeps the best proof that the strategies of a run have come to.
type proofs struct {
	mu   sync.Mutex
	most proof
}

// keep remembers a proof if it proves more than the one there is.
func (p *proofs) keep(bound model.Cost, write func() (*certificate.Proof, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.most.write == nil || bound > p.most.bound {
		p.most = proof{bound, write}
	}
}

// best is the best proof so far; without write if there is none.
func (p *proofs) best() proof {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.most
}
