package sshd

import (
	"context"
	"sync"
	"time"

	"facet/ui/explore/intent"
	"facet/ui/teach/class"
)

// idling ends a session in which nothing happens for too long: no key comes, and no frame is
// drawn. A moment before that it warns, and the frame of the warning does not count.
type idling struct {
	limit  time.Duration
	news   chan []intent.Intent // for the explorer that is open
	ends   func()
	mutex  sync.Mutex
	timer  *time.Timer
	warned time.Time // zero while nothing was warned of
}

// The warning comes so long before the end, or in the middle of a shorter time; what is
// drawn so soon after it is its own frame.
const (
	lastWarning = time.Minute
	ownFrame    = 5 * time.Second
)

func newIdling(limit time.Duration, ends func()) *idling {
	i := &idling{limit: limit, news: make(chan []intent.Intent, 1), ends: ends}
	i.timer = time.AfterFunc(limit-i.before(), i.over)
	return i
}

// before is how long before the end it warns.
func (i *idling) before() time.Duration { return min(lastWarning, i.limit/2) }

// over warns, or ends the session.
func (i *idling) over() {
	i.mutex.Lock()
	if !i.warned.IsZero() {
		i.mutex.Unlock()
		i.ends()
		return
	}
	i.warned = time.Now()
	i.timer.Reset(i.before())
	i.mutex.Unlock()
	i.tell("Nothing was typed for " + class.Duration(i.limit-i.before()) + ": this session ends in " +
		class.Duration(i.before()) + ". Any key keeps it open.")
}

// tell warns, or takes a warning back.
func (i *idling) tell(warning string) {
	select {
	case i.news <- []intent.Intent{intent.Say{Text: warning, As: intent.Warning}}:
	default:
	}
}

// warns waits for the next warning.
func (i *idling) warns(ctx context.Context) ([]intent.Intent, error) {
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case intents := <-i.news:
		return intents, nil
	}
}

// typed notes that a key came, drew that something was written.
func (i *idling) typed() { i.touch(true) }
func (i *idling) drew()  { i.touch(false) }

func (i *idling) touch(key bool) {
	i.mutex.Lock()
	warned := !i.warned.IsZero()
	if warned && !key && time.Since(i.warned) < ownFrame {
		i.mutex.Unlock()
		return
	}
	i.warned = time.Time{}
	i.timer.Reset(i.limit - i.before())
	i.mutex.Unlock()
	if warned && !key {
		i.tell("")
	}
}

// stop ends the watching.
func (i *idling) stop() { i.timer.Stop() }
