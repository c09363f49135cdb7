// Package still keeps the program from asking the terminal anything before it
// starts.
//
// When it is initialised, bubbletea asks the terminal for its background colour
// and waits up to five seconds for an answer, even for --help. It does not ask
// if the background is known already. Packages are initialised in the order of
// their import paths as soon as what they import is ready; this one imports
// lipgloss alone and its path sorts before bubbletea's, so it is always first. The
// order is the language's promise (Go 1.21), not luck; nothing else comes before
// bubbletea's initialisation, which no option or environment variable turns off.
// What the background is said to be does not matter: every theme has a renderer
// of its own.
package still

import "github.com/charmbracelet/lipgloss"

func init() { lipgloss.SetHasDarkBackground(true) }
