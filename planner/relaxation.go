package planner

import (
	"sync"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/paths"
	"facet/planner/incumbent"
	"facet/planner/schedule"
)

// relaxation is the primal support of the linear programmes of a question, whole or in part,
// for those who make sequences of it.
type relaxation struct {
	mu      sync.Mutex
	support []paths.Primal
	bound   model.Cost // of the relaxation
	posts   int
	first   chan struct{} // closed by the first post

	tree   *cover.BranchAndCut // after its first step
	packed chan struct{}       // closed when it is there
}

func newRelaxation() *relaxation {
	return &relaxation{first: make(chan struct{}), packed: make(chan struct{})}
}

// post makes a newer solution known, unless a better one is.
func (r *relaxation) post(support []paths.Primal, bound model.Cost) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.posts > 0 && (len(support) == 0 || bound < r.bound) {
		return
	}
	if r.posts++; r.posts == 1 {
		close(r.first)
	}
	r.support, r.bound = support, bound
}

// await waits for the first solution; meanwhile others have the worker's time.
func (j *job) await(d *incumbent.Reporter, there <-chan struct{}) error {
	d.Release()
	select {
	case <-there:
		return d.Check()
	case <-j.ctx.Done():
		return schedule.ErrStopped
	}
}

// latest gives the newest solution and how many there have been.
func (r *relaxation) latest() ([]paths.Primal, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.support, r.posts
}
