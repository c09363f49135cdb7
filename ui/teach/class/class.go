package class

import (
	"context"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/explore/solver"
)

// Class is what its people share. It is safe for concurrent use.
type Class struct {
	lecturers lecturers
	searches  searches
	orders    ordering
	roster    roster
	trouble   trouble
	steps     *session.Common // those of the lecturer, once for all who follow
}

// New makes a class without people.
func New() *Class { return &Class{steps: session.NewCommon()} }

// Close ends what goes on without a session.
func (c *Class) Close() { c.orders.stopClock() }

// Lead begins to lead the class under a name. Where several lead, the class is with the
// one who did something last.
func (c *Class) Lead(name string) *Lecturer { return c.lecturers.add(name) }

// Position is where the lecturer stands; nil before the first one leads.
func (c *Class) Position() *Position { return c.lecturers.position() }

// Task is what the lecturer has opened for all; nil as long as that is nothing.
func (c *Class) Task() *Task { return c.orders.now().task }

// Opened waits until the lecturer has opened something else for all than what is known,
// which may be nothing yet. The error is that of the context.
func (c *Class) Opened(ctx context.Context, known *Task) (*Task, error) {
	version := uint64(0)
	for {
		now, newest, err := c.orders.newest.After(ctx, version)
		if err != nil {
			return nil, err
		}
		if version = newest; now.task != known {
			return now.task, nil
		}
	}
}

// open opens something for all.
func (c *Class) open(t *Task) {
	c.roster.ask(t)
	c.orders.open(t)
}

// Share gives what begins a lecturer's runs: each of them is the class's from then
// on, in the place of the one before.
func (c *Class) Share(leader string) func(context.Context, *model.State, planner.Options) (solver.Handle,
	error) {
	return c.searches.share(leader)
}

// View gives what shows the class's search where a run would begin. Only one who steers
// pauses it, ends it or sets its pace.
func (c *Class) View(steers bool) func(context.Context, *model.State, planner.Options) (solver.Handle,
	error) {
	return c.searches.view(steers)
}

// Searching is the search that is watched; nil without.
func (c *Class) Searching() *Search { return c.searches.now() }

// Enter adds a person who has come.
func (c *Class) Enter(w Who) *Person { return c.roster.enter(w) }

// Here is how many are here.
func (c *Class) Here() int { return c.roster.count() }

// Removed reports whether a key does not come in any more.
func (c *Class) Removed(key string) bool { return c.roster.isRemoved(key) }

// See looks at the class.
func (c *Class) See() Sight {
	s := c.roster.see(c.Task())
	s.Trouble = c.trouble.now()
	return s
}

// Unsaved notes why something could not be saved just now, for the board. It is safe for
// concurrent use.
func (c *Class) Unsaved(why string) { c.trouble.note(why) }

// Together says, for the lecturer, how many follow and are on the step; empty where none
// follows.
func (c *Class) Together() string { return c.roster.together() }

// Results is what was reached of the puzzles that the lecturer has opened, and of dags;
// the version changes with it.
func (c *Class) Results() (all []Result, version uint64) { return c.roster.listed() }

// Restore takes results back that were written before the class was interrupted, and
// gives their version. People without a key who come from now on are others.
func (c *Class) Restore(all []Result) (version uint64) {
	c.roster.restore(all)
	_, version = c.roster.listed()
	return version
}
