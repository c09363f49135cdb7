package terminal

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Paced is a program whose screen is drawn so often at most, however many messages come:
// one that shows a large window and is sent keys without end takes its part of the
// processor, and not those of others. What was left out is drawn as soon as it may be.
// complete tells that the program waits for nothing that is to be seen soon: until then
// what is shown stays for a moment, and what comes is drawn once. It may be nil. What is
// drawn is shown on the screen; bubbletea gets nothing to show. Nothing is drawn for a
// terminal that has not read the last frame.
func Paced(m tea.Model, every time.Duration, complete func() bool, on *Screen, turns *Turns) tea.Model {
	return paceOn(m, every, complete, on, turns)
}

func paceOn(m tea.Model, every time.Duration, complete func() bool, on shower, turns *Turns) *paced {
	if complete == nil {
		complete = func() bool { return true }
	}
	return &paced{Model: m, on: on, turns: turns, least: every, every: every, complete: complete}
}

// shower shows frames, and does what is asked of bubbletea.
type shower interface {
	show(frame string)
	busy() bool // with the last one
	await()     // until it is not
	heard(msg tea.Msg)
}

type paced struct {
	tea.Model
	on           shower
	turns        *Turns
	cells        int // of the window
	least, every time.Duration
	complete     func() bool
	drawn        time.Time // the last time
	changed      time.Time // since when there is something new; zero for nothing
	wake         time.Time // when a message comes to look again; zero for never
	due          bool      // it is to be drawn now
}

// What drawing took is waited for several times before it is drawn again, within reason.
const (
	rests    = 6
	longRest = 300 * time.Millisecond
	// settling is waited for what is to be seen soon, as the picture of a step.
	settling = 40 * time.Millisecond
)

// drawMsg tells that the screen may be drawn again, drawnMsg that it was: what the program
// wants may depend on what it has drawn.
type (
	drawMsg  struct{ of *paced }
	drawnMsg struct{}
)

// Update takes a message.
func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	if look, ok := msg.(drawMsg); ok && look.of == p {
		p.wake = time.Time{}
	} else {
		switch msg.(type) {
		case tea.KeyMsg, tea.MouseMsg:
			p.on.await() // who does not read what there is to see types for nobody
		}
		p.on.heard(msg)
		if size, ok := msg.(tea.WindowSizeMsg); ok {
			p.cells = size.Width * size.Height
		}
		p.Model, cmd = p.Model.Update(msg)
		if _, quiet := msg.(drawnMsg); !quiet && p.changed.IsZero() { // else it would go on for ever
			p.changed = time.Now()
		}
	}
	if p.changed.IsZero() || p.due {
		return p, cmd
	}
	now, at := time.Now(), p.drawn.Add(p.every)
	if soonest := p.changed.Add(settling); soonest.After(at) && !p.complete() {
		at = soonest
	}
	if !at.After(now) && (p.on.busy() || !p.turns.take(p.cells)) {
		at = now.Add(p.least) // the terminal reads slowly, or others have the turn
	}
	if !at.After(now) {
		p.due = true
		return p, tea.Batch(cmd, func() tea.Msg { return drawnMsg{} })
	}
	if p.wake.IsZero() || at.Before(p.wake) {
		p.wake = at
		cmd = tea.Batch(cmd, tea.Tick(at.Sub(now), func(time.Time) tea.Msg { return drawMsg{p} }))
	}
	return p, cmd
}

// View draws the screen when it is due.
func (p *paced) View() string {
	if !p.due && !p.drawn.IsZero() {
		return ""
	}
	began := time.Now()
	p.on.show(p.Model.View())
	p.drawn, p.changed, p.due = time.Now(), time.Time{}, false
	p.turns.give(p.cells, p.drawn.Sub(began))
	p.every = min(longRest, max(p.least, rests*p.drawn.Sub(began)))
	return ""
}
