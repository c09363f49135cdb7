package sshd

import "sync"

// work counts what is under way, so that the end can wait for it.
type work struct {
	mutex sync.Mutex
	count int
	over  chan struct{} // closed when the end has come and nothing is under way
	ended bool
}

// enter counts something that begins; false when it may not any more.
func (w *work) enter() bool {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	if w.ended {
		return false
	}
	w.count++
	return true
}

// leave counts something that has ended.
func (w *work) leave() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.count--
	if w.ended && w.count == 0 {
		close(w.over)
	}
}

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
	defer w.mutex.Unlock()
	if !w.ended {
		w.ended, w.over = true, make(chan struct{})
		if w.count == 0 {
			close(w.over)
		}
	}
	return w.over
}
