package latest

import "sync"

// Saver saves values in the background: of those that wait to be saved, the newest. It is safe
// for concurrent use once Save is set.
type Saver[T any] struct {
	Save func(T) error

	newest Value[T]
	mutex  sync.Mutex // held while one is saved
	saved  uint64     // its version
	told   string     // why the last one could not be saved
}

// Set takes a value, and does not wait.
func (s *Saver[T]) Set(value T) { s.newest.Set(value) }

// Flush saves the newest value where that was not done. One that cannot be saved is tried again by
// the next Flush; the error says why, once.
func (s *Saver[T]) Flush() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	value, version := s.newest.Now()
	if version == s.saved {
		return nil
	}
	err := s.Save(value)
	if err == nil {
		s.saved, s.told = version, ""
		return nil
	}
	if err.Error() == s.told {
		return nil
	}
	s.told = err.Error()
	return err
}
