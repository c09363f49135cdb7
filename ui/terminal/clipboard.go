package terminal

import (
	"io"
	"strings"

	"github.com/aymanbagabas/go-osc52/v2"
	tea "github.com/charmbracelet/bubbletea"
)

// MostCopied is the most bytes that are copied at once: many terminals take 100 000 signs
// of base64 and drop what is longer.
const MostCopied = 74_994

// copied is the message that something is to be sent to a terminal that bubbletea does not
// write to; see [Screen].
type copied string

// Copy has the terminal put a text on its clipboard, by OSC 52: that reaches the terminal in
// front of the user, also over ssh. Within tmux and screen the sequence is sent to them, and
// through them to the terminal around them: one of the two is usually allowed.
func (t Terminal) Copy(text string) tea.Cmd {
	sequence := t.sequence(text)
	if t.Sizes != nil {
		return func() tea.Msg { return copied(sequence) }
	}
	return func() tea.Msg {
		_, _ = io.WriteString(t.Out, sequence) // a terminal that is gone ends the program elsewhere
		return nil
	}
}

// sequence is the escape sequence for a text.
func (t Terminal) sequence(text string) string {
	plain, name := osc52.New(text), ""
	if t.Getenv != nil {
		name = t.Getenv("TERM")
		if t.Getenv("TMUX") != "" {
			name = "tmux"
		}
	}
	switch {
	case strings.HasPrefix(name, "tmux"):
		return plain.String() + plain.Tmux().String()
	case strings.HasPrefix(name, "screen"): // tmux calls itself so, too
		return plain.String() + plain.Screen().String()
	}
	return plain.String()
}
