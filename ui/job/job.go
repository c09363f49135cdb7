// Package job runs what is too slow for a screen's Update and View. Jobs are commands of
// bubbletea and bring messages. Of jobs with one name only the latest counts: a new one
// cancels the one before, and what that still brings is dropped.
//
// The package knows nothing of what the jobs do.
package job

import (
	"context"
	"fmt"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// Name tells the latest-only jobs of one runner apart. What breaks off is called by it.
type Name string

// Runner runs the jobs of one layer, or of the root. Its methods are for the goroutine
// of the screen, but for Go; the jobs run in others.
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

// Message is what a latest-only job brought. Only Open knows whether it is still wanted.
type Message struct {
	runner *Runner
	name   Name
	ticket uint64
	msg    tea.Msg
}

// Dropped is a result that has to be told when nobody wants it any more.
type Dropped interface{ Drop() }

// New makes a runner whose jobs end with the context, at the latest.
func New(ctx context.Context) *Runner {
	r := &Runner{latest: make(map[Name]latest)}
	r.ctx, r.cancel = context.WithCancel(ctx)
	return r
}

// Start begins a job, as a command. The job before of the same name is cancelled. What
// goes wrong is brought as an error, as is a panic.
func (r *Runner) Start(name Name, work func(ctx context.Context) tea.Msg) tea.Cmd {
	r.Stop(name)
	ctx, cancel := context.WithCancel(r.ctx)
	r.ticket++
	ticket := r.ticket
	r.latest[name] = latest{ticket, cancel}
	return r.Run(func() (msg tea.Msg) {
		defer cancel()
		if ctx.Err() != nil { // it was overtaken before it began
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

// Run is the command of a job of which each counts. It does nothing once the runner is
// closed.
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

// Go lets a job leave something behind that goes on, and is waited for like the job.
func (r *Runner) Go(work func()) { r.running.Go(work) }

// Stop cancels the job of a name, if there is one.
func (r *Runner) Stop(name Name) {
	if j, ok := r.latest[name]; ok {
		j.cancel()
		delete(r.latest, name)
	}
}

// Busy tells whether there is a job of a name.
func (r *Runner) Busy(name Name) bool {
	_, ok := r.latest[name]
	return ok
}

// Open gives what a job brought, or nil if it was cancelled; false for a message of
// another runner's.
func (r *Runner) Open(msg tea.Msg) (brought tea.Msg, mine bool) {
	m, ok := msg.(Message)
	if !ok || m.runner != r {
		return nil, false
	}
	if r.latest[m.name].ticket != m.ticket {
		if d, ok := m.msg.(Dropped); ok {
			d.Drop()
		}
		return nil, true
	}
	delete(r.latest, m.name)
	return m.msg, true
}

// Close cancels all jobs and lets none begin any more. What it gives is closed when all
// are over: each ends when it next looks at its context.
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
