package measuring

import (
	"fmt"
	"os"
	"path/filepath"

	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs/recorded"

	"github.com/spf13/cobra"
)

// Verify runs a program and reports whether a driver was made for it. The error says what
// is different. It is facet code --verify DRIVER PROGRAM.
func Verify(c *cobra.Command, s *shell.Shell, args []string, seed uint64) error {
	if len(args) != 2 {
		return fmt.Errorf("--verify takes a driver and its program: facet code --verify heat_jacobian.py heat.py")
	}
	text, err := os.ReadFile(args[0])
	if err != nil {
		return fmt.Errorf("cannot read %s: %w", args[0], files.Reason(err))
	}
	runner := recorded.Python{}.Runner(s.Err)
	if filepath.Ext(args[1]) != ".py" {
		runner = recorded.CPP{}.Runner(s.Err)
	}
	if err := runner.Verify(c.Context(), recorded.Request{Program: args[1], Seed: seed, Repeat: 1},
		text); err != nil {
		return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
	}
	fmt.Fprintf(s.Err, "%s was made for %s as it is.\n", shell.Called(args[0]), shell.Called(args[1]))
	return nil
}
