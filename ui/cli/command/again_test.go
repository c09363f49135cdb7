package command

import (
	"testing"

	"github.com/spf13/cobra"
)

// The line that goes on with a search reads the dag as the search did.
func TestGoingOn(t *testing.T) {
	for want, args := range map[string][]string{
		"facet solve --resume lion":           {"lion"},
		"facet solve --resume --classic lion": {"--classic", "lion"},
		"facet solve --resume --bound simple --time 1h0m0s lion": {"--bound", "simple", "--time", "1h",
			"--resume", "--json", "lion"},
		"facet solve --resume --classic --workers 2 'my dag.xml'": {"--out", "a.seq", "--force", "--workers",
			"2", "--classic", "my dag.xml"},
		"facet solve --resume --memory 1GiB ./a.xml": {"--method", "BranchAndBound", "--memory", "1GiB",
			"./a.xml"},
		"facet solve --resume --classic=false -": {"--classic=false", "-"},
	} {
		c := Program{}.solveCommand()
		got := ""
		c.RunE = func(c *cobra.Command, args []string) error {
			got = goingOn(c, args[0])
			return nil
		}
		c.SetArgs(args)
		if err := c.Execute(); err != nil || got != want {
			t.Errorf("%v: %q, want %q (%v)", args, got, want, err)
		}
	}
}
