package sshd

import "sync"

// work is what is under way, so that the end can wait for it.
type work struct {
	mutex   sync.Mutex // so that nothing begins while it is waited for
	ended   bool
	running sync.WaitGroup
}

// enter counts something that begins; false when it may not any more.
func (w *work) enter() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if !w.ended {
		w.running.Add(1)
	}
	return !w.ended
}

// leave counts something that has ended.
func (w *work) leave() { w.running.Done() }

// start does it in a goroutine of its own, if it may begin.
func (w *work) start(do func()) bool {
	if !w.enter() {
		return false
	}
	go func() {
		defer w.leave()
		do()
	}()
	return true
}

// end lets nothing begin any more. What it gives is closed when all is over.
func (w *work) end() <-chan struct{} {
	w.mutex.Lock()
	w.ended = true
	w.mutex.Unlock()
	over := make(chan struct{})
	go func() {
		w.running.Wait()
		close(over)
	}()
	return over
}
