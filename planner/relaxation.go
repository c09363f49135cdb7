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
	first   *event // the first post

	tree   *cover.BranchAndCut // after its first step
	packed *event              // it is there
}

// event is something that happens once. Whoever waits for it is queued for a turn by
// whoever makes it happen, so that the order of turns does not depend on which
// goroutine wakes first.
type event struct {
	mu      sync.Mutex
	done    chan struct{}
	over    bool
	waiting []*incumbent.Reporter
}

func newEvent() *event { return &event{done: make(chan struct{})} }

// happen queues those who wait.
func (e *event) happen() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = true
	for _, d := range e.waiting {
		d.Queue()
	}
	close(e.done)
}

// await notes who waits; there tells that there is nothing to wait for.
func (e *event) await(d *incumbent.Reporter) (there bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.over {
		d.Release()
		e.waiting = append(e.waiting, d)
	}
	return e.over
}

func newRelaxation() *relaxation {
	return &relaxation{first: newEvent(), packed: newEvent()}
}

// post makes a newer solution known, unless a better one is.
func (r *relaxation) post(support []paths.Primal, bound model.Cost) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.posts > 0 && (len(support) == 0 || bound < r.bound) {
		return
	}
	if r.posts++; r.posts == 1 {
		r.first.happen()
	}
	r.support, r.bound = support, bound
}

// await waits for the first solution; meanwhile others have the worker's time.
func (j *job) await(d *incumbent.Reporter, e *event) error {
	if err := d.Check(); err != nil || e.await(d) {
		return err
	}
	select {
	case <-e.done:
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
