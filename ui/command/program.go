package command

import (
	"context"
	"io"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/intent"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

// Program is the command line with its surroundings.
type Program struct {
	Version string
	In      io.Reader
	Out     io.Writer
	Err     io.Writer

	// Width gives how many columns the terminal on Out has; 0 where Out is no
	// terminal. Without it, Out counts as none.
	Width func() int

	// Getenv looks up a variable of the environment: it says where things are kept.
	// Without it nothing is.
	Getenv func(name string) string

	// LimitMemory tells the process what a search may keep, in bytes, so that
	// garbage is collected before much more than that is in use. It may be nil.
	LimitMemory func(bytes int64)

	// Explore opens the explorer and returns when the user leaves it. Without
	// it, the program has batch commands only.
	Explore func(context.Context, ExploreOptions) error

	// Also gives commands that need more of the process than a shell, as a server
	// does; it may be nil.
	Also func(shell.Shell) []*cobra.Command

	shell shell.Shell
}

// ExploreOptions is what the user asked the explorer for.
type ExploreOptions struct {
	Dag       *model.Dag       // nil where no FILE was named, or one with a session
	Session   *session.Session // the FILE held this one
	File      string           // FILE as it was typed
	FromStdin bool             // the dag came from standard input, which is used up
	Lead      intent.Lead      // who leads from the start; no kind for nobody
	Resume    bool             // go on where the last session on this dag ended
	Theme     string           // "auto", "light", "dark", "mono"
	Hints     string           // "on", "off", or empty for what was chosen last
	ASCII     bool
	Plain     bool             // by lines of text, without pictures
	FPS       int              // frames a second, at most
	Workers   int              // goroutines of a search; 0 leaves one processor to the screen
	Solve     *planner.Options // start this run at once; nil for none
}

// oneLine keeps an error one sentence on one line, whatever was wrapped into it.
func oneLine(text string) string {
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
