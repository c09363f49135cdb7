package class

import (
	"context"
	"time"

	"facet/ui/explore/intent"
)

// News gives what waits for the lecturer to want something of all, and then says what a
// person's explorer shall do: one who follows is taken to what is open, one who works
// alone is told. What comes from own is handed on. It ends with the context.
func (c *Class) News(ctx context.Context, p *Person, own <-chan []intent.Intent) func() ([]intent.Intent,
	error) {
	var before orders
	var warned time.Time                    // of the end of which clock
	given, version := c.orders.newest.Now() // before they came
	return func() ([]intent.Intent, error) {
		if given != nil {
			before, given = *given, nil
			if before.task != nil {
				return p.calledTo(before.task, true), nil
			}
		}
		now, newest, newer := c.orders.newest.Watch()
		if newest == version {
			var changes <-chan time.Time // the clock shows something else
			if _, after := shownLeft(time.Until(before.until)); after > 0 {
				changes = time.After(after + time.Millisecond)
			}
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case intents := <-own:
				return intents, nil
			case <-changes:
				return before.lastMinute(&warned), nil
			case <-newer:
				now, newest = c.orders.newest.Now()
			}
		}
		version = newest
		var all []intent.Intent
		if now.task != before.task {
			all = p.calledTo(now.task, false)
		}
		if now.said != nil && now.said != before.said {
			all = append(all, intent.Say{Text: now.said.whole(), As: intent.Message})
		}
		before = *now
		return all, nil
	}
}

// calledTo says what the person's explorer does when something is opened for all.
func (p *Person) calledTo(task *Task, late bool) []intent.Intent {
	seen, at := p.now()
	arrived := seen.Doing == Follows && task.Kind == Kind || at == task
	switch way := "{C:class}"; {
	case arrived:
		return nil
	case seen.Doing == Follows || at != nil:
		return []intent.Intent{intent.Lead{Kind: AllKind}}
	case late && task.Kind == Kind:
		return nil
	default:
		if seen.Doing == Tries {
			way = "{f:follow.back}"
		}
		return []intent.Intent{intent.Say{Text: "The lecturer opened " + task.Called + ": " + way +
			" goes there."}}
	}
}

// changesApart is the time between two looks of a lecturer's explorer at the class.
const changesApart = 500 * time.Millisecond

// Changes gives what waits until the class has changed; there is nothing to do then but
// to draw it. What comes from own is handed on. It ends with the context.
func (c *Class) Changes(ctx context.Context, own <-chan []intent.Intent) func() ([]intent.Intent, error) {
	last := ""
	return func() ([]intent.Intent, error) {
		again := time.NewTicker(changesApart)
		defer again.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case intents := <-own:
				return intents, nil
			case <-again.C:
			}
			if now := c.Roster.Together(); now != last {
				last = now
				return nil, nil
			}
		}
	}
}
