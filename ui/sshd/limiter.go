package sshd

import (
	"fmt"
	"sync"

	"facet/ui/style"
)

// limiter counts the sessions that are open.
type limiter struct {
	limits Limits

	mutex     sync.Mutex
	total     int
	keys      map[string]int
	addresses map[string]int
	rates     *rates // of sessions, by key or by address
}

func newLimiter(l Limits) *limiter {
	return &limiter{limits: l, keys: make(map[string]int), addresses: make(map[string]int), rates: aMinute(l.Rate)}
}

// enter counts one more session of a key (empty for none) and an address, or says why
// there cannot be another. leave has to be called once.
func (r *limiter) enter(key, address string) (leave func(), err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	who, name := "your key", key
	if key == "" {
		who, name = address+", from people without a key", address
	}
	switch {
	case !r.rates.of(name).Allow():
		return nil, fmt.Errorf("too many sessions of %s: wait a minute", who)
	case r.total >= r.limits.Sessions:
		return nil, fmt.Errorf("the class is full: %s open, try again later", style.Plural(r.total, "session is", "sessions are"))
	case key != "" && r.keys[key] >= r.limits.PerKey:
		return nil, fmt.Errorf("your key has %s already: close one", style.Plural(r.keys[key], "open session", "open sessions"))
	case r.addresses[address] >= r.limits.PerAddress:
		return nil, fmt.Errorf("%s has %s already: close one", address, style.Plural(r.addresses[address], "open session", "open sessions"))
	}
	r.total++
	r.keys[key]++
	r.addresses[address]++
	return func() {
		r.mutex.Lock()
		defer r.mutex.Unlock()
		r.total--
		less(r.keys, key)
		less(r.addresses, address)
	}, nil
}

// less counts one less, and forgets whoever has none.
func less(counts map[string]int, name string) {
	if counts[name]--; counts[name] <= 0 {
		delete(counts, name)
	}
}
