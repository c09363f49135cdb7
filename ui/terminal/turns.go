package terminal

import (
	"sync"
	"time"
)

// Turns are had by whoever shows a large window among many: one of them is drawn at a
// time, and then rested twice as long as it took. All large windows together take a third
// of one processor at most, whoever sends what; others never wait for them. The nil value
// lets everybody draw. Turns are safe for concurrent use.
type Turns struct {
	mutex sync.Mutex
	free  time.Time // from when on the next one may be drawn
}

// large is from how many cells on a window is drawn in turn: four times 120x40.
const large = 4 * 120 * 40

// longTurn is how long a turn is had at most by somebody who never gives it back.
const longTurn = time.Second

// take has the turn for one drawing, if nobody else has it.
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

// give gives the turn to the next one, after so long a drawing.
func (t *Turns) give(cells int, took time.Duration) {
	if t == nil || cells < large {
		return
	}
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.free = time.Now().Add(min(longTurn, 2*took))
}
