package terminal

import (
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// Paced is a program whose screen is drawn so often at most, however many messages come:
// one that shows a large window and is sent keys without end takes its part of the
// processor, and not those of others. What was left out is drawn as soon as it may be.
func Paced(m tea.Model, every time.Duration) tea.Model {
	return &paced{Model: m, least: every, every: every}
}

type paced struct {
	tea.Model
	least, every time.Duration
	drawn        time.Time // the last time
	text         string
	pending      bool // a message comes when it may be drawn again
}

// What drawing took is waited for several times before it is drawn again, within reason.
const (
	rests    = 6
	longRest = 300 * time.Millisecond
	// gather is waited for what else comes with a message, as the picture of a step does:
	// that is drawn at once, and the terminal gets it with the next frame in any case.
	gather = 12 * time.Millisecond
)

// drawMsg tells that the screen may be drawn again, drawnMsg that it was: what the program
// wants may depend on what it has drawn.
type (
	drawMsg  struct{ of *paced }
	drawnMsg struct{}
)

// Update takes a message.
func (p *paced) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if due, ok := msg.(drawMsg); ok && due.of == p {
		p.pending = false
		return p, func() tea.Msg { return drawnMsg{} }
	}
	next, cmd := p.Model.Update(msg)
	p.Model = next
	if _, quiet := msg.(drawnMsg); quiet { // else it would go on for ever
		return p, cmd
	}
	if !p.pending {
		p.pending = true
		rest := max(gather, p.every-time.Since(p.drawn))
		cmd = tea.Batch(cmd, tea.Tick(rest, func(time.Time) tea.Msg { return drawMsg{p} }))
	}
	return p, cmd
}

// View draws the screen when it is due, or gives the last one.
func (p *paced) View() string {
	began := time.Now()
	if p.pending && !p.drawn.IsZero() || began.Sub(p.drawn) < gather {
		return p.text
	}
	p.text = p.Model.View()
	p.drawn = time.Now()
	p.every = min(longRest, max(p.least, rests*p.drawn.Sub(began)))
	return p.text
}
