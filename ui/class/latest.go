package class

import (
	"context"
	"sync"
)

// latest holds the newest of many values. Setting it never waits, and whoever reads it
// misses what was overtaken. It is safe for concurrent use; the values must not
// change.
type latest[T any] struct {
	mutex   sync.Mutex
	value   T
	version uint64        // how often it was set
	newer   chan struct{} // closed when it is set; nil as long as nobody waits
}

// Set puts a new value in the place of the last.
func (s *latest[T]) Set(value T) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	s.value = value
	s.version++
	if s.newer != nil {
		close(s.newer)
		s.newer = nil
	}
}

// now is the newest value and its version; the version is 0 as long as none was set.
func (s *latest[T]) now() (T, uint64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.value, s.version
}

// after waits until there is a newer value than that of a version, and gives the
// newest. It gives up with the context, which is its error.
func (s *latest[T]) after(ctx context.Context, version uint64) (T, uint64, error) {
	for {
		s.mutex.Lock()
		if s.version > version {
			defer s.mutex.Unlock()
			return s.value, s.version, nil
		}
		if s.newer == nil {
			s.newer = make(chan struct{})
		}
		newer := s.newer
		s.mutex.Unlock()
		select {
		case <-newer:
		case <-ctx.Done():
			var none T
			return none, version, ctx.Err()
		}
	}
}
