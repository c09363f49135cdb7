package planner

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"facet/model"
	"facet/planner/compact"
	"facet/planner/ledger"
)

// DefaultMemory is the memory limit of a run that sets none, in bytes.
const DefaultMemory = 1 << 30

// Options say what a run does. The zero value is branch and bound with
// everything that helps, on all processors, without a time limit.
type Options struct {
	Method  Method
	Bound   Bound
	Opening Opening
	Workers int           // goroutines of a search; 0 is one for each processor
	Time    time.Duration // limit, pauses not counted; 0 is none
	Memory  int64         // limit of tables and open nodes in bytes; 0 is DefaultMemory
	Seed    uint64        // of random choices
	Pace    float64       // nodes a second, all workers together; 0 is full speed

	// History is the sequence that led from the fresh line dag to the state the
	// run starts from. With it, incumbents are proved numerically with all of
	// their matrices; without it a state in the middle of a sequence is checked
	// by replay alone.
	History []model.Op
}

// Run is the handle of a run. Its methods may be called from any goroutine, and
// none of them waits for a worker, except Wait.
type Run struct {
	options Options
	start   *model.State
	board   *ledger.Ledger
	began   time.Time
	done    chan struct{}

	mu          sync.Mutex
	incumbents  []Incumbent
	bound       model.Cost
	boundSource Source
	proven      bool
	phase       Phase
	elapsed     time.Duration // of a run that has ended
	err         error
	rate        rate
}

// Start begins a run from the state and returns at once. When ctx ends, the run
// stops. The errors are those of a dag that is too large for the planner and of
// a method that does not fit it (ChainDP where words touch).
func Start(ctx context.Context, state *model.State, options Options) (*Run, error) {
	if options.Method < 0 || options.Method >= methods {
		return nil, fmt.Errorf("there is no method %d", int(options.Method))
	}
	if options.Workers <= 0 {
		options.Workers = runtime.GOMAXPROCS(0)
	}
	if options.Memory <= 0 {
		options.Memory = DefaultMemory
	}
	problem, err := compact.NewProblem(state.Dag())
	if err != nil {
		return nil, err
	}
	r := &Run{
		options: options, start: state, began: time.Now(), done: make(chan struct{}),
		board: ledger.New(options.Workers),
	}
	r.board.Pace(options.Pace)
	t := &task{
		Options: options, run: r, board: r.board,
		problem: problem, model: state, root: compact.FromModel(problem, state),
	}
	if err := t.fits(); err != nil {
		return nil, err
	}
	ended := make(chan struct{})
	go r.watch(ctx, ended)
	go r.work(t, ended)
	return r, nil
}

// Pause holds the workers at their next node.
func (r *Run) Pause() { r.board.Pause() }

// Resume lets them go on.
func (r *Run) Resume() { r.board.Resume() }

// SetPace changes the pace while the run works; 0 is full speed.
func (r *Run) SetPace(nodesPerSecond float64) { r.board.Pace(nodesPerSecond) }

// Stop ends the run. It does not wait; Wait does.
func (r *Run) Stop() { r.board.Halt() }

// Done is closed when the run has ended and no goroutine of it is left.
func (r *Run) Done() <-chan struct{} { return r.done }

// Wait waits for the end of the run and gives its last snapshot. The error is
// that of a worker that failed; a run that was stopped or ran out of time is no
// error.
func (r *Run) Wait() (Snapshot, error) {
	<-r.done
	s := r.Snapshot()
	r.mu.Lock()
	defer r.mu.Unlock()
	return s, r.err
}

// Options gives the options of the run, with the defaults filled in.
func (r *Run) Options() Options { return r.options }

// StartState is the state that the run started from.
func (r *Run) StartState() *model.State { return r.start }

// work runs the method and then closes the run's books.
func (r *Run) work(t *task, ended chan struct{}) {
	err := t.guarded()
	stopped := false
	select {
	case <-r.board.Halted():
		stopped = true
	default:
	}
	r.board.Halt() // whatever a failed method may have left running
	r.mu.Lock()
	r.elapsed = time.Since(r.began) - r.board.Idle()
	switch {
	case err != nil && !errors.Is(err, ledger.ErrStopped):
		r.phase, r.err = Failed, err
	case stopped && !r.proven:
		r.phase = Stopped
	default:
		r.phase = Finished
	}
	r.mu.Unlock()
	ended <- struct{}{} // the watcher goes first, so that Done means all
	close(r.done)
}

// watch halts the run when its context or its time ends.
func (r *Run) watch(ctx context.Context, ended chan struct{}) {
	var tick <-chan time.Time
	if r.options.Time > 0 {
		timer := time.NewTimer(r.options.Time)
		defer timer.Stop()
		tick = timer.C
		for {
			select {
			case <-tick:
				rest := r.options.Time - (time.Since(r.began) - r.board.Idle())
				if rest <= 0 {
					r.board.Halt()
					tick = nil
					continue
				}
				timer.Reset(rest)
			case <-ctx.Done():
				r.board.Halt()
				<-ended
				return
			case <-ended:
				return
			}
		}
	}
	select {
	case <-ctx.Done():
		r.board.Halt()
		<-ended
	case <-ended:
	}
}
