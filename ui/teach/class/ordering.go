package class

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"facet/ui/draw/style"
)

// want changes what is wanted of everybody.
func (c *Class) want(change func(next *orders)) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	next := c.wanted()
	change(&next)
	c.orders.Set(next)
}

// open opens something for all. A clock that runs, and what stopped it, were for what was
// open before.
func (c *Class) open(t *Task) {
	c.want(func(next *orders) {
		next.task, next.frozen, next.until, next.hints = t, false, time.Time{}, 0
		if next.said != nil && next.said.from == "" { // what the class itself said was about what was open
			next.said = nil
		}
		if t.Puzzle != nil {
			c.puzzle = t
			c.results.ask(ofPuzzle(t.Puzzle.Name))
		}
	})
}

// say says something to everybody, under a name.
func (c *Class) say(from, text string) {
	c.want(func(next *orders) {
		next.said = &saying{from, style.Start(style.Printable(strings.TrimSpace(text)), mostSaid)}
	})
}

// mostSaid is how many characters are said to everybody at once.
const mostSaid = 300

// movesStopped is what all read when moves are stopped.
const movesStopped = "The lecturer has stopped the moves: look up."

// freeze stops all moves in what is open for all, or lets them go on.
func (c *Class) freeze(frozen bool) {
	message := movesStopped
	if !frozen {
		message = "Go on."
	}
	c.want(func(next *orders) { next.frozen, next.said = frozen, &saying{text: message} })
}

// startClock gives everybody so much time. At its end moves are stopped, unless it runs no longer
// then.
func (c *Class) startClock(d time.Duration) {
	end := time.Now().Add(d)
	c.want(func(next *orders) {
		next.until, next.given, next.frozen = end, d, false
		next.said = &saying{text: "You have " + Duration(d) + " from now."}
	})
	time.AfterFunc(d, func() {
		c.want(func(next *orders) {
			if next.until.Equal(end) {
				next.frozen, next.until, next.said = true, time.Time{}, &saying{text: "Time is up."}
			}
		})
	})
}

var errNoPuzzle = errors.New("no puzzle is open for everybody: class puzzle NAME opens one")

// hint gives everybody who solves the puzzle that is open the author's next hint, or says
// what is known of its best total.
func (c *Class) hint() (err error) {
	c.want(func(next *orders) {
		if next.task == nil || next.task.Puzzle == nil {
			err = errNoPuzzle
			return
		}
		p := next.task.Puzzle
		if next.hints >= len(p.Hints) {
			err = fmt.Errorf("%s has %s: say one of your own with :class say", style.Printable(p.Name),
				style.Plural(len(p.Hints), "hint of its author, which is given",
					"hints of its author, which are given"))
			return
		}
		next.said = &saying{
			text: "Hint " + strconv.Itoa(next.hints+1) + ": " + style.Printable(p.Hints[next.hints])}
		next.hints++
	})
	return err
}
