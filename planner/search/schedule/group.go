package schedule

import (
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// Group is goroutines of a run, of which more may start while some are awaited.
type Group struct {
	of   *Schedule
	all  sync.WaitGroup
	mu   sync.Mutex
	errs []error
}

// Group is one without goroutines.
func (s *Schedule) Group() *Group { return &Group{of: s} }

// Group is one of the run that the slot belongs to.
func (s *Slot) Group() *Group { return s.schedule.Group() }

// Start runs the function at once. One that fails or panics ends the run.
func (g *Group) Start(work func() error) {
	g.all.Go(func() {
		err := Protect(work)
		if err == nil || errors.Is(err, ErrStopped) {
			return
		}
		g.of.Stop()
		g.mu.Lock()
		defer g.mu.Unlock()
		g.errs = append(g.errs, err)
	})
}

// Join waits for all and gives their errors.
func (g *Group) Join() error {
	g.all.Wait()
	return errors.Join(g.errs...)
}

// Protect runs the function and turns a panic into an error.
func Protect(work func() error) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("the planner failed: %v\n%s", p, debug.Stack())
		}
	}()
	return work()
}
