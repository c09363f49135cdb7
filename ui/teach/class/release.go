package class

import (
	"context"
	"sync"
	"time"
)

// releases hand a lecturer's positions to those who follow, as fast as they are taken: the
// next one when most have drawn the last, or after a while. While the lecturer holds a key
// down all followers so take the same few positions, whose pictures are laid out once, and
// what lies between is skipped. Without that each would skip something else, and lay out
// pictures that no other has.
type releases struct {
	out latest[*Position]

	mutex    sync.Mutex
	next     *Position // that waits; nil for none
	last     time.Time // one was handed out
	version  uint64    // of it
	drawn    int       // how many have drawn it
	expected int       // how many had drawn the one before
	timer    *time.Timer
}

// longestHold is how long a position waits for those who are behind at most.
const longestHold = time.Second

// set hands a position out, now or soon.
func (r *releases) set(p *Position) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.next = p
	wait := longestHold - time.Since(r.last)
	if wait <= 0 || r.enough() {
		r.release()
	} else if r.timer == nil {
		r.timer = time.AfterFunc(wait, func() {
			r.mutex.Lock()
			defer r.mutex.Unlock()
			r.release()
		})
	}
}

// enough reports whether seven of eight who take part have drawn what was handed out last.
// Those who read nothing have drawn none before. The lock is held.
func (r *releases) enough() bool { return 8*r.drawn >= 7*r.expected }

// release hands out what waits. The lock is held.
func (r *releases) release() {
	if r.timer != nil {
		r.timer.Stop()
		r.timer = nil
	}
	if r.next == nil {
		return
	}
	r.out.set(r.next)
	r.next, r.last, r.expected, r.drawn = nil, time.Now(), r.drawn, 0
	_, r.version = r.out.now()
}

// drew notes that a follower has drawn a version.
func (r *releases) drew(version uint64) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if version != r.version {
		return
	}
	if r.drawn++; r.next != nil && r.enough() {
		r.release()
	}
}

// stop ends the waiting.
func (r *releases) stop() {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if r.release(); r.timer != nil {
		r.timer.Stop()
	}
}

// now is what was handed out last, and its version.
func (r *releases) now() (*Position, uint64) { return r.out.now() }

// after waits for what is handed out next.
func (r *releases) after(ctx context.Context, version uint64) (*Position, uint64, error) {
	return r.out.after(ctx, version)
}
