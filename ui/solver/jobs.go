package solver

import (
	"sync"
)

// jobs counts the commands that work in the background, so that the end of the
// program can wait for them. A command that was never carried out counts not.
type jobs struct {
	mu      sync.Mutex
	closed  bool
	running sync.WaitGroup
}

// enter begins a job; false when no job may begin any more.
func (j *jobs) enter() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.closed {
		return false
	}
	j.running.Add(1)
	return true
}

func (j *jobs) leave() { j.running.Done() }

// close lets no further job begin and waits for those that have.
func (j *jobs) close() {
	j.mu.Lock()
	j.closed = true
	j.mu.Unlock()
	j.running.Wait()
}
