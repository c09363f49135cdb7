package planner

import (
	"context"
	"errors"
	"fmt"
	"runtime"

	"facet/model"
	"facet/planner/incumbent"
	"facet/planner/packed"
	"facet/planner/schedule"
)

// Run is the handle of a run. Its methods may be called from any goroutine, and
// none of them waits for a worker, except Wait.
type Run struct {
	options  Options
	start    *model.State
	schedule *schedule.Schedule
	record   *incumbent.Record
	root     *proofs
	done     chan struct{}
}

// Start begins a run from the state and returns at once. When ctx ends, the run
// stops. The errors are those of a dag that is too large for the planner and of
// a method that does not fit it (ChainDP where paths touch).
func Start(ctx context.Context, state *model.State, options Options) (*Run, error) {
	if options.Workers <= 0 {
		options.Workers = runtime.GOMAXPROCS(0)
	}
	if options.Memory <= 0 {
		options.Memory = DefaultMemory
	}
	row, err := options.Method.row()
	if err != nil {
		return nil, err
	}
	q, err := newQuestion(state, options)
	if err != nil {
		return nil, err
	}
	if q.root == nil && row.packed {
		return nil, fmt.Errorf("the dag has %d edges, %s takes at most %d: take SparseTangent, SparseAdjoint, GreedyMinFill or BranchAndBound", len(state.Dag().Edges), options.Method, packed.MaxVertices)
	}
	if row.fits != nil {
		if err := row.fits(q); err != nil {
			return nil, err
		}
	}
	r := &Run{options: options, start: state, schedule: q.schedule, record: q.record, root: q.proofs, done: make(chan struct{})}
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		q.schedule.Watch(ctx)
		q.cancel()
	}()
	go func() {
		err := protect(func() error { return q.answer(row) })
		if errors.Is(err, schedule.ErrStopped) {
			err = nil
		}
		q.record.Close(err)
		<-watched
		close(r.done)
	}()
	return r, nil
}

// Pause holds the workers where they next ask whether to go on.
func (r *Run) Pause() { r.schedule.Pause() }

// Resume lets them go on.
func (r *Run) Resume() { r.schedule.Resume() }

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

// share is what one strategy has had and what came of it.
type share = incumbent.Share

// Shares lists the strategies that were asked so far, in their order: how much of
// the workers' time each has had, and what it has found.
func (r *Run) Shares() []share { return r.record.Shares() }

// Options gives the options of the run, with the defaults filled in.
func (r *Run) Options() Options { return r.options }

// StartState is the state that the run started from.
func (r *Run) StartState() *model.State { return r.start }
