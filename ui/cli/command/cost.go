package command

import (
	"fmt"

	"facet/ui/cli/shell"

	"github.com/spf13/cobra"
)

func costCommand(s shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "cost FILE",
		Short: "Print the costs of the classical modes",
		Long: "Print the costs of dense and sparse tangent and adjoint mode on a dag.\n\n" +
			shell.FileHelp,
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	classic := shell.ClassicFlag(c)
	asJSON := shell.JSONFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		g, err := s.ClassicDag(c, args[0], *classic)
		if err != nil {
			return err
		}
		t, err := newTotals(c.Context(), args[0], g)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
		}
		if *asJSON {
			return shell.WriteJSON(s.Data, t)
		}
		t.write(s.Out, g)
		return nil
	}
	return c
}
