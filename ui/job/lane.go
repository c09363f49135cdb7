// Package lane runs what is too slow for a screen's Update and View. A lane
// holds one job: a new one cancels the old, and what a cancelled one still
// brings is dropped. Jobs are commands of bubbletea and bring messages.
//
// The package knows nothing of what the jobs do.
package job

import (
	"context"
	"fmt"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
)

// Runner are the lanes of one screen. Start, Stop, Open and Busy are for the
// goroutine of the screen; the jobs run in others.
type Runner struct {
	ctx     context.Context
	cancel  context.CancelFunc
	ticket  uint64
	under   map[string]job
	running sync.WaitGroup
}

type job struct {
	ticket uint64
	cancel context.CancelFunc
}

// Message is what a job brought. Only Open knows whether it is still wanted.
type Message struct {
	lane   string
	ticket uint64
	msg    tea.Msg
	err    error
}

// New makes lanes whose jobs end with the context, at the latest.
func New(ctx context.Context) *Runner {
	l := &Runner{under: make(map[string]job)}
	l.ctx, l.cancel = context.WithCancel(ctx)
	return l
}

// Start begins a job, as a command. The job before on the same lane is
// cancelled. A job that panics brings an error.
func (l *Runner) Start(lane string, work func(ctx context.Context) tea.Msg) tea.Cmd {
	l.Stop(lane)
	ctx, cancel := context.WithCancel(l.ctx)
	l.ticket++
	ticket := l.ticket
	l.under[lane] = job{ticket, cancel}
	return func() (msg tea.Msg) {
		if ctx.Err() != nil { // it was overtaken before it began
			return nil
		}
		l.running.Add(1)
		defer l.running.Done()
		defer cancel()
		defer func() {
			if r := recover(); r != nil {
				msg = Message{lane, ticket, nil, fmt.Errorf("%s failed: %v", lane, r)}
			}
		}()
		return Message{lane, ticket, work(ctx), nil}
	}
}

// Stop cancels the job of a lane, if there is one.
func (l *Runner) Stop(lane string) {
	if j, ok := l.under[lane]; ok {
		j.cancel()
		delete(l.under, lane)
	}
}

// Busy tells whether a lane has a job.
func (l *Runner) Busy(lane string) bool {
	_, ok := l.under[lane]
	return ok
}

// Open gives what a job brought; nothing of a job that was cancelled. A job that
// broke off gives an error.
func (l *Runner) Open(m Message) (msg tea.Msg, lane string, err error) {
	if l.under[m.lane].ticket != m.ticket {
		return nil, m.lane, nil
	}
	delete(l.under, m.lane)
	return m.msg, m.lane, m.err
}

// Close cancels all jobs. It waits for none: each ends when it next looks at its
// context.
func (l *Runner) Close() {
	l.cancel()
	clear(l.under)
}

// Wait waits until no job runs.
func (l *Runner) Wait() { l.running.Wait() }
