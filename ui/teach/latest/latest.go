// Package latest hands values from one goroutine to many readers, of which only the newest
// counts: nothing is queued, and no writer waits for a reader. It knows nothing of a class.
package latest

import (
	"context"
	"sync"
)

// Value holds the newest of many values, which must not change. Setting it never waits, and a
// reader misses what was overtaken. It is safe for concurrent use; the zero value holds none.
type Value[T any] struct {
	mutex   sync.Mutex
	value   T
	version uint64        // how often it was set
	newer   chan struct{} // closed when it is set; nil as long as no reader waits
}

// Set puts a new value in the place of the last.
func (l *Value[T]) Set(value T) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.value = value
	l.version++
	if l.newer != nil {
		close(l.newer)
		l.newer = nil
	}
}

// Now is the newest value and its version, which is 0 as long as none was set.
func (l *Value[T]) Now() (T, uint64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.value, l.version
}

// Watch is Now, with what is closed when there is a newer value.
func (l *Value[T]) Watch() (T, uint64, <-chan struct{}) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.newer == nil {
		l.newer = make(chan struct{})
	}
	return l.value, l.version, l.newer
}

// After waits until there is a newer value than that of a version, and gives the newest. It
// gives up with the context, which is its error.
func (l *Value[T]) After(ctx context.Context, version uint64) (T, uint64, error) {
	for {
		value, now, newer := l.Watch()
		if now > version {
			return value, now, nil
		}
		select {
		case <-newer:
		case <-ctx.Done():
			var none T
			return none, version, ctx.Err()
		}
	}
}
