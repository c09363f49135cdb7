package launch_test

import (
	"context"
	"io"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/cli/launch"
	"facet/ui/terminal"
)

// sizes is a program that is told its size twice, as a server and as the system does it.
type sizes []tea.WindowSizeMsg

func (s *sizes) Init() tea.Cmd {
	return func() tea.Msg { return tea.WindowSizeMsg{Width: 65535, Height: 65535} }
}

func (s *sizes) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		*s = append(*s, size)
	}
	if len(*s) == 2 {
		return s, tea.Quit
	}
	return s, nil
}

func (s *sizes) View() string { return "" }

// A window of any size has a size for which there is memory.
func TestSizesAreWithinReason(t *testing.T) {
	var told sizes
	seat := terminal.Terminal{Out: io.Discard, Width: 1 << 30, Height: 1 << 30}
	ctx, leave := context.WithTimeout(t.Context(), time.Minute)
	defer leave()
	if err := launch.Show(ctx, &told, seat, 30); err != nil {
		t.Fatal(err)
	}
	for _, size := range told {
		if size.Width != terminal.Widest || size.Height != terminal.Highest {
			t.Errorf("the program is told %dx%d", size.Width, size.Height)
		}
	}
	if len(told) != 2 {
		t.Errorf("%d sizes were told", len(told))
	}
}
