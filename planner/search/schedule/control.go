package schedule

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// ErrStopped is what workers return when the run has ended: it was stopped, its
// time is over, or everything is proved.
var ErrStopped = errors.New("the run was stopped")

// Control pauses workers, slows them down or stops them.
type Control struct {
	closed atomic.Bool // paused, paced or ended: wait looks closer
	mu     sync.Mutex
	moved  chan struct{} // closed and replaced whenever anything changes
	paused bool
	end    ending
	stop   chan struct{}
	steps  bool          // before each node the run pauses,
	ahead  int           // but for so many
	gap    time.Duration // between two nodes, for slow motion
	next   time.Time     // when the next node may be explored
	idle   time.Duration // time spent paused
	since  time.Time     // when the present pause began
}

// ending is what ended a run; the first reason counts.
type ending uint8

const (
	working  ending = iota
	finished        // nothing is left to do
	stopped         // by a caller
	expired         // by the limit of time
	spent           // by the limit of work
)

func (c *Control) open() {
	c.moved, c.stop = make(chan struct{}), make(chan struct{})
}

// Pace limits all workers together to this many nodes a second; 0 is full
// speed.
func (c *Control) Pace(nodes float64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.gap = 0
	if nodes > 0 {
		c.gap = time.Duration(float64(time.Second) / nodes)
	}
	c.change()
}

// Pause holds the workers at their next node.
func (c *Control) Pause() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.pause()
}

func (c *Control) pause() {
	if !c.paused && c.end == working {
		c.paused, c.since = true, time.Now()
		c.change()
	}
}

// Resume lets them continue.
func (c *Control) Resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.steps, c.ahead = false, 0
	c.resume()
}

func (c *Control) resume() {
	if c.paused {
		c.paused = false
		c.idle += time.Since(c.since)
	}
	c.change()
}

// Step lets the workers go on for so many nodes; before the next one all are paused. Work that
// is no node goes on until then.
func (c *Control) Step(nodes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end == working {
		c.steps, c.ahead = true, c.ahead+nodes
		c.resume()
	}
}

// Stop ends the work for good.
func (c *Control) Stop() { c.halt(stopped) }

// Finish is Stop because nothing is left to do.
func (c *Control) Finish() { c.halt(finished) }

func (c *Control) halt(why ending) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.end != working {
		return
	}
	if c.paused {
		c.paused = false
		c.idle += time.Since(c.since)
	}
	c.end = why
	close(c.stop)
	c.change()
}

// WasStopped reports whether Stop or a limit came before Finish.
func (c *Control) WasStopped() bool { return c.ending() >= stopped }

// IsOutOfTime reports whether the limit of time ended the run.
func (c *Control) IsOutOfTime() bool { return c.ending() == expired }

// IsOutOfWork reports whether the limit of work ended the run.
func (c *Control) IsOutOfWork() bool { return c.ending() == spent }

func (c *Control) ending() ending {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.end
}

// change wakes all goroutines that wait here. The caller holds the lock.
func (c *Control) change() {
	c.closed.Store(c.paused || c.steps || c.end != working || c.gap > 0)
	close(c.moved)
	c.moved = make(chan struct{})
}

// Done is closed when all workers have to end.
func (c *Control) Done() <-chan struct{} { return c.stop }

// Idle is the time spent paused so far.
func (c *Control) Idle() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paused {
		return c.idle + time.Since(c.since)
	}
	return c.idle
}

// Pass is called before each node. It returns at once, or waits while the run
// is paused or until it is the node's turn, or gives [ErrStopped].
func (c *Control) Pass() error {
	if !c.closed.Load() {
		return nil
	}
	return c.wait(true)
}

// Check is Pass for work that is no node: it does not count against the pace.
func (c *Control) Check() error {
	if !c.closed.Load() {
		return nil
	}
	return c.wait(false)
}

func (c *Control) wait(node bool) error {
	var turn time.Time // of this node, once it has one
	for {
		c.mu.Lock()
		if node && c.steps && !c.paused {
			if c.ahead > 0 {
				c.ahead, node = c.ahead-1, false
			} else {
				c.pause()
			}
		}
		halted, paused, moved := c.end != working, c.paused, c.moved
		if node && turn.IsZero() && !paused && c.gap > 0 {
			turn = c.next
			if now := time.Now(); turn.Before(now) {
				turn = now
			}
			c.next = turn.Add(c.gap)
		}
		slow := c.gap > 0
		c.mu.Unlock()
		switch {
		case halted:
			return ErrStopped
		case paused:
			<-moved
			continue
		case !node || !slow:
			return nil
		}
		rest := time.Until(turn)
		if rest <= 0 {
			return nil
		}
		timer := time.NewTimer(rest)
		select {
		case <-timer.C:
		case <-moved:
		}
		timer.Stop()
	}
}

// IsPaused reports whether workers are being held.
func (c *Control) IsPaused() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.paused
}

func (c *Control) isDone() bool {
	select {
	case <-c.stop:
		return true
	default:
		return false
	}
}
