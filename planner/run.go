package planner

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"facet/model"
	"facet/planner/search/incumbent"
	"facet/planner/search/packed"
	"facet/planner/search/schedule"
)

// Run is the handle of a run. Its methods may be called from any goroutine, and
// none of them waits for a worker, except Wait and Result.
type Run struct {
	options    Options
	row        *strategy       // of the method
	strategies []*strategy     // that branch and bound asks
	ctx        context.Context // ends when the run has to end
	schedule   *schedule.Schedule
	record     *incumbent.Record
	proofs     *proofs
	tree       atomic.Pointer[recorded] // nil until a search begins that is recorded
	done       chan struct{}
}

// Start begins a run from the state and returns at once. When ctx ends, the run
// stops. The error is a [RefusedError].
func Start(ctx context.Context, state *model.State, options Options) (*Run, error) {
	if err := options.Check(); err != nil {
		return nil, &RefusedError{err}
	}
	o := options.WithDefaults()
	r := &Run{options: o, row: o.Method.row(), strategies: strategies,
		schedule: schedule.New(o.Workers, o.Time, o.Memory),
		proofs:   &proofs{}, done: make(chan struct{})}
	r.schedule.Pace(o.Pace)
	if o.Held {
		r.schedule.Step(0)
	}
	r.schedule.Count(o.Work)
	r.schedule.Until(ctx)
	r.record = incumbent.New(r.schedule)
	running, cancel := context.WithCancel(context.Background())
	r.ctx = running
	row := r.row
	q, err := newQuestion(r, state)
	if err == nil {
		err = row.refuses(q)
	}
	if err != nil {
		cancel()
		return nil, &RefusedError{err}
	}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		r.schedule.Watch()
		cancel()
	}()
	go func() {
		err := schedule.Protect(func() error { return answer(q.newJob(row)) })
		if errors.Is(err, schedule.ErrStopped) {
			err = nil
		}
		r.record.Close(err)
		<-watched
		close(r.done)
	}()
	return r, nil
}

// RefusedError says why a run cannot begin: an option is out of its range, the dag is
// too large for the method, or the method does not fit it (ChainDP where paths touch).
type RefusedError struct{ Reason error }

// Error is the reason.
func (e *RefusedError) Error() string { return e.Reason.Error() }

// Unwrap gives the reason.
func (e *RefusedError) Unwrap() error { return e.Reason }

// refuses says why a run of the method cannot begin; nil where it can.
func (s *strategy) refuses(q *question) error {
	if q.root == nil && s.packed {
		return fmt.Errorf("the dag has %d edges, %s takes at most %d: take SparseTangent, SparseAdjoint, GreedyMinFill or BranchAndBound", len(q.model.Dag().Edges), s.name, packed.MaxVertices)
	}
	if s.fits != nil {
		return s.fits(q)
	}
	return nil
}

// isHalted reports whether the run has to end. It waits while the run is paused.
func (r *Run) isHalted() bool { return r.ctx.Err() != nil || r.schedule.Check() != nil }

// Pause holds the workers where they next ask whether to go on.
func (r *Run) Pause() { r.schedule.Pause() }

// Resume lets them continue.
func (r *Run) Resume() { r.schedule.Resume() }

// Step lets them continue until one more node of the search is done.
func (r *Run) Step() { r.schedule.Step(1) }

// SetPace changes the pace while the run works; 0 is full speed.
func (r *Run) SetPace(nodesPerSecond float64) { r.schedule.Pace(nodesPerSecond) }

// Stop ends the run. It does not wait; Wait does.
func (r *Run) Stop() { r.schedule.Stop() }

// Done is closed when the run has ended and no goroutine of it is left.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait waits for the end of the run and gives its last snapshot. The error is
// that of a worker that failed; a run that was stopped or ran out of time is no
// error.
func (r *Run) Wait() (Snapshot, error) {
	<-r.done
	return r.Snapshot(), r.record.Known().Failure
}

// Share is what one strategy has had and what came of it.
type Share = incumbent.Share

// Shares lists the strategies that were asked so far, in their order: how much of
// the workers' time each has had, and what it has found.
func (r *Run) Shares() []Share { return r.record.Shares() }

// Options gives the options of the run, with the defaults filled in.
func (r *Run) Options() Options { return r.options }
