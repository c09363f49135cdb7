package sshd

import (
	"sync"

	"golang.org/x/time/rate"
)

// rates limit how often something happens, for each name. They are safe for concurrent use.
type rates struct {
	perSecond rate.Limit
	atOnce    int
	others    *rate.Limiter // of all who are too many to be told apart

	mutex sync.Mutex
	names map[string]*rate.Limiter
}

// mostRates is how many names are told apart at once.
const mostRates = 10_000

func newRates(aSecond rate.Limit, atOnce int) *rates {
	return &rates{perSecond: aSecond, atOnce: atOnce, names: make(map[string]*rate.Limiter),
		others: rate.NewLimiter(aSecond, atOnce)}
}

// aMinute are rates of so many a minute, and as many at once.
func aMinute(n int) *rates { return newRates(rate.Limit(float64(n)/60), n) }

// of is the limiter of a name. Names that were quiet for long enough are forgotten
// first; as long as there are too many others, all new ones count as one.
func (r *rates) of(name string) *rate.Limiter {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	l, ok := r.names[name]
	if ok {
		return l
	}
	if len(r.names) >= mostRates && r.others.Tokens() > 0 {
		for other, l := range r.names {
			if l.Tokens() >= float64(r.atOnce) {
				delete(r.names, other)
			}
		}
	}
	if len(r.names) >= mostRates {
		return r.others
	}
	l = rate.NewLimiter(r.perSecond, r.atOnce)
	r.names[name] = l
	return l
}
