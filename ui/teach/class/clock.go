package class

import (
	"strconv"
	"time"

	"facet/ui/explore/intent"
)

// What is left on the clock is shown in steps, so that a class is not drawn each second.
const (
	lastMinute  = time.Minute
	lastMoments = 10 * time.Second
)

// shownLeft is how much time is left, as it is shown, and after how long that changes.
func shownLeft(left time.Duration) (text string, changes time.Duration) {
	unit, name := time.Minute, " min"
	switch {
	case left <= 0:
		return "", 0
	case left <= lastMoments:
		unit, name = 5*time.Second, " s"
	case left <= lastMinute:
		unit, name = lastMoments, " s"
	}
	up := (left + unit - 1) / unit
	shown := up * unit
	if unit == time.Minute {
		return strconv.Itoa(int(up)) + name, left - shown + unit
	}
	return strconv.Itoa(int(shown/time.Second)) + name, left - shown + unit
}

// Countdown is how much time is left on the clock, for a header; empty without one.
func (c *Class) Countdown() string {
	left, _ := shownLeft(time.Until(c.wanted().until))
	if left == "" {
		return ""
	}
	return left + " left"
}

// lastMinute says, once for each clock, that its last minute has begun.
func (o *orders) lastMinute(warned *time.Time) []intent.Intent {
	if left := time.Until(o.until); left > lastMinute || left <= lastMoments || *warned == o.until ||
		o.given <= lastMinute {
		return nil
	}
	*warned = o.until
	return []intent.Intent{intent.Say{Text: "One minute is left.", As: intent.Message}}
}
