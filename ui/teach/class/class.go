package class

import (
	"context"
	"sync"
	"time"

	"facet/model/session"
	"facet/ui/draw/style"
	"facet/ui/teach/latest"
)

// Class is what its people share. It is safe for concurrent use. What others wait for is a
// latest value; all else is behind one lock, under which nothing is done that could wait.
type Class struct {
	positions latest.Value[*Position] // of the lecturer who did something last
	orders    latest.Value[orders]    // what the lecturer wants of everybody
	runs      latest.Value[*Search]   // that all may watch, one after the other
	steps     *session.Common         // those of the lecturer, once for all who follow
	turns     turns                   // of those who follow

	mutex     sync.Mutex
	here      map[*Person]struct{}
	lecturers []*Person // whose explorers the class follows, who did something last at the end
	puzzle    *Task     // the last that was opened for all
	results   results
	guests    int             // how many came without a key
	most      map[string]int  // people who are not listed, by address: so many were here at the same time
	hidden    map[string]bool // who is not on the board
	numbers   map[string]int  // of people without a name
	removed   map[string]bool // who does not come in again
	unsaved   string          // why something could not be saved
	unsavedAt time.Time       // when it could not for the last time
}

// New makes a class without people.
func New() *Class {
	return &Class{steps: session.NewCommon(), turns: newTurns(), here: make(map[*Person]struct{}),
		results: newResults(), most: make(map[string]int), hidden: make(map[string]bool),
		numbers: make(map[string]int), removed: make(map[string]bool)}
}

// wanted is what is wanted of everybody now.
func (c *Class) wanted() orders {
	now, _ := c.orders.Now()
	return now
}

// Task is what the lecturer has opened for all; nil as long as that is nothing.
func (c *Class) Task() *Task { return c.wanted().task }

// Opened waits until the lecturer has opened something else for all than what is known,
// which may be nothing yet. The error is that of the context.
func (c *Class) Opened(ctx context.Context, known *Task) (*Task, error) {
	version := uint64(0)
	for {
		now, newest, err := c.orders.After(ctx, version)
		if err != nil {
			return nil, err
		}
		if version = newest; now.task != known {
			return now.task, nil
		}
	}
}

// troubleFor is how long it is shown that something could not be saved: longer than between two
// attempts to save it, so that what is not noted again is over.
const troubleFor = 45 * time.Second

// Unsaved notes why something could not be saved just now, for the board.
func (c *Class) Unsaved(why string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.unsaved, c.unsavedAt = style.Printable(why), time.Now()
}
