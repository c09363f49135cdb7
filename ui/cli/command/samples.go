package command

import (
	"fmt"
	"text/tabwriter"

	"facet/model"
	"facet/samples"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"

	"github.com/spf13/cobra"
)

func samplesCommand(s shell.Shell) *cobra.Command {
	names := false
	c := &cobra.Command{
		Use:               "samples",
		Short:             "List the built-in dags",
		Args:              shell.Exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	c.Flags().BoolVar(&names, "names", false, "print only the names")
	c.RunE = func(c *cobra.Command, _ []string) error {
		w := tabwriter.NewWriter(s.Out, 0, 8, 2, ' ', 0)
		if !names {
			fmt.Fprintln(w, "name\tvertices\tedges\toptimum\t")
		}
		for _, sample := range samples.All() {
			if names {
				fmt.Fprintln(w, sample.Name)
				continue
			}
			g, err := s.Dag(c, sample.Name)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%8d\t%5d\t%13s\t%s\n", sample.Name, len(g.Vertices), len(g.Edges),
				style.Number(model.Cost(sample.Optimum)), sample.Shows)
		}
		return w.Flush()
	}
	return c
}
