package uitest

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/layer"
	"facet/ui/style"
)

// Driver is somebody at a screen: keys are pressed, commands are carried out at once,
// and the screen is read.
type Driver struct {
	T             testing.TB
	Model         tea.Model
	Width, Height int
}

// Begin gives the model its window and carries out what it starts with.
func (s *Driver) Begin() {
	s.Resize()
	s.Run(s.Model.Init())
}

// Resize tells the model how large its window is.
func (s *Driver) Resize() { s.Send(tea.WindowSizeMsg{Width: s.Width, Height: s.Height}) }

// Send hands a message over and carries out what follows from it.
func (s *Driver) Send(msg tea.Msg) {
	_, cmd := s.Model.Update(msg)
	s.Run(cmd)
}

// Run carries a command out, with what follows from it.
func (s *Driver) Run(cmd tea.Cmd) {
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
func (s *Driver) Press(names ...string) *Driver {
	s.T.Helper()
	for _, n := range names {
		s.Send(layer.Key(n))
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
func (s *Driver) Command(line string) *Driver {
	s.T.Helper()
	s.Press(":")
	for _, r := range line {
		s.Press(string(r))
	}
	return s.Press("enter")
}

// Screen is what is shown.
func (s *Driver) Screen() string { return s.Model.View() }

// Sees tells whether a text is on the screen, however it is broken into rows.
func (s *Driver) Sees(text string) bool {
	return strings.Contains(strings.Join(strings.Fields(s.Screen()), " "), text)
}

// Wants fails the test for every text that is not on the screen.
func (s *Driver) Wants(texts ...string) {
	s.T.Helper()
	for _, text := range texts {
		if !s.Sees(text) {
			s.T.Errorf("no %q on\n%s", text, s.Screen())
		}
	}
}
