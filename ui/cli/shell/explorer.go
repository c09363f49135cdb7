package shell

import (
	"fmt"

	"facet/ui/draw/style"
	"facet/ui/explore/app"
	"facet/ui/explore/config"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/solver"
	"facet/ui/files"
	"facet/ui/files/store"

	"github.com/spf13/cobra"
)

// Explorer is what an explorer is made of, from the command line on: the options of the explorer
// itself, and those from which the place where it runs makes the rest of them.
type Explorer struct {
	app.Options

	Lead      intent.Lead    // the leader at the start; an empty kind for none
	FromStdin bool           // the dag was read from standard input, which is used up
	Resume    bool           // go on where the last session on this dag ended
	Colours   string         // "auto", "light", "dark", "mono"; empty for the saved ones
	Hints     string         // "on", "off", or empty for the saved setting
	Unasked   string         // the same where nothing is saved either
	ASCII     bool           // draw with ASCII characters only
	Plain     bool           // plain mode: lines of text, no pictures
	Script    string         // a file of lines to be carried out in plain mode; - for standard input
	Config    string         // the file of settings that a flag names
	Chosen    *config.Config // what it says; may be nil

	Place    *store.Directory // where sessions, settings and results are saved; nil for nowhere
	Planning *solver.Options  // without what is set from the others; nil for no solver
	Wings    Parts            // what the wings add to the explorer; nil for nothing
	// Leaders are in place of those of the wings; nil for theirs.
	Leaders func(layer.Surroundings) []layer.Source
}

// ConfigUsage is the text of --config.
const ConfigUsage = "file with your settings and keys (default: $XDG_CONFIG_HOME/facet/config.yaml)"

// ScreenFlags adds the flags for the look of the explorer, and returns a function that
// reads them.
func ScreenFlags(c *cobra.Command) func() (Explorer, error) {
	var o Explorer
	theme := Choice(c, "theme", "auto", "colours", style.Kinds()...)
	c.Flags().BoolVar(&o.ASCII, "ascii", false, "draw with ASCII characters only")
	c.Flags().BoolVar(&o.Plain, "plain", false,
		"no pictures and no full screen: sentences, numbered operations and a prompt (for screen readers and scripts)")
	c.Flags().StringVar(&o.Script, "script", "",
		"carry out the lines of FILE as in --plain, - for standard input, and leave")
	hints := Choice(c, "hints", "", "show the losses of operations and steps (default: the last choice)",
		"on", "off")
	fps := c.Flags().Int("fps", 30, "maximal frames per second")
	c.Flags().StringVar(&o.Config, "config", "", ConfigUsage)
	return func() (Explorer, error) {
		if *fps < 1 || *fps > 120 {
			return o, fmt.Errorf("--fps is %d: choose a number from 1 to 120", *fps)
		}
		if c.Flags().Changed("fps") {
			o.FPS = *fps
		}
		o.Colours, o.Hints = *theme, *hints
		return o, nil
	}
}

// Show opens the explorer, with what the wings add to it.
func (s Shell) Show(c *cobra.Command, o Explorer) error {
	if s.Explore == nil {
		return fmt.Errorf("this build has no explorer: use one of the commands, see facet --help")
	}
	if c.Flags().Changed("script") && o.Script == "" {
		return fmt.Errorf("--script is empty: name a FILE of lines, or - for standard input")
	}
	if o.Script == Stdin && o.FromStdin {
		return fmt.Errorf("standard input cannot be the dag and the script: give one of them as a file")
	}
	own := &files.Disk{Function: s.Files.Function}
	if s.Getenv != nil {
		own.Home = s.Getenv("HOME")
	}
	o.Wings, o.Files = s.Parts, own
	var err error
	if o.Chosen, err = config.Find(o.Config, s.Getenv); err != nil {
		return err
	}
	return s.Explore(c.Context(), o)
}
