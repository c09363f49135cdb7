package command

import (
	"fmt"
	"io"

	"facet/model"
	"facet/ui/figure"
	"facet/ui/files"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

// checkTable tells what cannot be meant by --table.
func checkTable(c *cobra.Command, form string) error {
	if !c.Flags().Changed("table") {
		return nil
	}
	if err := shell.OneAlone(c, "table", "json"); err != nil {
		return err
	}
	return shell.OneOf("table", form, figure.Tables...)
}

// printTable prints a replayed sequence in the paper's notation.
func (p Program) printTable(g *model.Dag, read []files.Step, r replay, form string) error {
	w := figure.Walk{Dag: g, After: len(read)}
	for _, step := range read {
		w.Steps = append(w.Steps, figure.Step{Ops: []model.Op{step.Op}, Note: step.Note})
	}
	var lost []string
	if r.Losses != nil {
		lost = make([]string, len(read))
		for k, s := range r.Sequence {
			if s.Lost.remark() != "" {
				lost[k] = s.Lost.String()
			}
		}
	}
	text, err := w.Table(form, lost)
	if err != nil {
		return fmt.Errorf("%s: %w", r.File, err)
	}
	_, err = io.WriteString(p.shell.Data, text)
	return err
}
