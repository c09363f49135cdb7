package sshd

import (
	"errors"
	"fmt"
	"sync"

	"facet/ui/draw/style"
)

// limiter counts the sessions that are open.
type limiter struct {
	limits Limits
	code   bool // the class has one

	mutex     sync.Mutex
	total     int
	coded     int               // of those who have the class's code
	own       map[any]int       // of a key, or of a connection without one
	strangers map[strangers]int // of keys that are not listed, and of those who have none
	rates     *rates            // of sessions, by key or by address
}

// strangers are those at an address whose keys are not listed, or who have none.
type strangers struct {
	address string
	keys    bool
}

func newLimiter(limits Limits, code bool) *limiter {
	return &limiter{limits: limits, code: code, own: make(map[any]int), strangers: make(map[strangers]int),
		rates: aMinute(limits.Rate)}
}

// enter counts one more session, or says why there cannot be another. leave has to be
// called once. What strangers have open counts against strangers alone: a lecturer always
// gets in, a listed key as long as it has not too many sessions itself, who has the class's
// code as long as those who have it fit, and who has a key is not kept out by people at the
// same address who have none.
func (l *limiter) enter(c guest) (leave func(), err error) {
	own, others := any(c.key), strangers{c.from, c.key != ""}
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
	strange, coded := !c.leads && !c.listed && !c.coded, !c.leads && !c.listed && c.coded
	l.total++
	if coded {
		l.coded++
	}
	l.own[own]++
	if strange {
		l.strangers[others]++
	}
	return func() {
		l.mutex.Lock()
		defer l.mutex.Unlock()
		l.total--
		if coded {
			l.coded--
		}
		less(l.own, own)
		if strange {
			less(l.strangers, others)
		}
	}, nil
}

// refusal is why a user cannot have another session, who has so many of their own, while
// others like them at the same address have so many; nil where they can.
func (l *limiter) refusal(c guest, own, others int) error {
	keyless, kind, way := c.key == "", "of keys that are not listed", "try again when one has ended"
	if keyless {
		kind, way = "without a key", "a key lets you in, which ssh-keygen makes"
	}
	if l.code {
		way = "the class's code lets you in"
	}
	sessions := func(n int) string { return style.Plural(n, "open session", "open sessions") }
	switch {
	case !keyless && !l.rates.of(c.key).Allow():
		return errors.New("too many sessions of your key: wait a minute")
	case keyless && !c.coded && !l.rates.of(c.from).Allow(): // all of a class may come from there at once
		return fmt.Errorf("too many sessions of %s, from people without a key: wait a minute, or come with a key",
			c.from)
	case own >= l.limits.PerKey && keyless:
		return fmt.Errorf("this connection has %s already: close one", sessions(own))
	case own >= l.limits.PerKey:
		return fmt.Errorf("your key has %s already: close one", sessions(own))
	case c.listed:
		return nil
	case c.coded && l.coded < l.limits.Sessions:
		return nil
	case l.total >= l.limits.Sessions:
		return fmt.Errorf("the class is full: %s open, try again later",
			style.Plural(l.total, "session is", "sessions are"))
	case others >= l.limits.PerAddress:
		return fmt.Errorf("%s has %s %s already, and no more are allowed from one address: %s", c.from,
			sessions(others), kind, way)
	}
	return nil
}

// here reports whether a key has a session.
func (l *limiter) here(key string) bool {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.own[key] > 0
}

// less counts one less, and forgets who has none.
func less[K comparable](counts map[K]int, of K) {
	if counts[of]--; counts[of] <= 0 {
		delete(counts, of)
	}
}
