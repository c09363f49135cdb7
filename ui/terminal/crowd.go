package terminal

import (
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Crowd serves one user before the many who share a process with them, while that user is
// behind: has pressed a key and does not see what it did. Then as many programs of others
// work at once as there are turns, and the rest wait in line; else all would stand in the
// scheduler's line together, and the one user at its end. As long as that user is not
// behind nothing waits. The nil value lets everything through. A Crowd is safe for concurrent use.
type Crowd struct {
	turns chan struct{}
	since atomic.Int64 // when the first key came whose effect is not drawn; 0 for none
	until atomic.Int64 // others wait in line until then
}

// From when on a user is behind, and how long others wait in line after that.
const (
	behindFrom = 80 * time.Millisecond
	inLineFor  = 500 * time.Millisecond
)

// NewCrowd lets so many work at once while the one user is behind.
func NewCrowd(turns int) *Crowd { return &Crowd{turns: make(chan struct{}, turns)} }

// Pressed notes that the one user has pressed a key.
func (c *Crowd) Pressed() {
	if c != nil {
		c.since.CompareAndSwap(0, time.Now().UnixNano())
	}
}

// saw notes that the one user sees what the keys did.
func (c *Crowd) saw() {
	if c.behind(time.Now().UnixNano()) {
		c.until.Store(time.Now().Add(inLineFor).UnixNano())
	}
	c.since.Store(0)
}

// behind reports whether others have to wait in line.
func (c *Crowd) behind(now int64) bool {
	since := c.since.Load()
	return since > 0 && now-since > int64(behindFrom) || now < c.until.Load()
}

// first is the program of the one user.
type first struct {
	tea.Model
	crowd *Crowd
}

// First makes a program that of the one user who is served first.
func (c *Crowd) First(m tea.Model) tea.Model {
	if c == nil {
		return m
	}
	return &first{m, c}
}

func (f *first) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, key := msg.(tea.KeyMsg); key {
		f.crowd.Pressed()
	}
	var cmd tea.Cmd
	f.Model, cmd = f.Model.Update(msg)
	return f, cmd
}

func (f *first) View() string {
	defer f.crowd.saw()
	return f.Model.View()
}

// other is the program of one of the many.
type other struct {
	tea.Model
	crowd *Crowd
}

// Other makes a program one of the many.
func (c *Crowd) Other(m tea.Model) tea.Model {
	if c == nil {
		return m
	}
	return &other{m, c}
}

// turn waits for a turn, where one is needed. What it gives gives it back.
func (c *Crowd) turn() (back func()) {
	if !c.behind(time.Now().UnixNano()) {
		return func() {}
	}
	c.turns <- struct{}{}
	return func() { <-c.turns }
}

func (o *other) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer o.crowd.turn()()
	var cmd tea.Cmd
	o.Model, cmd = o.Model.Update(msg)
	return o, cmd
}

func (o *other) View() string {
	defer o.crowd.turn()()
	return o.Model.View()
}
