package command

import (
	"fmt"

	"facet/ui/files"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

var themes = []string{"auto", "light", "dark", "mono"}

// screenFlags adds the flags that say how the explorer looks, and gives a
// function that reads them.
func screenFlags(c *cobra.Command) func() (ExploreOptions, error) {
	var o ExploreOptions
	theme := shell.Choice(c, "theme", "auto", "colours", themes...)
	c.Flags().BoolVar(&o.ASCII, "ascii", false, "draw with ASCII characters only")
	c.Flags().BoolVar(&o.Plain, "plain", false, "no pictures and no full screen: sentences, numbered operations and a prompt (for screen readers and scripts)")
	hints := shell.Choice(c, "hints", "", "show the losses of operations and steps (default: the last choice)", "on", "off")
	c.Flags().IntVar(&o.FPS, "fps", 30, "maximal frames per second")
	return func() (ExploreOptions, error) {
		if err := shell.OneOf("theme", *theme, themes...); err != nil {
			return o, err
		}
		if o.FPS < 1 || o.FPS > 120 {
			return o, fmt.Errorf("--fps is %d: choose a number from 1 to 120", o.FPS)
		}
		if c.Flags().Changed("hints") {
			if err := shell.OneOf("hints", *hints, "on", "off"); err != nil {
				return o, err
			}
		}
		o.Theme, o.Hints = *theme, *hints
		return o, nil
	}
}

func (p Program) exploreFlags(root *cobra.Command) {
	classic := shell.ClassicFlag(root)
	screen := screenFlags(root)
	resume := root.Flags().Bool("resume", false, "continue the last session on this dag")
	workers := root.Flags().Int("workers", 0, "goroutines of a search (default: one fewer than processors)")
	root.RunE = func(c *cobra.Command, args []string) error {
		o, err := screen()
		if err != nil {
			return err
		}
		if o.Workers = *workers; o.Workers < 0 || o.Workers > mostWorkers {
			return fmt.Errorf("--workers is %d: choose a number up to %d, or 0 for one fewer than processors", o.Workers, mostWorkers)
		}
		o.Resume = *resume
		if len(args) == 0 {
			return p.explore(c, o)
		}
		in, err := p.shell.Open(c, args[0])
		if err != nil {
			return err
		}
		o.File, o.FromStdin = args[0], args[0] == shell.Stdin
		switch {
		case in.Kind != files.Session:
			o.Dag, err = in.Dag()
		case *classic:
			err = fmt.Errorf("%s is a session and has its own dag: leave out --classic", in.Name)
		default:
			o.Session, err = in.Session()
		}
		if err != nil {
			return err
		}
		if *classic {
			o.Dag = o.Dag.Classic()
		}
		return p.explore(c, o)
	}
}

func (p Program) explore(c *cobra.Command, o ExploreOptions) error {
	if p.Explore == nil {
		return fmt.Errorf("this build has no explorer: use one of the commands, see facet --help")
	}
	return p.Explore(c.Context(), o)
}
