package web

import "sync"

// latest is a value of which the newest counts: who reads is told that there is a newer
// one, and nothing waits for who reads. The values must not change.
type latest[T any] struct {
	mutex   sync.Mutex
	value   T
	version uint64 // how often it was set
	newer   chan struct{}
}

// set puts a new value in the place of the last.
func (l *latest[T]) set(value T) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.value = value
	l.version++
	if l.newer != nil {
		close(l.newer)
		l.newer = nil
	}
}

// now is the newest value, its version, which is 0 as long as none was set, and what is
// closed when there is a newer one.
func (l *latest[T]) now() (T, uint64, <-chan struct{}) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.newer == nil {
		l.newer = make(chan struct{})
	}
	return l.value, l.version, l.newer
}
