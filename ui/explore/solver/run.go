package solver

import (
	"context"
	"fmt"
	"strings"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/solver/page"
)

// Handle is what the model needs of a run of the planner.
type Handle interface {
	Pause()
	Resume()
	Stop()
	Step() // goes on for one node of the search
	SetPace(nodesPerSecond float64)
	Done() <-chan struct{}
	Wait() (planner.Snapshot, error)
	Snapshot() planner.Snapshot
	Incumbents(from int) []planner.Incumbent
	Options() planner.Options
	Tree() *planner.Tree // nil where no search is recorded
	Company() Company
	Show(Look) // tells others who watch what is looked at
}

// starter begins a run.
type starter func(context.Context, *model.State, planner.Options) (Handle, error)

func startPlanner(ctx context.Context, s *model.State, o planner.Options) (Handle, error) {
	r, err := planner.Start(ctx, s, o)
	if err != nil {
		return nil, err
	}
	return Alone{r}, nil
}

// phase is how far a run has come, as the screen knows it.
type phase uint8

const (
	working  phase = iota // also while it waits, or is paused
	stopping              // it was told to stop
	ended                 // and the screen is to say how
	closed                // all is said about its end
	restored              // it is from an earlier session of the program
)

// purpose is what a run's result is for.
type purpose uint8

const (
	toCompare purpose = iota
	toPropose         // as a preview, when the run has ended
	toCarryOut
)

// run is one run of the planner, and what was seen of it.
type run struct {
	handle  Handle         // nil until the planner has begun, and for what was restored
	wishes  []func(Handle) // what it is to do as soon as it has begun
	phase   phase
	purpose purpose
	id      int
	cancel  context.CancelFunc
	options planner.Options

	step  int // of the session, where it started
	depth int // of that step
	spent model.Cost

	snap       planner.Snapshot
	incumbents []planner.Incumbent
	bounds     page.Staircase
	told       time.Duration // how long it had worked when the screen said so last
	look       Look          // what its leader looked at, where there is one
	tree       page.Tree     // of the last look while the page showed it
	file       string        // under which it is kept; empty as long as it is not
	kept       int           // how much of it is kept
	keptAt     time.Duration // how long it had worked then
	proof      *keeping      // with which the proof was kept last; nil before the first
	proved     model.Cost    // what that proves
	provedAt   time.Duration // how long it had worked then
	err        error

	// slow is the snapshot of the last full second, or of the last incumbent, for
	// all rows but one: over a slow line, a bound that rises with every look is
	// expensive.
	slow planner.Snapshot
	// quick is the snapshot of the last half second, for the row that counts.
	quick planner.Snapshot
}

// turned reports whether another span of time has begun since a look, or the run has held or gone
// on.
func (r *run) turned(since *planner.Snapshot, span time.Duration) bool {
	now := r.snap.Elapsed.Truncate(span)
	return now != since.Elapsed.Truncate(span) || now == 0 || since.Phase != r.snap.Phase
}

// observe takes a new look at the run. It reports whether there is an incumbent
// or a bound that was not seen before.
func (r *run) observe() bool {
	if r.handle == nil {
		return false
	}
	before, bound := len(r.incumbents), r.snap.Bound
	if r.live() {
		select {
		case <-r.handle.Done():
			r.snap, r.err = r.handle.Wait()
			if r.phase == stopping { // the user knows
				r.phase = closed
			} else {
				r.phase = ended
			}
			r.cancel()
		default:
			r.snap = r.handle.Snapshot()
		}
	}
	r.incumbents = append(r.incumbents, r.handle.Incumbents(before)...)
	if r.isBounded() {
		r.bounds.Add(r.snap.Elapsed, r.snap.Bound)
	}
	over, more := !r.live(), len(r.incumbents) > before
	if over || r.turned(&r.quick, time.Second/2) {
		r.quick = r.snap
	}
	if over || more || r.turned(&r.slow, time.Second) {
		r.slow = r.snap
	}
	return over || more || r.snap.Bound != bound
}

