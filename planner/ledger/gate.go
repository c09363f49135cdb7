package ledger

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"
)

// ErrStopped is what workers return when there is nothing left to do: the run
// was stopped, or is settled.
var ErrStopped = errors.New("the run was stopped")

// Gate lets workers through, holds them, slows them down or sends them home.
type Gate struct {
	closed atomic.Bool // paused, paced or stopped: look closer
	mu     sync.Mutex
	moved  chan struct{} // closed and replaced whenever the gate changes
	paused bool
	halted bool
	asked  bool // somebody has stopped the run, before it was settled
	stop   chan struct{}
	gap    time.Duration // between two nodes, for slow motion
	next   time.Time     // when the next node may be explored
	idle   time.Duration // time spent paused
	since  time.Time     // when the present pause began
}

func (g *Gate) open() {
	g.moved, g.stop = make(chan struct{}), make(chan struct{})
}

// Pace limits all workers together to this many nodes a second; 0 is full
// speed.
func (g *Gate) Pace(nodes float64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.gap = 0
	if nodes > 0 {
		g.gap = time.Duration(float64(time.Second) / nodes)
	}
	g.change()
}

// Pause holds the workers at their next node.
func (g *Gate) Pause() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.paused && !g.halted {
		g.paused, g.since = true, time.Now()
		g.change()
	}
}

// Resume lets them go on.
func (g *Gate) Resume() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.paused {
		g.paused = false
		g.idle += time.Since(g.since)
		g.change()
	}
}

// Halt sends all workers home; there is no way back.
func (g *Gate) Halt() { g.halt(true) }

// settle sends all workers home because nothing is left to do.
func (g *Gate) settle() { g.halt(false) }

func (g *Gate) halt(asked bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.halted {
		return
	}
	if g.paused {
		g.paused = false
		g.idle += time.Since(g.since)
	}
	g.halted, g.asked = true, asked
	close(g.stop)
	g.change()
}

// WasStopped tells whether Halt came before the run was settled.
func (g *Gate) WasStopped() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.asked
}

// change wakes everybody who waits at the gate. The caller holds the lock.
func (g *Gate) change() {
	g.closed.Store(g.paused || g.halted || g.gap > 0)
	close(g.moved)
	g.moved = make(chan struct{})
}

// Halted is closed when all workers have to go home.
func (g *Gate) Halted() <-chan struct{} { return g.stop }

// Idle is the time spent paused so far.
func (g *Gate) Idle() time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.paused {
		return g.idle + time.Since(g.since)
	}
	return g.idle
}

// Pass is called before each node. It returns at once, or waits while the run
// is paused or until it is the node's turn, or gives ErrStopped.
func (g *Gate) Pass() error {
	if !g.closed.Load() {
		return nil
	}
	return g.wait(true)
}

// Check is Pass for work that is no node: it does not count against the pace.
func (g *Gate) Check() error {
	if !g.closed.Load() {
		return nil
	}
	return g.wait(false)
}

func (g *Gate) wait(node bool) error {
	var turn time.Time // of this node, once it has one
	for {
		g.mu.Lock()
		halted, paused, moved := g.halted, g.paused, g.moved
		if node && turn.IsZero() && !paused && g.gap > 0 {
			turn = g.next
			if now := time.Now(); turn.Before(now) {
				turn = now
			}
			g.next = turn.Add(g.gap)
		}
		slow := g.gap > 0
		g.mu.Unlock()
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
func (g *Gate) IsPaused() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.paused
}
