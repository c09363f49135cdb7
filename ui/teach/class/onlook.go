package class

import (
	"context"
	"time"

	"facet/ui/explore/intent"
)

// Now is what the lecturer says and wants of everybody at one moment, for the page around the
// screen of those who only look.
type Now struct {
	Lecturer string    // who leads; empty before the first one does
	Gone     bool      // and has left
	Search   string    // whose search is watched where there is no lecturer; empty for none
	Opened   string    // for everybody, as "the puzzle bat-22"; empty where nothing is
	Said     string    // the last message to everybody
	Times    uint64    // how often something was said
	Frozen   bool      // moves are stopped
	Until    time.Time // the clock; zero without one
}

// Now is how things stand.
func (c *Class) Now() Now {
	o := c.orders.now()
	n := Now{Said: o.message, Times: o.words, Frozen: o.frozen, Until: o.until}
	if o.task != nil && o.task.Kind != Kind {
		n.Opened = o.task.Called
	}
	if p := c.Position(); p != nil {
		n.Lecturer, n.Gone = p.Lecturer, p.Gone
	}
	if s := c.Searching(); s != nil && c.inFront().kind == WatchKind {
		n.Search = s.Leader
	}
	if o.from != "" && n.Said != "" {
		n.Said = o.from + ": " + n.Said
	}
	if n.Said == movesStopped { // Frozen says it as long as it is true
		n.Said = ""
	}
	return n
}

// Onlooker is a person whom the class does not see: many look at the screen of one, who is
// neither on the board nor in the results.
func (c *Class) Onlooker() *Person { return new(roster).Enter(Who{Name: "who looks"}) }

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
			_, _, orders := c.orders.newest.Watch()
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
	kind  string // of the leader
	tasks uint64 // how often something was opened
}

// inFront is what there is to look at.
func (c *Class) inFront() front {
	o, p := c.orders.now(), c.Position()
	switch {
	case o.task != nil && o.task.Kind != Kind:
		return front{AllKind, o.tasks}
	case (p == nil || p.Gone) && c.Searching() != nil:
		return front{kind: WatchKind}
	}
	return front{kind: Kind}
}
