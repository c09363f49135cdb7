package command

import (
	"fmt"

	"facet/model/code"
	"facet/model/source"
	"facet/ui/compiled"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

// compareFiles prints what each order costs for each function.
func (p Program) compareFiles(c *cobra.Command, files []string, s coding) error {
	for k, file := range files {
		in, err := p.shell.Open(c, file)
		if err != nil {
			return err
		}
		program, err := s.read(c.Context(), in)
		if err != nil {
			return err
		}
		if k > 0 {
			fmt.Fprintln(p.Out)
		}
		if err := p.compareOrders(c, program, s); err != nil {
			return fmt.Errorf("%s: %w", shell.Called(file), err)
		}
	}
	return nil
}

// compareOrders prints what each order costs, and what of it is written.
func (p Program) compareOrders(c *cobra.Command, program *source.Program, s coding) error {
	task, err := code.NewTask(program, s.task)
	if err != nil {
		return err
	}
	operations, partials, entries := 0, 0, 0
	for v := range program.Nodes {
		if program.Nodes[v].Kind >= source.Add {
			operations++
			partials += len(program.Partials(source.Value(v)))
		}
	}
	codes := make(map[string][]byte)
	fmt.Fprintf(p.Out, "%s: %s, %s, %s, %s\n\n%-8s  %15s  %10s  %5s\n",
		program.Name, style.Plural(len(program.Inputs), "input", "inputs"), style.Plural(len(program.Outputs), "output", "outputs"),
		style.Plural(operations, "operation", "operations"), style.Plural(partials, "partial derivative", "partial derivatives"),
		"order", "multiplications", "written", "units")
	for _, name := range []string{"forward", "reverse", "greedy", "best"} {
		ops, origin, err := p.inOrder(c, task.Dag, name, s.options, byWritten(c.Context(), task))
		if err != nil {
			return err
		}
		j, err := code.New(c.Context(), task, ops)
		if err != nil {
			return err
		}
		entries = len(j.Entries)
		proof := ""
		if origin.Proof != "" {
			proof = "  " + origin.Proof
			if origin.Fewest > 0 && origin.Fewest < origin.Cost {
				proof = fmt.Sprintf("  the fewest are %d, %s", origin.Fewest, origin.Proof)
			}
		}
		fmt.Fprintf(p.Out, "%-8s  %15d  %10d  %5d%s\n", name, origin.Cost, j.Counts().Products, j.Units, proof)
		if codes[name], err = j.Write(origin, compiled.MeasuredForm); err != nil {
			return err
		}
	}
	if !s.measure {
		return nil
	}
	took, err := compiled.Measure(c.Context(), program, entries, codes)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "\n%-12s  %9s  %8s\n", "way", "ns", "of best")
	for _, way := range compiled.Ways {
		fmt.Fprintf(p.Out, "%-12s  %9.0f  %8.2f\n", way, took[way], took[way]/took["best"])
	}
	return nil
}
