package class

import (
	"context"
	"sync"
)

// latest holds the newest of many values. Setting it never waits, and a reader
// misses what was overtaken. It is safe for concurrent use; the values must not
// change.
type latest[T any] struct {
	mutex   sync.Mutex
	value   T
	version uint64        // how often it was set
	newer   chan struct{} // closed when it is set; nil as long as no reader waits
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

// now is the newest value and its version; the version is 0 as long as none was set.
func (l *latest[T]) now() (T, uint64) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.value, l.version
}

// after waits until there is a newer value than that of a version, and gives the
// newest. It gives up with the context, which is its error.
func (l *latest[T]) after(ctx context.Context, version uint64) (T, uint64, error) {
	for {
		l.mutex.Lock()
		if l.version > version {
			defer l.mutex.Unlock()
			return l.value, l.version, nil
		}
		if l.newer == nil {
			l.newer = make(chan struct{})
		}
		newer := l.newer
		l.mutex.Unlock()
		select {
		case <-newer:
		case <-ctx.Done():
			var none T
			return none, version, ctx.Err()
		}
	}
}
