package schedule

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// ErrStopped is what workers return when there is nothing left to do: the run
// was stopped, or everything is proved.
var ErrStopped = errors.New("the run was stopped")

// Control pauses workers, slows them down or stops them.
type Control struct {
	closed atomic.Bool // paused, paced or stopped: look closer
	mu     sync.Mutex
	moved  chan struct{} // closed and replaced whenever anything changes
	paused bool
	halted bool
	asked  bool // somebody has stopped the run, before it was finished
	stop   chan struct{}
	gap    time.Duration // between two nodes, for slow motion
	next   time.Time     // when the next node may be explored
	idle   time.Duration // time spent paused
	since  time.Time     // when the present pause began
}

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
	if !c.paused && !c.halted {
		c.paused, c.since = true, time.Now()
		c.change()
	}
}

// Resume lets them go on.
func (c *Control) Resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paused {
		c.paused = false
		c.idle += time.Since(c.since)
		c.change()
	}
}

// Stop ends the work for good.
func (c *Control) Stop() { c.halt(true) }

// Finish is Stop because nothing is left to do.
func (c *Control) Finish() { c.halt(false) }

func (c *Control) halt(asked bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.halted {
		return
	}
	if c.paused {
		c.paused = false
		c.idle += time.Since(c.since)
	}
	c.halted, c.asked = true, asked
	close(c.stop)
	c.change()
}

// WasStopped tells whether Stop came before Finish.
func (c *Control) WasStopped() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.asked
}

// change wakes all who wait here. The caller holds the lock.
func (c *Control) change() {
	c.closed.Store(c.paused || c.halted || c.gap > 0)
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
// is paused or until it is the node's turn, or gives ErrStopped.
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
		halted, paused, moved := c.halted, c.paused, c.moved
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

// IsPaused tells whether workers are being held.
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
