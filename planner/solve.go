package planner

import (
	"context"
	"errors"
	"fmt"
	"time"

	"facet/model"
	"facet/planner/search/schedule"
)

var (
	// ErrStopped is the error of a run that a caller ended, by the context or by Stop,
	// before it ended by itself or its time was over.
	ErrStopped = schedule.ErrStopped

	// ErrNothing is the error of a run that ended by itself, or by its limits, without
	// a sequence. Its text says which limit that was.
	ErrNothing = errors.New("no sequence was found")
)

// Result is what a run has come to.
type Result struct {
	Snapshot             // the last one
	Found    []Incumbent // every incumbent, oldest first
	Options  Options     // with the defaults filled in
}

// Solve runs a method from the state to its end: [Start] and [Run.Result] in one, for
// callers that do not watch the run.
func Solve(ctx context.Context, state *model.State, options Options) (Result, error) {
	r, err := Start(ctx, state, options)
	if err != nil {
		return Result{}, err
	}
	return r.Result()
}

// Result waits for the end of the run and judges what it has come to:
//
//   - without an error there is a sequence, the best one that was found until the run
//     ended by itself, or until its time was over (then OutOfTime is set);
//   - [ErrStopped] and [ErrNothing] come with a result, which has the bound and, if the
//     run was stopped, perhaps a sequence; callers that take what there is ask
//     [Result.IgnoreStop] or [IsEarly];
//   - any other error is that of a worker that failed.
func (r *Run) Result() (Result, error) {
	end, err := r.Wait()
	result := Result{Snapshot: end, Found: r.record.Incumbents(0), Options: r.options}
	isLimited := end.OutOfTime || end.OutOfWork
	switch {
	case err != nil:
	case end.Phase == Stopped && !isLimited && end.HasIncumbent:
		err = ErrStopped
	case end.Phase == Stopped && !isLimited:
		err = fmt.Errorf("%w before it had a sequence", ErrStopped)
	case end.HasIncumbent:
	case end.GaveUp:
		err = fmt.Errorf("%w that fits into the memory of %s", ErrNothing, FormatMemory(r.options.Memory))
	default:
		err = fmt.Errorf("%w in %s", ErrNothing, end.Elapsed.Round(time.Millisecond))
	}
	return result, err
}

// IgnoreStop is nil in place of [ErrStopped] where the result has a sequence, for callers
// that take the best one so far.
func (r *Result) IgnoreStop(err error) error {
	if r.HasIncumbent && errors.Is(err, ErrStopped) {
		return nil
	}
	return err
}

// IsEarly reports whether the error is [ErrStopped] or [ErrNothing]: the run has not
// failed, and its result holds what was found.
func IsEarly(err error) bool { return errors.Is(err, ErrStopped) || errors.Is(err, ErrNothing) }
