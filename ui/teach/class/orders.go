package class

import (
	"time"

	"facet/ui/draw/style"
)

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

// Duration is a time in words.
func Duration(d time.Duration) string {
	if d < time.Minute {
		return style.Plural(int(d.Seconds()), "second", "seconds")
	}
	return style.Plural(int(d.Round(time.Minute).Minutes()), "minute", "minutes")
}
