package command

import (
	"fmt"

	"github.com/spf13/cobra"
)

var themes = []string{"auto", "light", "dark", "mono"}

func (p Program) exploreFlags(root *cobra.Command) {
	var o ExploreOptions
	flags := root.Flags()
	classic := classicFlag(root)
	flags.BoolVar(&o.Resume, "resume", false, "go on where the last session on this dag ended")
	theme := choice(root, "theme", "auto", "colours", themes...)
	flags.BoolVar(&o.ASCII, "ascii", false, "draw with ASCII characters alone")
	flags.IntVar(&o.FPS, "fps", 30, "frames a second, at most")
	root.RunE = func(c *cobra.Command, args []string) error {
		if err := oneOf("theme", *theme, themes...); err != nil {
			return err
		}
		if o.FPS < 1 || o.FPS > 120 {
			return fmt.Errorf("--fps is %d: choose a number from 1 to 120", o.FPS)
		}
		o.Theme = *theme
		if len(args) == 0 {
			return p.explore(c, o)
		}
		g, err := p.classicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		o.Dag, o.File, o.FromStdin = g, args[0], args[0] == stdin
		return p.explore(c, o)
	}
}

func (p Program) explore(c *cobra.Command, o ExploreOptions) error {
	if p.Explore == nil {
		return fmt.Errorf("this build has no explorer: use a command, see facet --help")
	}
	return p.Explore(c.Context(), o)
}
