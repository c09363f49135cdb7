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
	own       map[any]int       // of a key, or of a connection without one
	strangers map[strangers]int // of keys that are not listed, and of those who have none
	rates     *rates            // of sessions, by key or by address
}

// strangers are those at an address whose keys are not listed, or who have none.
type strangers struct {
	address string
	keys    bool
}

func newLimiter(limits Limits) *limiter {
	return &limiter{limits: limits, own: make(map[any]int), strangers: make(map[strangers]int), rates: aMinute(limits.Rate)}
}

// comer is who wants a session.
type comer struct {
	key        string // its fingerprint; empty for none
	listed     bool   // the key is: strangers cannot have as many of these as they want
	leads      bool   // it is a lecturer's
	address    string
	connection *connection
}

// enter counts one more session, or says why there cannot be another. leave has to be
// called once. What strangers have open counts against strangers alone: a lecturer always
// gets in, a listed key as long as it has not too many sessions itself, and who has a key
// is not kept out by people at the same address who have none.
func (l *limiter) enter(c comer) (leave func(), err error) {
	own, others := any(c.key), strangers{c.address, c.key != ""}
	if c.key == "" {
		own = c.connection
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if !c.leads {
		if err := l.refusal(c, l.own[own], l.strangers[others]); err != nil {
			return nil, err
		}
	}
	strange := !c.leads && !c.listed
	l.total++
	l.own[own]++
	if strange {
		l.strangers[others]++
	}
	return func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.total--
		less(l.own, own)
		if strange {
			less(l.strangers, others)
		}
	}, nil
}

// refusal is why a user cannot have another session, who has so many of their own, while
// others like them at the same address have so many; nil where they can.
func (l *limiter) refusal(c comer, own, others int) error {
	who, name, kind := "your key", c.key, "of keys that are not listed"
	if c.key == "" {
		who, name, kind = c.address+", from people without a key", c.address, "without a key"
	}
	sessions := func(n int) string { return style.Plural(n, "open session", "open sessions") }
	switch {
	case !l.rates.of(name).Allow():
		return fmt.Errorf("too many sessions of %s: wait a minute", who)
	case own >= l.limits.PerKey && c.key == "":
		return fmt.Errorf("this connection has %s already: close one", sessions(own))
	case own >= l.limits.PerKey:
		return fmt.Errorf("your key has %s already: close one", sessions(own))
	case c.listed:
		return nil
	case l.total >= l.limits.Sessions:
		return fmt.Errorf("the class is full: %s open, try again later", style.Plural(l.total, "session is", "sessions are"))
	case others >= l.limits.PerAddress:
		return fmt.Errorf("%s has %s %s already: close one", c.address, sessions(others), kind)
	}
	return nil
}

// less counts one less, and forgets who has none.
func less[K comparable](counts map[K]int, of K) {
	if counts[of]--; counts[of] <= 0 {
		delete(counts, of)
	}
}