// isBounded reports whether there is a bound, also one with which the run began.
func (r *run) isBounded() bool { return r.snap.BoundSource != planner.FromNothing || r.snap.Bound > 0 }

// best is the last incumbent.
func (r *run) best() (planner.Incumbent, bool) {
	if len(r.incumbents) == 0 {
		return planner.Incumbent{}, false
	}
	return r.incumbents[len(r.incumbents)-1], true
}

// total is a cost of the remainder as a cost of the whole sequence.
func (r *run) total(c model.Cost) model.Cost { return r.spent.Add(c) }

// gap is how far the incumbent may be from the best, as a share of the whole
// sequence's cost, so that it fits the totals on the screen.
func (r *run) gap(cost, bound model.Cost) float64 {
	return page.Gap(r.total(cost), r.total(bound))
}

// proven reports whether the best is optimal over all face eliminations.
func (r *run) proven() bool {
	best, ok := r.best()
	return ok && r.snap.Proven && best.Cost <= r.snap.Bound
}

// verdict says what the best is known to be.
func (r *run) verdict() string {
	switch _, ok := r.best(); {
	case !ok:
		return ""
	case r.proven():
		return "optimal"
	case r.snap.Proven:
		return "optimal over " + spaceName(r.options.Method)
	}
	return ""
}

func spaceName(m planner.Method) string {
	switch m {
	case planner.VertexElimination:
		return "vertex eliminations"
	case planner.EdgeElimination:
		return "edge eliminations"
	}
	return "its own moves"
}

// doing says what the run is doing, in a word.
func (r *run) doing() string {
	switch waits := r.waits(); {
	case r.phase == restored:
		return "from the last session"
	case waits != "":
		return waits
	case r.snap.Phase == planner.Finished && r.proven():
		return "finished, proved"
	}
	return r.snap.Phase.String()
}

// waits says how long the queue is in which the run stands; empty where it does not.
func (r *run) waits() string {
	switch c := r.company(); {
	case !c.Waits:
		return ""
	case c.Before == 0:
		return "next in the queue"
	default:
		return fmt.Sprintf("in the queue, %d before it", c.Before)
	}
}

// company is where the run stands among those of others.
func (r *run) company() Company {
	if r.handle == nil {
		return Company{}
	}
	return r.handle.Company()
}

// steer has the run do something, now or as soon as it has begun.
func (r *run) steer(do func(Handle)) {
	if r.handle == nil {
		r.wishes = append(r.wishes, do)
		return
	}
	do(r.handle)
}

// halt tells the run to end.
func (r *run) halt() {
	if r.live() {
		r.phase = stopping
		r.steer(Handle.Stop)
	}
}

// live reports whether the run still works or is paused.
func (r *run) live() bool { return r.phase < ended }

// name tells the run from others: its method and what was unusual about it.
func (r *run) name() string {
	o := r.options
	name := r.options.Method.String()
	if o.Method == planner.BranchAndBound {
		name = "branch and bound"
		if o.Bound != planner.BoundCover {
			name += ", " + o.Bound.String() + " bound"
		}
		if o.WarmStart != planner.WarmVertex {
			name += ", start " + o.WarmStart.String()
		}
	}
	if o.Pace > 0 && !o.Held {
		name += fmt.Sprintf(", %g nodes/s", o.Pace)
	}
	return name
}

// where tells which remainder the run works on.
func (r *run) where() string {
	if r.depth == 0 {
		return "from the start"
	}
	return "after " + style.Plural(r.depth, "step", "steps")
}

// fault is the first line of what went wrong.
func (r *run) fault() string {
	if r.err == nil {
		return ""
	}
	first, _, _ := strings.Cut(r.err.Error(), "\n")
	return style.Printable(first)
}

// say answers with a sentence.
func say(format string, args ...any) []intent.Intent {
	return []intent.Intent{intent.Say{Text: fmt.Sprintf(format, args...)}}
}
