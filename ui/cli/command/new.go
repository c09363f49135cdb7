package command

import (
	"fmt"
	"os"

	"facet/ui/cli/shell"
	"facet/ui/explore/change"
	"facet/ui/explore/intent"

	"github.com/spf13/cobra"
)

const newLong = `Draw a dag in the explorer, from nothing. Keys at the foot add vertices, connect them,
and set sizes and costs; ? lists all. Each edit is also a command: :vertex 4 2,
:edge 1 3 2/4, :cost 1 3 3/6, :size 3 2. The totals of the classical modes and the
optimum follow each change.

FILE is what the dag is called, and where w saves it: .xml (GraphML), .json or .dot.
The drawing is saved after each change; facet --resume continues it.`

func newCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:     "new [FILE]",
		Short:   "Draw a new dag",
		Long:    newLong,
		Example: "  facet new\n  facet new wing.xml",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return fmt.Errorf("facet new draws one dag, %q is too much", args[1])
			}
			return nil
		},
	}
	screen := shell.ScreenFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		o, err := screen()
		if err != nil {
			return err
		}
		about := "new"
		if len(args) > 0 {
			_, file, err := change.Named(args[0])
			if err != nil {
				return err
			}
			if _, err := os.Stat(file); file != "" && err == nil {
				return fmt.Errorf("%s exists: facet %[1]s opens it, and :edit changes a copy", file)
			}
			about += " " + args[0]
		}
		o.Lead = intent.Lead{Kind: change.EditKind, About: about}
		return s.Show(c, o)
	}
	return c
}
