package class

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"facet/ui/intent"
	"facet/ui/style"
)

// orders is what the lecturer wants of everybody now. It does not change: the next one
// takes its place.
type orders struct {
	task *Task
	said string // to everybody
	// How often each was given, so that the same one again is another one.
	tasks, words uint64
	frozen       bool      // nobody makes moves in what is open for all
	until        time.Time // the clock; zero without one
	hints        int       // that were given to the puzzle that is open
}

// order changes what is wanted of everybody.
func (c *Class) order(change func(*orders)) {
	c.ordering.Lock()
	defer c.ordering.Unlock()
	var next orders
	if now, _ := c.orders.now(); now != nil {
		next = *now
	}
	change(&next)
	c.orders.Set(&next)
}

// ordered is what is wanted of everybody now.
func (c *Class) ordered() orders {
	if now, _ := c.orders.now(); now != nil {
		return *now
	}
	return orders{}
}

// open opens something for all. A clock that runs, and what stopped it, were for what was
// open before.
func (c *Class) open(t *Task) {
	c.stopClock()
	c.roster.ask(t)
	c.order(func(o *orders) {
		o.task, o.frozen, o.until, o.hints = t, false, time.Time{}, 0
		o.tasks++
	})
}

// say says something to everybody.
func (c *Class) say(text string) {
	c.order(func(o *orders) {
		o.said = clip(style.Printable(strings.TrimSpace(text)), mostSaid)
		o.words++
	})
}

// mostSaid is how many characters are said to everybody at once.
const mostSaid = 300

// freeze stops all moves in what is open for all, or lets them go on.
func (c *Class) freeze(frozen bool) {
	said := "The lecturer has stopped the moves: look up."
	if !frozen {
		said = "Go on."
	}
	c.order(func(o *orders) {
		o.frozen, o.said = frozen, said
		o.words++
	})
}

// Clock gives everybody so much time; at its end moves are stopped.
func (c *Class) Clock(d time.Duration) {
	c.stopClock()
	c.order(func(o *orders) {
		o.until, o.frozen = time.Now().Add(d), false
		o.said = "You have " + duration(d) + " from now."
		o.words++
	})
	c.ordering.Lock()
	defer c.ordering.Unlock()
	c.clock = time.AfterFunc(d, func() {
		c.order(func(o *orders) {
			o.frozen, o.until = true, time.Time{}
			o.said = "Time is up."
			o.words++
		})
	})
}

// stopClock ends the clock.
func (c *Class) stopClock() {
	c.ordering.Lock()
	defer c.ordering.Unlock()
	if c.clock != nil {
		c.clock.Stop()
		c.clock = nil
	}
}

// Close ends what the class does by itself.
func (c *Class) Close() { c.stopClock() }

// duration is a time in words.
func duration(d time.Duration) string {
	if d < time.Minute {
		return style.Plural(int(d.Seconds()), "second", "seconds")
	}
	return style.Plural(int(d.Round(time.Minute).Minutes()), "minute", "minutes")
}

// frozen tells whether nobody makes moves in what is open for all.
func (c *Class) frozen() bool { return c.ordered().frozen }

// hint gives everybody who solves the puzzle that is open the author's next hint, or says
// what is known of its best total.
func (c *Class) hint() error {
	now := c.ordered()
	if now.task == nil || now.task.Puzzle == nil {
		return errNoPuzzle
	}
	p := now.task.Puzzle
	if now.hints >= len(p.Hints) {
		return fmt.Errorf("%s has %s: say one of your own with :class say", style.Printable(p.Name),
			style.Plural(len(p.Hints), "hint of its author, which is given", "hints of its author, which are given"))
	}
	c.order(func(o *orders) {
		o.said = "Hint " + strconv.Itoa(o.hints+1) + ": " + style.Printable(p.Hints[o.hints])
		o.hints++
		o.words++
	})
	return nil
}

// News gives what waits for the lecturer to want something of all, and then says what the
// person's explorer shall do: whoever follows is taken to what is open, whoever works
// alone is told. It ends with the context.
func (p *Person) News(ctx context.Context) func() ([]intent.Intent, error) {
	var before orders
	given, version := p.class.orders.now() // before they came
	return func() ([]intent.Intent, error) {
		if given != nil {
			before, given = *given, nil
			if before.task != nil {
				return p.calledTo(before.task, true), nil
			}
		}
		now, newest, err := p.class.orders.after(ctx, version)
		if err != nil {
			return nil, err
		}
		version = newest
		var all []intent.Intent
		if now.tasks != before.tasks {
			all = p.calledTo(now.task, false)
		}
		if now.words != before.words {
			all = append(all, intent.Say{Text: now.said})
		}
		before = *now
		return all, nil
	}
}

// calledTo says what the person's explorer does when something is opened for all.
func (p *Person) calledTo(task *Task, late bool) []intent.Intent {
	seen, at := p.now()
	there := seen.Doing == Follows && task.Kind == Kind || at == task
	switch way := allKey; {
	case there:
		return nil
	case seen.Doing == Follows || at != nil:
		return []intent.Intent{intent.Lead{Kind: AllKind}}
	case late && task.Kind == Kind:
		return nil
	default:
		if seen.Doing == Tries {
			way = "f"
		}
		return []intent.Intent{intent.Say{Text: "The lecturer opened " + task.Called + ": " + way + " goes there."}}
	}
}
