package command

import (
	"fmt"

	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/explore/solver"
	"facet/ui/files"

	"github.com/spf13/cobra"
)

func (p Program) exploreFlags(root *cobra.Command) {
	classic := shell.ClassicFlag(root)
	screen := shell.ScreenFlags(root)
	resume := root.Flags().Bool("resume", false, "continue the last session on this dag")
	var workers int
	check := shell.WorkersFlag(root, &workers, "goroutines of a search")
	root.RunE = func(c *cobra.Command, args []string) error {
		o, err := screen()
		if err != nil {
			return err
		}
		if err := check(); err != nil {
			return err
		}
		o.Planning, o.Resume = &solver.Options{Planner: planner.Options{Workers: workers}}, *resume
		if len(args) == 0 {
			return p.shell.Show(c, o)
		}
		in, err := p.shell.Open(c, args[0])
		if err != nil {
			return err
		}
		o.File, o.FromStdin = args[0], args[0] == shell.Stdin
		switch {
		case in.Kind != files.Session:
			o.Dag, err = in.Dag(c.Context())
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
		return p.shell.Show(c, o)
	}
}
