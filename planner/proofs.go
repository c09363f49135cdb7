package planner

import (
	"slices"
	"sync"
	"sync/atomic"

	"facet/model"
	"facet/planner/certificate"
	"facet/planner/search/incumbent"
	"facet/planner/search/presolve"
)

// proof is a lower bound of the state that a run started from, and a way to
// write down why it is one. A proof is written only when a certificate is asked for.
type proof struct {
	source incumbent.Source
	bound  model.Cost
	write  func() (*certificate.Proof, error)
}

// proofs keeps what proves the bounds of the state that a run started from, the
// best last. Not every proof can be written in the end, so that the best one of each
// strategy is kept: its earlier ones would take as much memory once more.
type proofs struct {
	mu  sync.Mutex
	all []proof

	reduction atomic.Pointer[presolve.Reduction] // nil for none
}

// keep remembers a proof if it proves more than those there are.
func (p *proofs) keep(source incumbent.Source, bound model.Cost, write func() (*certificate.Proof, error)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.lacks(bound) {
		return
	}
	p.all = slices.DeleteFunc(p.all, func(o proof) bool { return o.source == source })
	p.all = append(p.all, proof{source, bound, write})
}

// wants reports whether a proof of the bound would be kept.
func (p *proofs) wants(bound model.Cost) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lacks(bound)
}

// lacks is wants under the lock.
func (p *proofs) lacks(bound model.Cost) bool {
	n := len(p.all)
	return n == 0 || bound > p.all[n-1].bound
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
