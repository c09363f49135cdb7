package planner

import (
	"sync"

	"facet/planner/cover"
	"facet/planner/ledger"
)

// relaxation is what the linear programmes of a question buy, whole or in part,
// for those who make sequences of it.
type relaxation struct {
	mu      sync.Mutex
	support []cover.Purchase
	posts   int
	first   chan struct{} // closed by the first post
}

func newRelaxation() *relaxation { return &relaxation{first: make(chan struct{})} }

// post makes a newer solution known.
func (r *relaxation) post(support []cover.Purchase) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.posts++; r.posts == 1 {
		close(r.first)
	}
	if len(support) > 0 {
		r.support = support
	}
}

// await waits for the first solution; the desk's time goes to others.
func (j *job) await(d *ledger.Desk) error {
	d.Leave()
	select {
	case <-j.relaxation.first:
		return d.Check()
	case <-j.ctx.Done():
		return ledger.ErrStopped
	}
}

// latest gives the newest solution and how many there have been.
func (r *relaxation) latest() ([]cover.Purchase, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.support, r.posts
}
