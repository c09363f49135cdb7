package sshd

import (
	"fmt"
	"sync"

	"facet/ui/draw/style"
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

func newLimiter(limits Limits) *limiter {
	return &limiter{limits: limits, keys: make(map[string]int), addresses: make(map[string]int), rates: aMinute(limits.Rate)}
}

// enter counts one more session of a key (empty for none) and an address, or says why
// there cannot be another. leave has to be called once.
func (l *limiter) enter(key, address string) (leave func(), err error) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	who, name := "your key", key
	if key == "" {
		who, name = address+", from people without a key", address
	}
	switch {
	case !l.rates.of(name).Allow():
		return nil, fmt.Errorf("too many sessions of %s: wait a minute", who)
	case l.total >= l.limits.Sessions:
		return nil, fmt.Errorf("the class is full: %s open, try again later", style.Plural(l.total, "session is", "sessions are"))
	case key != "" && l.keys[key] >= l.limits.PerKey:
		return nil, fmt.Errorf("your key has %s already: close one", style.Plural(l.keys[key], "open session", "open sessions"))
	case l.addresses[address] >= l.limits.PerAddress:
		return nil, fmt.Errorf("%s has %s already: close one", address, style.Plural(l.addresses[address], "open session", "open sessions"))
	}
	l.total++
	l.keys[key]++
	l.addresses[address]++
	return func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.total--
		less(l.keys, key)
		less(l.addresses, address)
	}, nil
}

// less counts one less, and forgets a name that has none.
func less(counts map[string]int, name string) {
	if counts[name]--; counts[name] <= 0 {
		delete(counts, name)
	}
}
