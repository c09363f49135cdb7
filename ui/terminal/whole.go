package terminal

import (
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/term"
)

// Whole is the terminal's output, on which what one write changes appears at once (synchronized
// output, mode 2026) where the terminal is known to understand that, or says so in its
// environment. It is asked nothing: an answer could be read as keys.
func (t Terminal) Whole() io.Writer {
	if t.Getenv == nil || !synchronizes(t.Getenv) {
		return t.Out
	}
	if file, is := t.Out.(term.File); is { // bubbletea asks it for its size
		return wholeFile{file}
	}
	return whole{t.Out}
}

// synchronizing are the terminals that understand synchronized output, by the TERM that they
// set or that begins so, and otherwise by TERM_PROGRAM.
var (
	synchronizing = []string{"xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm", "contour", "rio"}
	programs      = []string{"iTerm.app", "WezTerm", "ghostty", "WarpTerminal"}
	saysSo        = regexp.MustCompile(`Sy([A-Z]|$)`) // in TERM_FEATURES, names that begin in upper case
)

func synchronizes(env func(name string) string) bool {
	is := func(begin string) bool { return strings.HasPrefix(env("TERM"), begin) }
	switch {
	case slices.ContainsFunc(synchronizing, is):
		return true
	case env("TMUX") != "" || is("tmux") || is("screen"): // the others are of the terminal around it
		return false
	}
	return slices.Contains(programs, env("TERM_PROGRAM")) || saysSo.MatchString(env("TERM_FEATURES")) ||
		env("LC_TERMINAL") == "iTerm2" || env("WT_SESSION") != ""
}

type whole struct{ io.Writer }

func (w whole) Write(p []byte) (int, error) { return atOnce(w.Writer, p) }

type wholeFile struct{ term.File }

func (w wholeFile) Write(p []byte) (int, error) { return atOnce(w.File, p) }

// atOnce writes in one piece: what is cut off in between would leave the screen as it was.
func atOnce(out io.Writer, p []byte) (int, error) {
	all := make([]byte, 0, len(p)+len(ansi.SetModeSynchronizedOutput+ansi.ResetModeSynchronizedOutput))
	all = append(all, ansi.SetModeSynchronizedOutput...)
	all = append(all, p...)
	n, err := out.Write(append(all, ansi.ResetModeSynchronizedOutput...))
	return min(max(0, n-len(ansi.SetModeSynchronizedOutput)), len(p)), err
}
