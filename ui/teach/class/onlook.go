package class

import (
	"context"
	"time"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
)

// Now is how things stand, for the page around the screen of those who only look.
type Now struct {
	Text   string    // what is seen, in a sentence
	Said   string    // the last message to everybody
	Frozen bool      // moves are stopped
	Until  time.Time // the clock; zero without one
}

// Now is how things stand.
func (c *Class) Now() Now {
	o := c.wanted()
	n := Now{Text: c.seen(o.task), Said: o.said.whole(), Frozen: o.frozen, Until: o.until}
	if n.Said == movesStopped { // the sentence says it as long as it is true
		n.Said = ""
	}
	if n.Frozen {
		n.Text += " The lecturer has stopped the moves."
	}
	return n
}

// seen says what those see who only look.
func (c *Class) seen(task *Task) string {
	p := c.Position()
	switch s := c.Searching(); {
	case task != nil && task.Kind != Kind:
		return "Open for everybody: " + task.Called + "."
	case s != nil && c.inFront().kind == WatchKind:
		return "You watch the search of " + style.Printable(s.Leader) + "."
	case p == nil:
		return "There is no lecturer yet."
	case p.Gone:
		return style.Printable(p.Lecturer) + " has left."
	}
	return "You look at the steps of " + style.Printable(p.Lecturer) + "."
}

// Onlooker is a person whom the class does not see: many look at the screen of one, who is
// neither on the board nor in the results.
func (c *Class) Onlooker() *Person { return New().Enter(Who{Name: "who looks"}) }

// Onlooking opens what there is to look at: what the lecturer opened for all, else the
// lecturer's steps, else the class's search where there is no lecturer. It gives what waits
// until there is something else, and then says what goes there; that also goes where it could
// not be opened, and ends with the context.
func (c *Class) Onlooking(ctx context.Context, open func(kind string) error) func() ([]intent.Intent, error) {
	before := c.inFront()
	if open(before.kind) != nil {
		before = front{}
	}
	return func() ([]intent.Intent, error) {
		for {
			_, _, orders := c.orders.Watch()
			_, _, position := c.positions.Watch()
			_, _, search := c.runs.Watch()
			if now := c.inFront(); now != before {
				before = now
				return []intent.Intent{intent.Lead{Kind: now.kind}}, nil
			}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-orders:
			case <-position:
			case <-search:
			}
		}
	}
}

// front is what those who only look see.
type front struct {
	kind string // of the leader
	task *Task  // that is open
}

// inFront is what there is to look at.
func (c *Class) inFront() front {
	o, p := c.wanted(), c.Position()
	switch {
	case o.task != nil && o.task.Kind != Kind:
		return front{AllKind, o.task}
	case (p == nil || p.Gone) && c.Searching() != nil:
		return front{kind: WatchKind}
	}
	return front{kind: Kind}
}
