// Package still keeps libraries from asking the terminal anything before the
// program starts.
//
// The init function of bubbletea 1 has lipgloss ask the terminal for its
// background colour, and waits up to five seconds for an answer, even for --help.
// No option or environment variable turns that off. lipgloss does not ask if the
// background was set before, and an init function is the only code that can run
// before that of bubbletea. What is set does not matter: every theme of facet has
// a renderer of its own (facet/ui/draw/style).
//
// Why this init runs first: the language initialises, among the packages whose
// imports are ready, the one whose path sorts first (Go specification, "Program
// initialization", since Go 1.21). This package imports lipgloss alone, which
// bubbletea imports too, so that it is ready no later; and its path sorts before
// github.com. A module of another name might lose that: the package's test
// reads the order from the runtime, and then fails. bubbletea 2 asks nothing;
// with it this package goes.
package still

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
