package solver

import "sync"

// jobs counts what works in the background, so that the end of the program can
// wait for it. A command that was never carried out does not count.
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

// close lets no further job begin. What it gives is closed when all jobs that
// have begun are over.
func (j *jobs) close() <-chan struct{} {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.closed = true
	over := make(chan struct{})
	go func() {
		j.running.Wait()
		close(over)
	}()
	return over
}
