// Package playback keeps the time of steps that are shown one after another. It knows
// nothing of what a step is.
package playback

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

const (
	usual    = time.Second
	shortest = time.Second / 16
	longest  = 8 * time.Second
)

// Clock is a clock that can be started and stopped, and made faster and slower.
// The zero value stands still at a step every second.
type Clock struct {
	running  bool
	run      int // tells the ticks of one run from those of another
	interval time.Duration
}

// Tick says that it is time for the next step of a run.
type Tick struct{ run int }

// Interval is how long a step is shown.
func (p *Clock) Interval() time.Duration {
	if p.interval == 0 {
		return usual
	}
	return p.interval
}

// Running tells whether the clock goes.
func (p *Clock) Running() bool { return p.running }

// Start begins a run.
func (p *Clock) Start() tea.Cmd {
	p.run++
	p.running = true
	return p.Next()
}

// Stop ends the run; ticks that are under way mean nothing any more.
func (p *Clock) Stop() { p.running = false }

// Next asks for the next tick of the run.
func (p *Clock) Next() tea.Cmd {
	run := p.run
	return tea.Tick(p.Interval(), func(time.Time) tea.Msg { return Tick{run} })
}

// Now is the tick of the present run, for who keeps time otherwise.
func (p *Clock) Now() Tick { return Tick{p.run} }

// Due tells whether a tick is one of the present run.
func (p *Clock) Due(t Tick) bool { return p.running && t.run == p.run }

// Anew is a clock that stands still at the same pace, for which ticks that are
// under way mean nothing.
func (p *Clock) Anew() Clock { return Clock{run: p.run + 1, interval: p.interval} }

// Faster and Slower halve and double how long a step is shown.
func (p *Clock) Faster() { p.interval = max(shortest, p.Interval()/2) }

// Slower doubles how long a step is shown.
func (p *Clock) Slower() { p.interval = min(longest, p.Interval()*2) }
