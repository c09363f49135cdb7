package class

import (
	"context"
	"errors"
	"sync/atomic"

	"facet/model"
	"facet/planner"
	"facet/ui/explore/solver"
)

// Share gives what begins a lecturer's runs: each of them is the class's from then
// on, in the place of the one before.
func (c *Class) Share(leader string) func(context.Context, *model.State, planner.Options) (solver.Handle,
	error) {
	return func(ctx context.Context, state *model.State, o planner.Options) (solver.Handle, error) {
		run, err := planner.Start(ctx, state, o)
		if err != nil {
			return nil, err
		}
		alone := solver.Alone{Run: run}
		if o.Method != planner.GreedyMinFill { // it is over before there is anything to watch
			look := new(atomic.Pointer[solver.Look])
			c.runs.Set(&Search{leader, state, o.History, alone, look})
			return shown{alone, look}, nil
		}
		return alone, nil
	}
}

// Searching is the search that is watched; nil without.
func (c *Class) Searching() *Search {
	search, _ := c.runs.Now()
	return search
}

// View gives what shows the class's search where a run would begin. Only one who steers
// pauses it, ends it or sets its pace.
func (c *Class) View(steers bool) func(context.Context, *model.State, planner.Options) (solver.Handle,
	error) {
	return func(ctx context.Context, _ *model.State, _ planner.Options) (solver.Handle, error) {
		search := c.Searching()
		if search == nil {
			return nil, errNoSearch
		}
		ctx, leave := context.WithCancel(ctx)
		v := &view{Handle: search.run, look: search.look, steers: steers, done: make(chan struct{}),
			leave: leave}
		go func() {
			defer close(v.done)
			select {
			case <-search.run.Done():
			case <-ctx.Done():
			}
		}()
		return v, nil
	}
}

var errNoSearch = errors.New("no search is running: there is nothing to watch")
