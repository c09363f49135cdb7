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
	task    *Task
	message string // to everybody
	from    string // who says it; empty for the class itself
	// How often each was given, so that the same one again is another one.
	tasks, words uint64
	frozen       bool          // moves are stopped in what is open for all
	until        time.Time     // the clock; zero without one
	given        time.Duration // on the clock
	hints        int           // that were given to the puzzle that is open
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
		next.tasks++
		if next.from == "" { // what the class itself said was about what was open
			next.message = ""
		}
	})
}

// say says something to everybody, under a name.
func (o *ordering) say(from, text string) {
	o.change(func(next *orders) {
		next.from, next.message = from, style.Start(style.Printable(strings.TrimSpace(text)), mostSaid)
		next.words++
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
		next.frozen, next.from, next.message = frozen, "", message
		next.words++
	})
}

// startClock gives everybody so much time; at its end moves are stopped.
func (o *ordering) startClock(d time.Duration) {
	o.stopClock()
	o.change(func(next *orders) {
		next.until, next.given, next.frozen = time.Now().Add(d), d, false
		next.from, next.message = "", "You have "+Duration(d)+" from now."
		next.words++
	})
	o.mutex.Lock()
	defer o.mutex.Unlock()
	o.clock = time.AfterFunc(d, func() {
		o.change(func(next *orders) {
			next.frozen, next.until = true, time.Time{}
			next.from, next.message = "", "Time is up."
			next.words++
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
		next.from, next.message = "",
			"Hint "+strconv.Itoa(next.hints+1)+": "+style.Printable(p.Hints[next.hints])
		next.hints++
		next.words++
	})
	return nil
}
