package measuring

import (
	"context"
	"math"
	"time"

	"facet/ui/cli/shell"
)

// How long the planner may look for a plan, unless --time says so: for what a small dag needs,
// for each edge, for some times of what the dense modes take, and never longer than planTime.
const (
	planTime     = 10 * time.Second
	planLeast    = time.Second
	planEach     = 5 * time.Millisecond
	planOfDenses = 3
)

// planTimeOf is that time for a dag with so many edges, whose dense modes take so many seconds.
func planTimeOf(edges int, dense float64) time.Duration {
	seconds := planLeast.Seconds() + planEach.Seconds()*float64(edges) + planOfDenses*dense
	if seconds >= planTime.Seconds() {
		return planTime
	}
	return time.Duration(seconds * float64(time.Second)).Round(100 * time.Millisecond)
}

// Of the time that --time says, a part is for running, checking and measuring if a plan
// follows. Of what is left then, half is for the plan, and the rest for carrying it out.
const measuringShare = 0.5

// timing is the time that facet measure may take for a program.
type timing struct {
	limit shell.Limit
	given bool // by the user; else each part has a limit of its own
	begin time.Time
}

func (t *timing) unlimited() bool { return t.given && t.limit == 0 }

// end is when all is over; it is zero where no time was said.
func (t *timing) end() time.Time {
	if !t.given || t.limit == 0 {
		return time.Time{}
	}
	return t.begin.Add(time.Duration(t.limit))
}

// within stops a program that does not end by itself.
func (t *timing) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if end := t.end(); !end.IsZero() {
		return context.WithDeadline(ctx, end)
	}
	return context.WithCancel(ctx)
}

// deadline is when a share of the time is over, for a recorder: it stops by itself before
// it is stopped. It is 0 where no time was said.
func (t *timing) deadline(share float64) float64 {
	if t.end().IsZero() {
		return 0
	}
	at := t.begin.Add(time.Duration(0.95 * share * float64(t.limit)))
	return float64(at.UnixMilli()) / 1e3
}

// planning is how long a plan may be looked for, where so long suits the program; 0 is for no
// limit.
func (t *timing) planning(now time.Time, suited time.Duration) time.Duration {
	switch {
	case t.unlimited():
		return 0
	case !t.given:
		return suited
	}
	return max(time.Millisecond, t.end().Sub(now)/2)
}

// half is half of the time that is left, for what is to leave some for others; 0 is for no limit.
func half(ctx context.Context) time.Duration {
	end, limited := ctx.Deadline()
	if !limited {
		return 0
	}
	return max(time.Millisecond, time.Until(end)/2)
}

// Where no time was said, a method is waited for with patience, but not if it is predicted to
// take so many times as long as the plan.
const (
	patience = 20.0 // seconds
	hopeless = 100
)

// most is how many seconds a method may take to be carried out, beside a plan that takes so
// many, as predicted.
func (t *timing) most(now time.Time, plan float64) float64 {
	switch {
	case t.unlimited():
		return math.Inf(1)
	case !t.given:
		return min(patience, max(1, hopeless*plan))
	}
	return max(0, t.end().Sub(now).Seconds())
}

// ahead says what follows, and how long it takes.
func (m *measuring) ahead() string {
	what := ": it is run, its derivatives are checked, and timed"
	if m.plan != "" {
		what += "; then the plan and the classical modes are carried out"
	}
	switch {
	case m.time.unlimited():
		return what
	case m.time.given:
		return what + "; within " + time.Duration(m.time.limit).String()
	}
	return what + "; --time limits that (else it is some times of what the dense modes take)"
}
