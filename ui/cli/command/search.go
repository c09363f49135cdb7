package command

import (
	"fmt"
	"strings"

	"facet/planner"
	"facet/ui/cli/shell"

	"github.com/spf13/cobra"
)

func methodHelp() string {
	var b strings.Builder
	for _, m := range planner.Methods() {
		fmt.Fprintf(&b, "  %-18s  %s\n", m, m.Text())
	}
	return b.String()
}

// searchFlags adds the flags that say how to search, which write into the options.
func searchFlags(c *cobra.Command, o *planner.Options) {
	shell.Named(c, "method", "m", "one of the methods above", &o.Method, planner.ParseMethod,
		planner.Methods())
	shell.Named(c, "bound", "", "lower bound of the search: "+strings.Join(shell.NamesOf(planner.Bounds()),
		", "), &o.Bound, planner.ParseBound, planner.Bounds())
	shell.Named(c, "start", "",
		"method for the first sequence: "+strings.Join(shell.NamesOf(planner.WarmStarts()), ", "),
		&o.WarmStart, planner.ParseWarmStart, planner.WarmStarts())
	shell.LimitFlags(c, o)
	c.Flags().Float64Var(&o.Pace, "pace", 0, "nodes per second, for slow motion (default: full speed)")
}
