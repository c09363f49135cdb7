package uitest

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/style"
)

// Seat is somebody at a screen: keys are pressed, commands are carried out at once,
// and the screen is read.
type Seat struct {
	T             testing.TB
	Model         tea.Model
	Width, Height int
}

// Begin gives the model its window and carries out what it starts with.
func (s *Seat) Begin() {
	s.Resize()
	s.Run(s.Model.Init())
}

// Resize tells the model how large its window is.
func (s *Seat) Resize() { s.Send(tea.WindowSizeMsg{Width: s.Width, Height: s.Height}) }

// Send hands a message over and carries out what follows from it.
func (s *Seat) Send(msg tea.Msg) {
	_, cmd := s.Model.Update(msg)
	s.Run(cmd)
}

// Run carries a command out, with what follows from it.
func (s *Seat) Run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, one := range msg {
			s.Run(one)
		}
	default:
		s.Send(msg)
	}
}

// Press presses keys by name and looks whether every screen fits.
func (s *Seat) Press(names ...string) *Seat {
	s.T.Helper()
	for _, n := range names {
		s.Send(Key(n))
		rows := strings.Split(s.Screen(), "\n")
		if len(rows) > s.Height {
			s.T.Fatalf("the screen has %d rows", len(rows))
		}
		for _, row := range rows {
			if style.Width(row) > s.Width {
				s.T.Fatalf("a row is %d wide:\n%s", style.Width(row), row)
			}
		}
	}
	return s
}

// Command types a line into the palette.
func (s *Seat) Command(line string) *Seat {
	s.T.Helper()
	s.Press(":")
	for _, r := range line {
		s.Press(string(r))
	}
	return s.Press("enter")
}

// Screen is what is shown.
func (s *Seat) Screen() string { return s.Model.View() }

// Sees tells whether a text is on the screen, however it is broken into rows.
func (s *Seat) Sees(text string) bool {
	return strings.Contains(strings.Join(strings.Fields(s.Screen()), " "), text)
}

// Wants fails the test for every text that is not on the screen.
func (s *Seat) Wants(texts ...string) {
	s.T.Helper()
	for _, text := range texts {
		if !s.Sees(text) {
			s.T.Errorf("no %q on\n%s", text, s.Screen())
		}
	}
}
