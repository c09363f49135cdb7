package terminal

import (
	"sync"
	"time"
)

// Turns limit the drawing of large windows among many: one is drawn at a time, followed
// by a rest of twice the time that it took. All large windows together take at most a
// third of one processor, whatever their users do; small windows never wait for them. The
// nil value limits nothing. Turns are safe for concurrent use.
type Turns struct {
	mutex sync.Mutex
	free  time.Time // when the next one may be drawn
}

// large is the number of cells from which a window is drawn in turn: four times 120x40.
const large = 4 * 120 * 40

// longTurn is the longest turn of a window that never gives it back.
const longTurn = time.Second

// take takes the turn for one drawing, if it is free.
func (t *Turns) take(cells int) bool {
	if t == nil || cells < large {
		return true
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	now := time.Now()
	if now.Before(t.free) {
		return false
	}
	t.free = now.Add(longTurn)
	return true
}

// give releases the turn after a drawing of that duration.
func (t *Turns) give(cells int, took time.Duration) {
	if t == nil || cells < large {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.free = time.Now().Add(min(longTurn, 2*took))
}
