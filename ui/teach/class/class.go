package class

import (
	"context"

	"facet/model/session"
)

// Class is what its people share. It is safe for concurrent use.
type Class struct {
	lecturers
	searches
	trouble
	Roster Roster
	orders ordering
	steps  *session.Common // those of the lecturer, once for all who follow
}

// New makes a class without people.
func New() *Class { return &Class{steps: session.NewCommon()} }

// Close ends what goes on without a session.
func (c *Class) Close() { c.orders.stopClock() }

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
	c.Roster.ask(t)
	c.orders.open(t)
}

// See looks at the class.
func (c *Class) See() Sight {
	s := c.Roster.see(c.Task())
	s.Trouble = c.trouble.now()
	return s
}
