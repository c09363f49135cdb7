package store

import "sync"

// Newest saves values in the background: of those that wait to be saved, the last. It is safe for
// concurrent use once Save is set.
type Newest[T any] struct {
	Save func(T) error

	mutex   sync.Mutex
	value   T
	version uint64 // how often it was set

	saving sync.Mutex // held while one is saved
	saved  uint64     // its version
	told   string     // why the last one could not be saved
}

// Set takes a value, and does not wait.
func (n *Newest[T]) Set(value T) {
	n.mutex.Lock()
	defer n.mutex.Unlock()
	n.value = value
	n.version++
}

// Flush saves the newest value where that was not done. One that cannot be saved is tried again by
// the next Flush; the error says why, once.
func (n *Newest[T]) Flush() error {
	n.saving.Lock()
	defer n.saving.Unlock()
	n.mutex.Lock()
	value, version := n.value, n.version
	n.mutex.Unlock()
	if version == n.saved {
		return nil
	}
	err := n.Save(value)
	if err == nil {
		n.saved, n.told = version, ""
		return nil
	}
	if err.Error() == n.told {
		return nil
	}
	n.told = err.Error()
	return err
}
