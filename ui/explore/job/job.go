// Package job runs work that is too slow for a screen's Update and View. Jobs are
// commands of bubbletea and answer with messages. Of the jobs with one name only the
// latest counts: a new one cancels the one before, and a result that still arrives from
// that is dropped.
//
// Update and View of the explorer do nothing that takes longer than a few milliseconds.
// What may is a job, and until it answers the screen shows
//
//	a picture             the last picture, an overview at the very beginning
//	a zoom level          the current one
//	the list of a state with more than 5000 faces and vertices   no rows
//	totals of large patterns, of tens of thousands of edges       the dense ones, and "sparse …"
//	vertex or edge elimination, a check, a file                    the panels, and what is awaited
//
// Long sequences are applied a hundred operations at a time, between which keys are read.
//
// The package knows nothing about what the jobs do.
package job

import (
	"context"
	"fmt"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// Name identifies the latest-only jobs of one runner. Error messages of a job begin with
// it.
type Name string

// Runner runs the jobs of one layer, or of the root. Its methods, except Go, must be
// called on the goroutine of the screen; the jobs run on others.
type Runner struct {
	ctx    context.Context
	cancel context.CancelFunc
	ticket uint64
	latest map[Name]latest

	mutex   sync.Mutex
	closed  bool
	running sync.WaitGroup
}

type latest struct {
	ticket uint64
	cancel context.CancelFunc
}

// Message is the result of a latest-only job. Only Open knows whether it is still wanted.
type Message struct {
	runner *Runner
	name   Name
	ticket uint64
	msg    tea.Msg
}

// New makes a runner whose jobs end with the context at the latest.
func New(ctx context.Context) *Runner {
	r := &Runner{latest: make(map[Name]latest)}
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// Start returns the command of a job and cancels the job of the same name. An error or a
// panic of the job arrives as an error message.
func (r *Runner) Start(name Name, work func(ctx context.Context) tea.Msg) tea.Cmd {
	r.Stop(name)
	ctx, cancel := context.WithCancel(r.ctx)
	r.ticket++
	ticket := r.ticket
	r.latest[name] = latest{ticket, cancel}
	return r.Run(func() (msg tea.Msg) {
		defer cancel()
		if ctx.Err() != nil { // cancelled before it began
			return nil
		}
		defer func() {
			if broken := recover(); broken != nil {
				msg = Message{r, name, ticket, fmt.Errorf("%s failed: %v", name, broken)}
			}
		}()
		return Message{r, name, ticket, work(ctx)}
	})
}

// Run returns the command of a job whose every result counts. It does nothing once the
// runner is closed.
func (r *Runner) Run(work func() tea.Msg) tea.Cmd {
	return func() tea.Msg {
		r.mutex.Lock()
		closed := r.closed
		if !closed {
			r.running.Add(1)
		}
		r.mutex.Unlock()
		if closed {
			return nil
		}
		defer r.running.Done()
		return work()
	}
}

// Go runs work in the background, for jobs that leave something running; Close waits for
// it as for a job.
func (r *Runner) Go(work func()) { r.running.Go(work) }

// Turn waits for a place in turns, which many explorers that share few processors have in common;
// nil has room for all. done gives the place back. ok is false where the context ended before:
// what is overtaken while it waits is not done at all.
func Turn(ctx context.Context, turns chan struct{}) (done func(), ok bool) {
	if turns == nil {
		return func() {}, true
	}
	select {
	case turns <- struct{}{}:
		return func() { <-turns }, true
	case <-ctx.Done():
		return nil, false
	}
}

// Stop cancels the job of a name, if there is one.
func (r *Runner) Stop(name Name) {
	if j, ok := r.latest[name]; ok {
		j.cancel()
		delete(r.latest, name)
	}
}

// Busy reports whether there is a job of a name.
func (r *Runner) Busy(name Name) bool {
	_, ok := r.latest[name]
	return ok
}

// Open returns the result in a message, or nil if the job was cancelled; ok is false for
// a message that is not from this runner.
func (r *Runner) Open(msg tea.Msg) (brought tea.Msg, ok bool) {
	m, ok := msg.(Message)
	if !ok || m.runner != r {
		return nil, false
	}
	if r.latest[m.name].ticket != m.ticket {
		return nil, true
	}
	delete(r.latest, m.name)
	return m.msg, true
}

// Close cancels all jobs and lets no more begin. The channel is closed when all are over:
// each ends when it next looks at its context.
func (r *Runner) Close() <-chan struct{} {
	r.cancel()
	clear(r.latest)
	r.mutex.Lock()
	r.closed = true
	r.mutex.Unlock()
	over := make(chan struct{})
	go func() {
		r.running.Wait()
		close(over)
	}()
	return over
}
