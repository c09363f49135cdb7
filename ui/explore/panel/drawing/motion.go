package drawing

import (
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/picture"
)

// Motion animates, frame by frame, how vertices travel to their new places where a
// picture was laid out anew. It never delays the user: a key ends it, and skipped frames
// lose nothing. The zero value animates nothing.
type Motion struct {
	On   bool
	run  int // number of the animation, to drop frames of earlier ones
	left int // frames
	of   [2]*Panel
}

// frames is the number of frames of an animation, each shown for a frameTime: together
// long enough to be followed, and over before the next key.
const (
	frames    = 6
	frameTime = 60 * time.Millisecond
	leastFPS  = 15
)

// Frame is the message that the next frame is due.
type Frame struct{ run int }

// Smooth reports whether a terminal is fast enough for animations: not a slow one, not
// one that cannot move its cursor, and none behind a network unless the user asks for
// them. The setting is on, off or empty.
func Smooth(fps int, setting string, getenv func(string) string) bool {
	if setting != "" || fps < leastFPS {
		return setting == "on" && fps >= leastFPS
	}
	term := getenv("TERM")
	return term != "" && term != "dumb" && cmp.Or(getenv("SSH_CONNECTION"), getenv("SSH_CLIENT"),
		getenv("SSH_TTY")) == ""
}

// Start remembers what the panels show, before they get new pictures, and asks for the
// first frame.
func (m *Motion) Start(panels ...*Panel) tea.Cmd {
	m.Skip()
	if !m.On {
		return nil
	}
	m.run++
	m.left = frames
	for k, p := range panels {
		m.of[k] = p
		p.from = origin{p.cache.layout, p.view, 1}
	}
	return m.next()
}

func (m *Motion) next() tea.Cmd {
	run := m.run
	return tea.Tick(frameTime, func(time.Time) tea.Msg { return Frame{run} })
}

// Next shows a frame, and asks for the one after it.
func (m *Motion) Next(f Frame) tea.Cmd {
	if f.run != m.run || m.left == 0 {
		return nil
	}
	moving := false
	for _, p := range m.of {
		if p != nil && p.from.layout != nil {
			p.from.part++
			moving = moving || p.travels(p.cache.layout)
		}
	}
	if m.left--; m.left == 0 || !moving {
		m.Skip()
		return nil
	}
	return m.next()
}

// Skip ends the animation.
func (m *Motion) Skip() {
	m.left = 0
	for k, p := range m.of {
		if p != nil {
			p.from = origin{}
		}
		m.of[k] = nil
	}
}

// Playing reports whether frames are still to come.
func (m *Motion) Playing() bool { return m.left > 0 }

// origin is where a picture's vertices come from.
type origin struct {
	layout *picture.Layout
	view   picture.View
	part   int
}

// travels reports whether so many vertices have moved that the eye would lose the
// picture: a quarter of those that are still there.
func (p *Panel) travels(l *picture.Layout) bool {
	from := p.from.layout
	if from == nil || l == nil || from == l || from.Coarse() || l.Coarse() ||
		p.from.view.Zoom == picture.ZoomOverview || p.view.Zoom == picture.ZoomOverview ||
		p.from.view.Width != p.view.Width || p.from.view.Height != p.view.Height {
		return false
	}
	both, moved := 0, 0
	for _, v := range l.Graph().Vertices {
		a, ok := from.Position(picture.RefVertex(v.Key), p.from.view.Zoom, p.view.ASCII)
		if !ok {
			continue
		}
		b, _ := l.Position(picture.RefVertex(v.Key), p.view.Zoom, p.view.ASCII)
		both++
		if a.X-p.from.view.X != b.X-p.view.X || a.Y-p.from.view.Y != b.Y-p.view.Y {
			moved++
		}
	}
	return 4*moved > both
}
