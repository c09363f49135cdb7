package shell

import (
	"fmt"

	"facet/model"
	"facet/model/session"
	"facet/planner"
	"facet/ui/explore/config"
	"facet/ui/explore/intent"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

// ExploreOptions is what the user asked of the explorer.
type ExploreOptions struct {
	Dag       *model.Dag       // nil without FILE, or where FILE holds a session
	Session   *session.Session // the session in FILE; nil for none
	File      string           // FILE as it was typed
	FromStdin bool             // the dag was read from standard input, which is used up
	Lead      intent.Lead      // the leader at the start; an empty kind for none
	Resume    bool             // go on where the last session on this dag ended
	Theme     string           // "auto", "light", "dark", "mono"
	Hints     string           // "on", "off", or empty for the saved setting
	ASCII     bool
	Plain     bool             // plain mode: lines of text, no pictures
	Script    string           // a file of lines to be carried out in plain mode; - for standard input
	FPS       int              // most frames a second; 0 for the setting
	Config    string           // the file of settings that a flag names
	Settings  *config.Config   // what it says; may be nil
	Workers   int              // goroutines of a search; 0 leaves one processor to the screen
	Solve     *planner.Options // a run to start at once; nil for none

	Parts    Parts                // what the wings add to the explorer
	Function files.FunctionReader // reads dags of functions; nil where no wing does
}

// ConfigUsage is the text of --config.
const ConfigUsage = "file with your settings and keys (default: $XDG_CONFIG_HOME/facet/config.yaml)"

var themes = []string{"auto", "light", "dark", "mono"}

// ScreenFlags adds the flags for the look of the explorer, and returns a function that
// reads them.
func ScreenFlags(c *cobra.Command) func() (ExploreOptions, error) {
	var o ExploreOptions
	theme := Choice(c, "theme", "auto", "colours", themes...)
	c.Flags().BoolVar(&o.ASCII, "ascii", false, "draw with ASCII characters only")
	c.Flags().BoolVar(&o.Plain, "plain", false,
		"no pictures and no full screen: sentences, numbered operations and a prompt (for screen readers and scripts)")
	c.Flags().StringVar(&o.Script, "script", "",
		"carry out the lines of FILE as in --plain, - for standard input, and leave")
	hints := Choice(c, "hints", "", "show the losses of operations and steps (default: the last choice)",
		"on", "off")
	fps := c.Flags().Int("fps", 30, "maximal frames per second")
	c.Flags().StringVar(&o.Config, "config", "", ConfigUsage)
	return func() (ExploreOptions, error) {
		if err := OneOf("theme", *theme, themes...); err != nil {
			return o, err
		}
		if *fps < 1 || *fps > 120 {
			return o, fmt.Errorf("--fps is %d: choose a number from 1 to 120", *fps)
		}
		if c.Flags().Changed("fps") {
			o.FPS = *fps
		}
		if c.Flags().Changed("hints") {
			if err := OneOf("hints", *hints, "on", "off"); err != nil {
				return o, err
			}
		}
		o.Theme, o.Hints = *theme, *hints
		return o, nil
	}
}

// Show opens the explorer, with what the wings add to it.
func (s Shell) Show(c *cobra.Command, o ExploreOptions) error {
	if s.Explore == nil {
		return fmt.Errorf("this build has no explorer: use one of the commands, see facet --help")
	}
	if c.Flags().Changed("script") && o.Script == "" {
		return fmt.Errorf("--script is empty: name a FILE of lines, or - for standard input")
	}
	if o.Script == Stdin && o.FromStdin {
		return fmt.Errorf("standard input cannot be the dag and the script: give one of them as a file")
	}
	o.Parts, o.Function = s.Parts, s.Files.Function
	var err error
	if o.Settings, err = config.Find(o.Config, s.Getenv); err != nil {
		return err
	}
	return s.Explore(c.Context(), o)
}
