package command

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"facet/model"
	"facet/model/code"
	"facet/model/code/driver"
	"facet/model/junction"
	"facet/model/source"
	"facet/planner"
	"facet/ui/compiled"
	"facet/ui/files"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/spf13/cobra"
)

func (p Program) codeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "code FILE...",
		Short: "Write Jacobian code for a straight-line Go function, or a driver for modules",
		Long: `Read a straight-line function from a Go file, find its cheapest elimination
sequence, and write a Go function that computes the values and the Jacobian with
exactly those multiplications. Of any other dag, write a driver: a program that
calls the modules' tangents and adjoints in the order of the sequence, multiplies
and adds where it does, and frees what is dead (--language go, c++ or python).

The function takes and returns float64s, or arrays of them. It may have local
variables, arrays, loops and branches with constant conditions, calls of math and
of other such functions in the file. What cannot be taken is named by line.

--order says how the sequence is found: best (branch and bound, with a proof where
there is one), forward or reverse (junctions from the inputs or from the outputs
on), greedy, or a file with a sequence.`,
		Example: "  facet code samples/code/roe.go > jacobian.go\n  facet code --check --order reverse f.go\n  facet code --language python openfoam",
		Args:    someFiles,
	}
	function := c.Flags().String("function", "", "the function to read (default: the first one that no other calls)")
	order := c.Flags().String("order", "best", "best, forward, reverse, greedy, or a file with a sequence")
	check := c.Flags().Bool("check", false, "compile the function and the code, and compare values and derivatives at random points")
	domain := compiled.Domain{Low: 0.2, High: 1.8}
	c.Flags().Var(&domain, "range", "with --check: LOW,HIGH between which the inputs are drawn")
	table := c.Flags().Bool("compare", false, "print what each order costs, and write no code")
	free := c.Flags().Bool("free-units", false, "count products with 1 and -1 as free; the literature and the default count every product one")
	measure := c.Flags().Bool("measure", false, "with --compare: compile all of it, and forward and reverse mode beside it, and time them")
	language := shell.Choice(c, "language", "go", "of a driver", driver.Languages...)
	limits := limitFlags(c)
	force := shell.ForceFlag(c)
	out := shell.OutFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		options, err := limits()
		if err != nil {
			return err
		}
		if *table {
			return p.compareFiles(c, args, *function, options, *measure, *free)
		}
		if len(args) > 1 {
			return fmt.Errorf("facet code writes the code of one FILE, %q is too much: --compare takes several", args[1])
		}
		in, err := p.shell.Open(c, args[0])
		if err != nil {
			return err
		}
		if in.Kind != files.Function {
			if *check || *function != "" {
				return fmt.Errorf("%s is no Go function: --function, --check and --compare are for those", shell.Called(args[0]))
			}
			if err := shell.OneOf("language", *language, driver.Languages...); err != nil {
				return err
			}
			text, err := p.driver(c, in, args[0], *order, *language, options)
			if err != nil {
				return err
			}
			return p.shell.Put(*out, *force, writing(text))
		}
		program, g, err := readFunction(args[0], in.Content, *function)
		if err != nil {
			return err
		}
		ops, origin, err := p.order(c, g, *order, options)
		if err != nil {
			return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
		}
		origin.Again, origin.FreeUnits = again(c, args[0]), *free
		jacobian, err := code.New(program, ops)
		if err != nil {
			return err
		}
		text, err := jacobian.Go(origin)
		if err != nil {
			return fmt.Errorf("%s: the code cannot be written: %w", shell.Called(args[0]), err)
		}
		if *check {
			said, err := compiled.Check(c.Context(), compiled.Case{Program: program, Jacobian: jacobian, Text: text}, domain, options.Seed)
			if err != nil {
				return fmt.Errorf("%s: %w", shell.Called(args[0]), err)
			}
			fmt.Fprintln(p.Err, said)
		}
		return p.shell.Put(*out, *force, writing(text))
	}
	return c
}

func writing(text []byte) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	}
}

