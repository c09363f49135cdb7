package planner

import (
	"sync"

	"facet/model"
	"facet/planner/bound/cover"
	"facet/planner/bound/paths"
	"facet/planner/search/schedule"
)

// relaxation is the primal support of the linear programmes of a question, whole or in part,
// for the strategies that make sequences of it.
type relaxation struct {
	mu      sync.Mutex
	support []paths.Primal
	bound   model.Cost // of the relaxation
	posts   int
	first   *event // the first post

	tree   *cover.BranchAndCut // after its first step
	packed *event              // it is there
}

// event is something that happens once. The goroutine that makes it happen queues those
// that wait for it for a turn, so that the order of turns does not depend on which of
// them wakes first.
type event struct {
	mu      sync.Mutex
	done    chan struct{}
	over    bool
	waiting []*schedule.Slot
}

func newEvent() *event { return &event{done: make(chan struct{})} }

// happen queues those that wait.
func (e *event) happen() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.over = true
	for _, s := range e.waiting {
		s.Queue()
	}
	close(e.done)
}

// await releases a slot that waits, and reports whether there is nothing to wait for.
func (e *event) await(s *schedule.Slot) (over bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.over {
		s.Release()
		e.waiting = append(e.waiting, s)
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

// latest gives the newest solution and how many there have been.
func (r *relaxation) latest() ([]paths.Primal, int) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.support, r.posts
}
