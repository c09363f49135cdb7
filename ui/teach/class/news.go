package class

import (
	"context"
	"time"

	"facet/ui/explore/intent"
)

// News gives what waits for the lecturer to want something of all, and then says what a
// person's explorer shall do: one who follows is taken to what is open, one who works
// alone is told. It ends with the context.
func (c *Class) News(ctx context.Context, p *Person) func() ([]intent.Intent, error) {
	known, version := c.orders.Now()
	late := known.task != nil // it was open before they came
	var warned time.Time      // of the end of which clock
	return func() ([]intent.Intent, error) {
		if late {
			late = false
			return p.calledTo(known.task, true), nil
		}
		wait := ctx
		if _, after := shownLeft(time.Until(known.until)); after > 0 { // the clock shows something else
			var over context.CancelFunc
			wait, over = context.WithTimeout(ctx, after+time.Millisecond)
			defer over()
		}
		now, newest, err := c.orders.After(wait, version)
		switch {
		case ctx.Err() != nil:
			return nil, ctx.Err()
		case err != nil:
			return known.lastMinute(&warned), nil
		}
		var all []intent.Intent
		if now.task != known.task {
			all = p.calledTo(now.task, false)
		}
		if now.said != nil && now.said != known.said {
			all = append(all, intent.Say{Text: now.said.whole(), As: intent.Message})
		}
		known, version = now, newest
		return all, nil
	}
}

// calledTo says what the person's explorer does when something is opened for all.
func (p *Person) calledTo(task *Task, late bool) []intent.Intent {
	seen, at := p.Seen()
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
// to draw it. It ends with the context.
func (c *Class) Changes(ctx context.Context) func() ([]intent.Intent, error) {
	last := ""
	return func() ([]intent.Intent, error) {
		again := time.NewTicker(changesApart)
		defer again.Stop()
		for {
			select {
			case <-ctx.Done():
				return nil, ctx.Err()
			case <-again.C:
			}
			if now := c.Together(); now != last {
				last = now
				return nil, nil
			}
		}
	}
}