// driver writes the driver of a dag of modules.
func (p Program) driver(c *cobra.Command, in *files.Input, file, order, language string, options planner.Options) ([]byte, error) {
	g, err := in.Dag()
	if err != nil {
		return nil, err
	}
	ops, origin, err := p.order(c, g, order, options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	origin.Again = again(c, file)
	made, err := driver.New(g, ops)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	text, err := made.Write(language, origin)
	if err != nil {
		return nil, fmt.Errorf("%s: the driver cannot be written: %w", shell.Called(file), err)
	}
	return text, nil
}

// again is the command that makes the same code.
func again(c *cobra.Command, file string) string {
	words := []string{"facet code"}
	for _, name := range []string{"function", "language", "order", "time", "seed", "free-units"} {
		if f := c.Flags().Lookup(name); f.Changed {
			words = append(words, "--"+name+" "+f.Value.String())
		}
	}
	return strings.Join(append(words, file), " ")
}

// order finds a sequence of the order that was asked for.
func (p Program) order(c *cobra.Command, g *model.Dag, order string, options planner.Options) ([]model.Op, code.Origin, error) {
	switch order {
	case "forward", "reverse":
		ops, cost, err := junctionsInOrder(g, order == "reverse")
		return ops, code.Origin{Cost: int64(cost), How: order + " order", Proof: "not the best"}, err
	case "best", "greedy":
		return solved(c, g, order, options)
	}
	in, err := p.shell.Files.Read(c.Context(), files.Sequence, order)
	if err != nil {
		return nil, code.Origin{}, err
	}
	text, err := in.Sequence()
	if err != nil {
		return nil, code.Origin{}, err
	}
	ops, end, err := model.ReadSequence(model.NewState(g), strings.NewReader(text))
	if err != nil {
		return nil, code.Origin{}, fmt.Errorf("%s: %w", order, err)
	}
	return ops, code.Origin{Cost: int64(end.Spent()), How: "a sequence of " + order, Proof: "proved right, not best"}, model.Prove(g, ops)
}

// solved lets the planner find the sequence.
func solved(c *cobra.Command, g *model.Dag, order string, options planner.Options) ([]model.Op, code.Origin, error) {
	how := "branch and bound"
	if order == "greedy" {
		options.Method, how = planner.GreedyMinFill, "greedy minimum fill"
	}
	run, err := planner.Start(c.Context(), model.NewState(g), options)
	if err != nil {
		return nil, code.Origin{}, err
	}
	end, err := run.Wait()
	if err != nil {
		return nil, code.Origin{}, err
	}
	if !end.HasIncumbent {
		return nil, code.Origin{}, fmt.Errorf("no sequence was found: give it more --time")
	}
	o := code.Origin{Cost: int64(end.Incumbent.Cost), Bound: int64(end.Bound), How: how, Proof: "optimal, proved"}
	if end.Bound < end.Incumbent.Cost {
		o.Proof = fmt.Sprintf("at most %.1f %% above the best", 100*end.Gap())
	}
	return end.Incumbent.Ops, o, nil
}

// junctionsInOrder eliminates all junctions in topological order, or against it.
func junctionsInOrder(g *model.Dag, reverse bool) ([]model.Op, model.Cost, error) {
	order := slices.Clone(g.Topological())
	if reverse {
		slices.Reverse(order)
	}
	t := model.NewTape(model.NewState(g))
	var ops []model.Op
	for _, j := range order {
		plan, err := junction.Vertex(t.State(), j)
		if err != nil {
			continue // no junction, or none with faces
		}
		for _, o := range plan.Ops {
			if _, err := t.Do(o); err != nil {
				return nil, 0, err
			}
		}
		ops = append(ops, plan.Ops...)
	}
	for _, z := range t.State().Vertices() { // edges from a source to a sink
		if best, lacks := model.Cheapest(t.State().Accumulations(z)); lacks {
			if _, err := t.Do(best.Op); err != nil {
				return nil, 0, err
			}
			ops = append(ops, best.Op)
		}
	}
	return ops, t.State().Spent(), nil
}

// readFunction reads the program of a Go file's function, and its dag.
func readFunction(file string, text []byte, function string) (*source.Program, *model.Dag, error) {
	program, err := source.Read(shell.Called(file), text, function)
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	g, _, err := program.Dag()
	if err != nil {
		return nil, nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	return program, g, nil
}

// compareFiles prints what each order costs for each function.
func (p Program) compareFiles(c *cobra.Command, files []string, function string, options planner.Options, measure, free bool) error {
	for k, file := range files {
		in, err := p.shell.Open(c, file)
		if err != nil {
			return err
		}
		program, g, err := readFunction(file, in.Content, function)
		if err != nil {
			return err
		}
		if k > 0 {
			fmt.Fprintln(p.Out)
		}
		if err := p.compareOrders(c, program, g, options, measure, free); err != nil {
			return fmt.Errorf("%s: %w", shell.Called(file), err)
		}
	}
	return nil
}

// compareOrders prints what each order costs.
func (p Program) compareOrders(c *cobra.Command, program *source.Program, g *model.Dag, options planner.Options, measure, free bool) error {
	codes := make(map[string][]byte)
	fmt.Fprintf(p.Out, "%s: %s, %s, %s, %s\n\n%-8s  %15s  %10s  %5s\n",
		program.Name, style.Plural(len(program.Inputs), "input", "inputs"), style.Plural(len(program.Outputs), "output", "outputs"),
		style.Plural(len(g.Vertices)-len(program.Inputs), "operation", "operations"), style.Plural(len(g.Edges), "partial derivative", "partial derivatives"),
		"order", "multiplications", "written", "units")
	for _, name := range []string{"forward", "reverse", "greedy", "best"} {
		ops, origin, err := p.order(c, g, name, options)
		if err != nil {
			return err
		}
		j, err := code.New(program, ops)
		if err != nil {
			return err
		}
		proof, cost := "", origin.Cost
		if free {
			cost = int64(j.Products)
		} else if name == "best" {
			proof = "  " + origin.Proof
		}
		fmt.Fprintf(p.Out, "%-8s  %15d  %10d  %5d%s\n", name, cost, j.Products, j.Units, proof)
		if codes[name], err = j.Go(origin); err != nil {
			return err
		}
	}
	if !measure {
		return nil
	}
	took, err := compiled.Measure(c.Context(), program, codes)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "\n%-12s  %9s  %8s\n", "way", "ns", "of best")
	for _, way := range compiled.Ways {
		fmt.Fprintf(p.Out, "%-12s  %9.0f  %8.2f\n", way, took[way], took[way]/took["best"])
	}
	return nil
}
