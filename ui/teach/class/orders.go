package class

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"facet/ui/draw/style"
	"facet/ui/teach/latest"
)

var errNoPuzzle = errors.New("no puzzle is open for everybody: class puzzle NAME opens one")

// orders is what the lecturer wants of everybody now. It does not change: the next one
// takes its place.
type orders struct {
	// Each of these is made anew when it is given, so that the same one again is another one.
	task *Task
	said *saying // to everybody; nil for nothing

	frozen bool          // moves are stopped in what is open for all
	until  time.Time     // the clock; zero without one
	given  time.Duration // on the clock
	hints  int           // that were given to the puzzle that is open
}

// saying is what is said to everybody.
type saying struct{ from, text string } // from is empty where the class itself says it

// whole is it with who says it; empty where nothing is said.
func (s *saying) whole() string {
	switch {
	case s == nil:
		return ""
	case s.from == "":
		return s.text
	}
	return s.from + ": " + s.text
}

// ordering is the newest orders, and the clock. It is safe for concurrent use.
type ordering struct {
	newest latest.Value[*orders]

	mutex sync.Mutex // over changes of the orders, and the clock
	clock *time.Timer
}

// change changes what is wanted of everybody.
func (o *ordering) change(how func(*orders)) {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	next := o.now()
	how(&next)
	o.newest.Set(&next)
}

// now is what is wanted of everybody now.
func (o *ordering) now() orders {
	if now, _ := o.newest.Now(); now != nil {
		return *now
	}
	return orders{}
}

// open opens something for all. A clock that runs, and what stopped it, were for what was
// open before.
func (o *ordering) open(t *Task) {
	o.stopClock()
	o.change(func(next *orders) {
		next.task, next.frozen, next.until, next.hints = t, false, time.Time{}, 0
		if next.said != nil && next.said.from == "" { // what the class itself said was about what was open
			next.said = nil
		}
	})
}

// say says something to everybody, under a name.
func (o *ordering) say(from, text string) {
	o.change(func(next *orders) {
		next.said = &saying{from, style.Start(style.Printable(strings.TrimSpace(text)), mostSaid)}
	})
}

// mostSaid is how many characters are said to everybody at once.
const mostSaid = 300

// movesStopped is what all read when moves are stopped.
const movesStopped = "The lecturer has stopped the moves: look up."

// freeze stops all moves in what is open for all, or lets them go on.
func (o *ordering) freeze(frozen bool) {
	message := movesStopped
	if !frozen {
		message = "Go on."
	}
	o.change(func(next *orders) {
		next.frozen, next.said = frozen, &saying{text: message}
	})
}

// startClock gives everybody so much time; at its end moves are stopped.
func (o *ordering) startClock(d time.Duration) {
	o.stopClock()
	o.change(func(next *orders) {
		next.until, next.given, next.frozen = time.Now().Add(d), d, false
		next.said = &saying{text: "You have " + Duration(d) + " from now."}
	})
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.clock = time.AfterFunc(d, func() {
		o.change(func(next *orders) {
			next.frozen, next.until = true, time.Time{}
			next.said = &saying{text: "Time is up."}
		})
	})
}

// stopClock ends the clock.
func (o *ordering) stopClock() {
	o.mutex.Lock()
	defer o.mutex.Unlock()
	if o.clock != nil {
		o.clock.Stop()
		o.clock = nil
	}
}

// Duration is a time in words.
func Duration(d time.Duration) string {
	if d < time.Minute {
		return style.Plural(int(d.Seconds()), "second", "seconds")
	}
	return style.Plural(int(d.Round(time.Minute).Minutes()), "minute", "minutes")
}

// frozen reports whether moves are stopped in what is open for all.
func (o *ordering) frozen() bool { return o.now().frozen }

// hint gives everybody who solves the puzzle that is open the author's next hint, or says
// what is known of its best total.
func (o *ordering) hint() error {
	now := o.now()
	if now.task == nil || now.task.Puzzle == nil {
		return errNoPuzzle
	}
	p := now.task.Puzzle
	if now.hints >= len(p.Hints) {
		return fmt.Errorf("%s has %s: say one of your own with :class say", style.Printable(p.Name),
			style.Plural(len(p.Hints), "hint of its author, which is given",
				"hints of its author, which are given"))
	}
	o.change(func(next *orders) {
		next.said = &saying{
			text: "Hint " + strconv.Itoa(next.hints+1) + ": " + style.Printable(p.Hints[next.hints])}
		next.hints++
	})
	return nil
}
