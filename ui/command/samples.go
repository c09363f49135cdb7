package command

import (
	"fmt"
	"text/tabwriter"

	"facet/model"
	"facet/samples"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

func (p Program) samplesCommand() *cobra.Command {
	names := false
	c := &cobra.Command{
		Use:               "samples",
		Short:             "List the built-in dags",
		Args:              shell.Exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
	}
	c.Flags().BoolVar(&names, "names", false, "print only the names")
	c.RunE = func(c *cobra.Command, _ []string) error {
		w := tabwriter.NewWriter(p.Out, 0, 8, 2, ' ', 0)
		if !names {
			fmt.Fprintln(w, "name\tvertices\tedges\toptimum\t")
		}
		for _, s := range samples.All() {
			if names {
				fmt.Fprintln(w, s.Name)
				continue
			}
			g, err := p.shell.Dag(c, s.Name)
			if err != nil {
				return err
			}
			fmt.Fprintf(w, "%s\t%8d\t%5d\t%13s\t%s\n", s.Name, len(g.Vertices), len(g.Edges),
				style.Number(model.Cost(s.Optimum)), s.Shows)
		}
		return w.Flush()
	}
	return c
}
