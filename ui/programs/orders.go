package programs

import (
	"fmt"

	"facet/model/programs/code"
	"facet/model/programs/source"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/programs/compiled"

	"github.com/spf13/cobra"
)

// compareFiles prints the cost of each order for each function.
func (c coder) compareFiles(cmd *cobra.Command, files []string, s coding) error {
	for k, file := range files {
		in, err := c.shell.Open(cmd, file)
		if err != nil {
			return err
		}
		program, err := s.read(cmd.Context(), in)
		if err != nil {
			return err
		}
		if k > 0 {
			fmt.Fprintln(c.shell.Out)
		}
		if err := c.compareOrders(cmd, program, s); err != nil {
			return fmt.Errorf("%s: %w", shell.Called(file), err)
		}
	}
	return nil
}

// compareOrders prints the cost of each order, and how many multiplications its code has.
func (c coder) compareOrders(cmd *cobra.Command, program *source.Program, s coding) error {
	task, err := code.NewTask(program, s.task)
	if err != nil {
		return err
	}
	operations, partials := 0, 0
	for v := range program.Nodes {
		if program.Nodes[v].Kind >= source.Add {
			operations++
			partials += len(program.Partials(source.Value(v)))
		}
	}
	orders := []string{"forward", "reverse", "greedy", "best"}
	var jacobians []*code.Jacobian
	fmt.Fprintf(c.shell.Out, "%s: %s, %s, %s, %s\n\n%-8s  %15s  %10s  %5s\n",
		program.Name, style.Plural(len(program.Inputs), "input", "inputs"),
		style.Plural(len(program.Outputs), "output", "outputs"),
		style.Plural(operations, "operation", "operations"), style.Plural(partials, "partial derivative",
			"partial derivatives"),
		"order", "multiplications", "written", "units")
	for _, name := range orders {
		writing := newWriting(task)
		made, err := c.inOrder(cmd, task.Dag, name, s.options, writing.weight(cmd.Context()))
		if err != nil {
			return err
		}
		origin := made.origin
		j, err := writing.made(cmd.Context(), cmd.Context(), made.ops)
		if err != nil {
			return err
		}
		jacobians = append(jacobians, j)
		proof := ""
		if origin.Proof != "" {
			proof = "  " + origin.Proof
			if origin.Fewest > 0 && origin.Fewest < origin.Cost {
				proof = fmt.Sprintf("  the fewest are %d, %s", origin.Fewest, origin.Proof)
			}
		}
		fmt.Fprintf(c.shell.Out, "%-8s  %15d  %10d  %5d%s\n", name, origin.Cost, j.Counts().Products, j.Units,
			proof)
	}
	if !s.measure {
		return nil
	}
	took, err := compiled.Beside(cmd.Context(), jacobians)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.shell.Out, "\n%-12s  %9s  %8s\n", "way", "ns", "of best")
	for k, way := range append(orders, "dual numbers", "tape") {
		fmt.Fprintf(c.shell.Out, "%-12s  %9.0f  %8.2f\n", way, took[k], took[k]/took[3])
	}
	return nil
}
