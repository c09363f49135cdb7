package command

import (
	"fmt"
	"strconv"

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
		if names {
			for _, sample := range samples.All() {
				fmt.Fprintln(s.Out, sample.Name)
			}
			return nil
		}
		rows := [][]string{{"name", "vertices", "edges", "optimum"}}
		for _, sample := range samples.All() {
			g, err := s.Dag(c, sample.Name)
			if err != nil {
				return err
			}
			rows = append(rows, []string{sample.Name, strconv.Itoa(len(g.Vertices)),
				strconv.Itoa(len(g.Edges)),
				style.Number(model.Cost(sample.Optimum)), sample.Shows})
		}
		fmt.Fprint(s.Out, style.Table("lrrrl", rows))
		return nil
	}
	return c
}
