package terminal

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Paced is a program whose screen is drawn at most once every so often, however many
// messages come: a large window that is flooded with keys takes its share of the
// processor and no more. What was skipped is drawn as soon as that is allowed. complete
// reports whether the program awaits nothing that will be visible soon; until then the
// last frame stays for a moment, so that both changes are drawn once. It may be nil.
// Frames go to the shower on, not to bubbletea. Nothing is drawn while the terminal has
// not read the last frame.
func Paced(m tea.Model, every time.Duration, complete func() bool, on Shower, turns *Turns) tea.Model {
	return paceOn(m, every, complete, on, turns)
}

func paceOn(m tea.Model, every time.Duration, complete func() bool, on Shower, turns *Turns) *paced {
	if complete == nil {
		complete = func() bool { return true }
	}
	return &paced{Model: m, on: on, turns: turns, least: every, every: every, complete: complete}
}

// Shower shows frames, and does what a program asks of bubbletea: a [*Screen] on a
// terminal, [Frames] elsewhere.
type Shower interface {
	show(frame string)
	busy() bool // the last frame is not written yet
	await()     // blocks until it is
	heard(msg tea.Msg)
}

type paced struct {
	tea.Model
	on           Shower
	turns        *Turns
	cells        int // in the window
	least, every time.Duration
	complete     func() bool
	drawn        time.Time // when the last frame was drawn
	changed      time.Time // when the first undrawn change came; zero for none
	wake         time.Time // when the next wake-up message is due; zero for none
	due          bool      // draw at the next View
}

// After a frame the program waits a multiple of the time that drawing took, within
// limits.
const (
	rests    = 6
	longRest = 300 * time.Millisecond
	// settling is how long to wait for what is to be visible soon, such as the picture of
	// a step.
	settling = 40 * time.Millisecond
)

// drawMsg says that the screen may be drawn again.
type drawMsg struct{ of *paced }

// Update takes a message.
func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	if look, ok := msg.(drawMsg); ok && look.of == p {
		p.wake = time.Time{}
	} else {
		switch msg.(type) {
		case tea.KeyMsg, tea.MouseMsg:
			p.on.await() // keys of a user who does not see the screen can wait
		}
		p.on.heard(msg)
		if size, ok := msg.(tea.WindowSizeMsg); ok {
			p.cells = size.Width * size.Height
		}
		p.Model, cmd = p.Model.Update(msg)
		if p.changed.IsZero() {
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
		at = now.Add(p.least) // the terminal is slow, or another window has the turn
	}
	if !at.After(now) {
		p.due = true
		return p, cmd
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
