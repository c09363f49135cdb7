package command

import (
	"fmt"
	"io"

	"facet/planner"
	"facet/ui/command/methods"
	"facet/ui/shell"

	"github.com/spf13/cobra"
)

func (p Program) compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare FILE...",
		Short: "Print every method's total in one table",
		Long: `Print what every method reaches on one or several dags. MultiStart, which uses
up all of its time, takes part only where --methods names it.

Methods:
` + methodHelp() + `
` + shell.FileHelp,
		Args:              someFiles,
		ValidArgsFunction: shell.CompleteFiles(1 << 30),
	}
	classic := shell.ClassicFlag(c)
	names := c.Flags().StringSlice("methods", nil, "compare these, separated by commas (default: all but MultiStart)")
	limits := limitFlags(c)
	if err := c.Flags().Set("time", "10s"); err != nil {
		panic(err)
	}
	c.Flags().Lookup("time").Usage = "stop each method after this time"
	c.Flags().Lookup("time").DefValue = "10s"
	asJSON := c.Flags().Bool("json", false, "print one JSON array")
	asCSV := c.Flags().Bool("csv", false, "print comma-separated values with a header")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := shell.OneAlone(c, "json", "csv"); err != nil {
			return err
		}
		chosen, err := comparedMethods(*names)
		if err != nil {
			return err
		}
		options, err := limits()
		if err != nil {
			return err
		}
		var subjects []methods.Subject
		for _, file := range args {
			g, err := p.shell.ClassicDag(c, file, *classic)
			if err != nil {
				return err
			}
			subjects = append(subjects, methods.Subject{File: file, Called: shell.Called(file), Dag: g})
		}
		t, err := methods.Run(c.Context(), subjects, chosen, options)
		if err != nil {
			return err
		}
		if err := writeComparison(t, p.Out, p.shell.Data, *asJSON, *asCSV); err != nil {
			return err
		}
		if c.Context().Err() != nil {
			return fmt.Errorf("interrupted before all methods were done")
		}
		return nil
	}
	return c
}

func writeComparison(t methods.Table, w, data io.Writer, asJSON, asCSV bool) error {
	switch {
	case asJSON:
		return shell.WriteJSON(data, t.Entries)
	case asCSV:
		return t.WriteCSV(data)
	}
	return t.WriteText(w)
}

func someFiles(c *cobra.Command, args []string) error {
	inputs := 0
	for _, file := range args {
		if file == shell.Stdin {
			inputs++
		}
	}
	switch {
	case len(args) == 0:
		return fmt.Errorf("%s wants at least one FILE: see %s --help", c.CommandPath(), c.CommandPath())
	case inputs > 1:
		return fmt.Errorf("standard input can be read only once")
	}
	return nil
}

func comparedMethods(names []string) ([]planner.Method, error) {
	var all []planner.Method
	for _, name := range names {
		m, err := planner.ParseMethod(name)
		if err != nil {
			return nil, err
		}
		all = append(all, m)
	}
	if len(all) > 0 {
		return all, nil
	}
	return methods.Methods(), nil
}
