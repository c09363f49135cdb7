package drawing

import (
	"cmp"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/picture"
)

// Motion plays, frame by frame, how vertices travel to their new places where a
// picture was placed anew. It holds nobody up: a key ends it, and who shows no
// frame loses nothing. The zero value plays nothing.
type Motion struct {
	On   bool
	run  int // tells the frames of one way from those of another
	left int // frames
	of   [2]*Panel
}

// frames is how many there are of one way, each shown for a frameTime: together
// long enough to be followed, and over before the next key.
const (
	frames    = 6
	frameTime = 60 * time.Millisecond
	leastFPS  = 15
)

// Frame is the message that it is time for the next frame.
type Frame struct{ run int }

// Smooth tells whether a terminal is worth frames: not a slow one, not one that
// cannot move its cursor, and none behind a network, unless the user wants it so.
// The setting is on, off or empty.
func Smooth(fps int, setting string, getenv func(string) string) bool {
	if setting != "" || fps < leastFPS {
		return setting == "on" && fps >= leastFPS
	}
	term := getenv("TERM")
	return term != "" && term != "dumb" && cmp.Or(getenv("SSH_CONNECTION"), getenv("SSH_CLIENT"), getenv("SSH_TTY")) == ""
}

// Start remembers what the panels show, before other pictures are taken, and asks
// for the first frame.
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

// Next goes on to the next frame, and asks for the one after it.
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

// Skip shows at once where everything stands.
func (m *Motion) Skip() {
	m.left = 0
	for k, p := range m.of {
		if p != nil {
			p.from = origin{}
		}
		m.of[k] = nil
	}
}

// Playing tells whether frames are still to come.
func (m *Motion) Playing() bool { return m.left > 0 }

// origin is where a picture's vertices come from.
type origin struct {
	layout *picture.Layout
	view   picture.View
	part   int
}

// travels tells whether so much of the picture has moved that the eye would lose
// it: a quarter of the vertices that are still there.
func (p *Panel) travels(l *picture.Layout) bool {
	from := p.from.layout
	if from == nil || l == nil || from == l || from.Coarse() || l.Coarse() || p.from.view.Zoom == picture.ZoomOverview || p.view.Zoom == picture.ZoomOverview ||
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
