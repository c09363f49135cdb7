package class

import (
	"context"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
	"facet/ui/explore/solver"
)

// Pool carries out the searches of many people, so many at once and the others in the
// order in which they were asked for. Each has one worker, and no more time and memory
// than the pool gives. It is safe for concurrent use.
type Pool struct {
	time   time.Duration
	memory int64

	mutex   sync.Mutex
	free    int
	waiting []*ticket // the next one first
}

// NewPool makes a pool for so many searches at once.
func NewPool(atOnce int, time time.Duration, memory int64) *Pool {
	return &Pool{free: atOnce, time: time, memory: memory}
}

// Start queues a search. It returns at once: the handle tells where it stands.
func (p *Pool) Start(ctx context.Context, state *model.State, o planner.Options) (solver.Handle, error) {
	o.Workers, o.Held = 1, false
	if o.Time <= 0 || o.Time > p.time {
		o.Time = p.time
	}
	if o.Memory <= 0 || o.Memory > p.memory {
		o.Memory = p.memory
	}
	return p.queue(ctx, state, o, false), nil
}

// StartFirst queues a search of the class's own before all that wait, within its own
// limits. The caller sees to it that there are few.
func (p *Pool) StartFirst(ctx context.Context, state *model.State, o planner.Options) solver.Handle {
	return p.queue(ctx, state, o, true)
}

// queue queues a search.
func (p *Pool) queue(ctx context.Context, state *model.State, o planner.Options, first bool) *ticket {
	ctx, cancel := context.WithCancel(ctx)
	t := &ticket{pool: p, ctx: ctx, cancel: cancel, state: state, options: o, pace: o.Pace,
		done: make(chan struct{}), turn: make(chan struct{})}
	p.mutex.Lock()
	switch {
	case p.free > 0:
		p.free--
		close(t.turn)
	case first:
		p.waiting = slices.Insert(p.waiting, 0, t)
	default:
		p.waiting = append(p.waiting, t)
	}
	p.mutex.Unlock()
	go t.carryOut()
	return t
}

// Waiting is how many searches wait.
func (p *Pool) Waiting() int {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	return len(p.waiting)
}

// leave gives the place of one that has ended to the next.
func (p *Pool) leave() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if len(p.waiting) == 0 {
		p.free++
		return
	}
	next := p.waiting[0]
	p.waiting = p.waiting[1:]
	close(next.turn)
}

// giveUp takes one that waits out of the queue; false if it has its turn already.
func (p *Pool) giveUp(t *ticket) bool {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	at := slices.Index(p.waiting, t)
	if at < 0 {
		return false
	}
	p.waiting = slices.Delete(p.waiting, at, at+1)
	return true
}

// ticket is a search in the pool.
type ticket struct {
	pool    *Pool
	ctx     context.Context
	cancel  context.CancelFunc
	state   *model.State
	options planner.Options
	turn    chan struct{} // closed when it may begin
	done    chan struct{}

	mutex sync.Mutex
	run   *planner.Run // nil until it has begun
	pace  float64
	err   error
}

var _ solver.Handle = (*ticket)(nil)

func (t *ticket) carryOut() {
	defer close(t.done)
	defer t.cancel()
	select {
	case <-t.turn:
	case <-t.ctx.Done():
		if t.pool.giveUp(t) {
			return
		}
	}
	defer t.pool.leave()
	if t.ctx.Err() != nil {
		return
	}
	// Whatever a run does with its time, others wait: this ends it, too.
	ctx, cancel := context.WithTimeout(t.ctx, 2*t.options.Time)
	defer cancel()
	run, err := planner.Start(ctx, t.state, t.options)
	t.mutex.Lock()
	t.run, t.err = run, err
	if run != nil {
		run.SetPace(t.pace)
	}
	t.mutex.Unlock()
	if run != nil {
		<-run.Done()
	}
}

// begun is the run, nil as long as it waits.
func (t *ticket) begun() *planner.Run {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	return t.run
}

// Company says whether it waits, and how many wait before it.
func (t *ticket) Company() solver.Company {
	t.pool.mutex.Lock()
	defer t.pool.mutex.Unlock()
	at := slices.Index(t.pool.waiting, t)
	return solver.Company{Waits: at >= 0, Before: max(at, 0)}
}

// Show does nothing: nobody else sees it.
func (*ticket) Show(solver.Look) {}

// Pause does nothing: a run that stands still would hold up all others.
func (*ticket) Pause() {}

// Resume does nothing.
func (*ticket) Resume() {}

// Step does nothing.
func (*ticket) Step() {}

// Tree is the search so far.
func (t *ticket) Tree() *planner.Tree {
	if run := t.begun(); run != nil {
		return run.Tree()
	}
	return nil
}

// Stop ends it, or takes it out of the queue.
func (t *ticket) Stop() { t.cancel() }

// SetPace limits the nodes a second.
func (t *ticket) SetPace(nodes float64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.pace = nodes
	if t.run != nil {
		t.run.SetPace(nodes)
	}
}

// Done is closed when it has ended.
func (t *ticket) Done() <-chan struct{} { return t.done }

// Wait waits for the end.
func (t *ticket) Wait() (planner.Snapshot, error) {
	<-t.done
	if run := t.begun(); run != nil {
		return run.Wait()
	}
	return planner.Snapshot{Method: t.options.Method, Phase: planner.Stopped}, t.err
}

// Snapshot is what is known now.
func (t *ticket) Snapshot() planner.Snapshot {
	if run := t.begun(); run != nil {
		return run.Snapshot()
	}
	return planner.Snapshot{Method: t.options.Method}
}

// Incumbents are those from one on.
func (t *ticket) Incumbents(from int) []planner.Incumbent {
	if run := t.begun(); run != nil {
		return run.Incumbents(from)
	}
	return nil
}

// Options are those that it runs with.
func (t *ticket) Options() planner.Options { return t.options }
