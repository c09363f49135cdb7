package programs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/token"
	"io"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/programs/code"
	"facet/model/programs/driver"
	"facet/model/programs/source"
	"facet/planner"
	"facet/ui/cli/shell"
	"facet/ui/files"
	"facet/ui/programs/compiled"
	"facet/ui/programs/functions"
	"facet/ui/programs/measuring"

	"github.com/spf13/cobra"
)

// codeTime is the default time limit of the search for a sequence.
const codeTime = 10 * time.Second

// coding is the flags of facet code.
type coding struct {
	function, order, language, out string
	check, compare, measure, force bool
	second, verify, test           bool
	options                        planner.Options
	domain                         code.Domain
	task                           code.Options
	form                           code.Form
	chosen                         *code.Form // by the clock
	started                        time.Time
	given                          func(flag string) bool
	again                          func(file string) string
}

// coder writes code for the command line.
type coder struct{ shell shell.Shell }

func (c coder) command() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "code FILE...",
		Short: "Write Jacobian code for a function, or a driver for modules",
		Long: `Read a straight-line function from a Go file, find its cheapest elimination
sequence, and write a Go function that computes the values and the Jacobian with
those multiplications. Functions may also come from other tools: an optimization
problem in AMPL's .nl form, as AMPL, Pyomo and JuMP write it, or an AD graph of
CppAD in JSON. Of any other dag, write a driver: a program that calls the
modules' tangents and adjoints in the order of the sequence, multiplies and adds
where it does, and frees what is dead (--language go, c++ or python).

The function takes and returns float64s, or arrays of them. It may have local
variables, arrays, branches, loops with constant bounds, calls of math and of other
such functions in the package. What cannot be taken is named by line.

--order says how the sequence is found: best (branch and bound, with a proof where
there is one), forward or reverse (junctions from the inputs or from the outputs
on), greedy (Markowitz), or a file with a sequence. A driver may also carry a mode out
that is no sequence: dense-tangent, dense-adjoint, compressed-tangent or
compressed-adjoint.`,
		Example: "  facet code samples/code/roe.go > jacobian.go\n  facet code --check --order reverse f.go\n  facet code --language c --batch f.go > f.h\n  facet code --second problem.nl > hessian.go\n  facet code --language python openfoam",
		Args:    shell.SomeFiles,
	}
	read := codingFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		s, err := read(cmd)
		if err != nil {
			return err
		}
		if s.verify && isCode(args[0]) {
			return c.verifyAll(cmd, args)
		}
		if s.verify {
			return measuring.Verify(cmd, &c.shell, args, s.options.Seed)
		}
		if s.compare {
			return c.compareFiles(cmd, args, s)
		}
		if len(args) > 1 {
			return fmt.Errorf("facet code writes the code of one FILE, %q is too much: --compare takes several", args[1])
		}
		if s.out != "" && s.out != shell.Stdin { // said now, and not when all is computed
			err := c.shell.Writable("out", s.out, s.force)
			if err == nil && s.test {
				err = c.shell.Writable("out", testFile(s.out), s.force)
			}
			if err != nil {
				return err
			}
		}
		in, err := c.shell.Open(cmd, args[0])
		if err != nil {
			return err
		}
		if err := s.testable(in); err != nil {
			return err
		}
		write := c.writeJacobian
		if in.Kind != files.Function {
			write = c.writeDriver
		}
		text, err := write(cmd, in, args[0], s)
		if err != nil {
			return err
		}
		return c.shell.Put(s.out, s.force, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	return cmd
}

// codingFlags adds the flags, and returns a function that reads them once they are
// parsed.
func codingFlags(c *cobra.Command) func(*cobra.Command) (coding, error) {
	var s coding
	flags := c.Flags()
	flags.StringVar(&s.function, "function", "",
		"the function to read (default: the first one that no other calls)")
	flags.StringVar(&s.order, "order", bestOrder, "best, forward, reverse, greedy, or a file with a sequence")
	flags.BoolVar(&s.check, "check", false,
		"compile the function and the code, and compare values and derivatives at random points")
	s.domain = code.Usual
	flags.BoolVar(&s.verify, "verify", false,
		"of files with code of functions: fail if a function, or what it calls, has changed since; of a driver and its program, DRIVER PROGRAM: run the program, and fail if the driver was made for another one; write no code")
	flags.BoolVar(&s.test, "test", false,
		"with --out: also write a Go test beside the code, which compares it with the function and its differences at three points")
	flags.Var(&s.domain, "range",
		"between which numbers the inputs are drawn at which code is checked; NAME= is for a parameter or an entry")
	flags.BoolVar(&s.compare, "compare", false, "print what each order costs, and write no code")
	flags.BoolVar(&s.measure, "measure", false,
		"compile plans that multiply about as little, each in two orders of lines, and write what is fastest here; with --compare: time the code of every order, and forward and reverse mode")
	flags.BoolVar(&s.task.CountUnits, "count-units", false,
		"count products with 1 and -1 like all others, as the literature does; else they cost nothing, for they are not written")
	flags.BoolVar(&s.task.FastMath, "fast-math", false,
		"divide by multiplying with reciprocals: values may differ from the function's in their last bits")
	flags.StringSliceVar(&s.task.By, "by", nil,
		"the parameters to differentiate by, separated by commas (default: all)")
	language := shell.Suggested(c, "language", "go", "of the code", languages()...)
	product := shell.Choice(c, "product", "jacobian",
		"the Jacobian, that times a direction, or weights times the Jacobian", code.Products...)
	flags.BoolVar(&s.second, "second", false,
		"gradient and Hessian of a function with one result; of an .nl file or an AD graph, of the weighted sum of its results")
	layout := shell.Choice(c, "layout", "entries",
		"of the Jacobian, all entries or those that are not zero by structure", code.Layouts...)
	flags.BoolVar(&s.form.Single, "float32", false, "compute with single precision")
	flags.BoolVar(&s.form.Batch, "batch", false, "also write a function for many points at once")
	flags.StringVar(&s.form.Package, "package", "", "package of the Go code (default: that of the function)")
	flags.BoolVar(&s.form.Comments, "comments", false, "say behind each line what it computes")
	s.options = planner.Options{Time: codeTime, Workers: 1}
	shell.LimitFlags(c, &s.options)
	flags.Lookup("time").
		Usage = "all of it takes; the best that is found by then is written; none for no limit"
	flags.Lookup("workers").Usage = "goroutines of a search: of several, another run may end in another plan"
	force := shell.ForceFlag(c)
	out := shell.OutFlag(c)
	return func(c *cobra.Command) (coding, error) {
		if err := shell.CheckOptions(&s.options); err != nil {
			return s, err
		}
		if s.options.Workers == 0 {
			s.options.Workers = 1
		}
		s.options.Work = s.options.Time
		s.language, s.force, s.out = *language, *force, *out
		s.given, s.started = flags.Changed, time.Now()
		s.again = func(file string) string { return again(c, file) }
		s.task.Product = code.Product(slices.Index(code.Products, *product))
		s.form.Layout = code.Layout(slices.Index(code.Layouts, *layout))
		return s, nil
	}
}

// testable says what --test is not for.
func (c coding) testable(in *files.Input) error {
	switch {
	case !c.test:
		return nil
	case c.out == "" || c.out == shell.Stdin:
		return errors.New("--test writes a file beside the code: name that with --out")
	case in.Kind != files.Function || !strings.HasSuffix(in.Name, ".go") || c.language != "go" ||
		c.form.Package != "" || c.form.Single || c.second || c.task.Product != code.Whole:
		return errors.New("--test is for the Jacobian of a Go function in Go, in float64 and in its own package: use --check for other code")
	}
	return nil
}

// refused says what cannot be done here, or with any function, before work is done in vain.
func (c coding) refused() error {
	if p := c.form.Package; p != "" && (!token.IsIdentifier(p) || p == "_") {
		return fmt.Errorf("--package is %q: choose a name that Go takes for a package", p)
	}
	if c.check {
		if err := compiled.CanCheck(c.form); err != nil {
			return err
		}
	}
	if c.measure {
		return compiled.CanMeasure(c.form)
	}
	return nil
}

// testFile is the name of a test beside the code.
func testFile(out string) string { return strings.TrimSuffix(out, ".go") + "_test.go" }

// languages lists the languages of Jacobian code and of drivers.
func languages() []string {
	all := slices.Clone(code.Languages)
	for _, l := range driver.Languages {
		if !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}

// writeJacobian writes the code of a Go function.
func (c coder) writeJacobian(cmd *cobra.Command, in *files.Input, file string, s coding) ([]byte, error) {
	if err := shell.OneOf("language", s.language, code.Languages...); err != nil {
		return nil, err
	}
	s.form.Language = s.language
	if s.second && (s.given("product") || quickNames[s.order] == "" && s.order != bestOrder) {
		return nil,
			errors.New("--second makes the Hessian, in two plans: leave out --product, and a file as --order")
	}
	if err := s.refused(); err != nil {
		return nil, err
	}
	reading := c.begin("reading " + shell.Called(file))
	program, err := s.read(cmd.Context(), in)
	reading.end()
	if err != nil {
		return nil, err
	}
	if s.second && len(program.Outputs) != 1 {
		return nil, fmt.Errorf("%s: function %s has %d results: second derivatives are of one",
			shell.Called(file), program.Name, len(program.Outputs))
	}
	if err := s.domain.Fits(program); err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	s.chosen = &s.form
	jacobian, origin, err := c.planned(cmd, program, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	origin.Again, origin.Version, origin.Source = s.again(file), c.shell.Version,
		code.SourceLine(file, program)
	late, cancel := shell.Within(cmd.Context(), s.left())
	defer cancel()
	text, err := jacobian.WriteUntil(late, origin, s.form, s.domain)
	if cmd.Context().Err() != nil {
		err = context.Cause(cmd.Context())
	}
	if err != nil {
		return nil, fmt.Errorf("%s: the code cannot be written: %w", shell.Called(file), err)
	}
	if s.test {
		test, err := jacobian.WriteTest(origin, s.form, s.domain, s.options.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
		}
		if err := c.shell.Store(testFile(s.out), test, s.force); err != nil {
			return nil, err
		}
	}
	if s.check {
		plain, err := jacobian.Go(origin)
		if err != nil {
			return nil, err
		}
		checked := compiled.Case{Program: program, Jacobian: jacobian, Text: plain, Form: s.form}
		if !bytes.Equal(text, plain) {
			checked.Written = text
		}
		finding, err := compiled.Check(cmd.Context(), checked, s.domain, s.options.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
		}
		fmt.Fprintln(c.shell.Err, finding)
	}
	return text, nil
}

// read reads the function, within the time limit of the search.
func (c coding) read(ctx context.Context, in *files.Input) (*source.Program, error) {
	if c.options.Time > 0 {
		late, cancel := context.WithTimeoutCause(ctx, c.options.Time, shell.ErrTime)
		defer cancel()
		ctx = late
	}
	return functions.Program(ctx, in, c.function, c.second)
}

// left is what is left of the time limit, 0 for no limit.
func (c coding) left() time.Duration {
	if c.options.Time <= 0 {
		return 0
	}
	return max(time.Millisecond, c.options.Time-time.Since(c.started))
}

// beforeCheck is what is left before the code is checked, which takes a fraction of a second.
func (c coding) beforeCheck() time.Duration { return c.left() - c.left()/8 }

// mostMeasured is how many plans the clock chooses among, each in two orders of lines.
const mostMeasured = 4

// writeDriver writes the driver of a dag of modules.
func (c coder) writeDriver(cmd *cobra.Command, in *files.Input, file string, s coding) ([]byte, error) {
	for _, flag := range []string{"function", "check", "by", "product", "second", "layout", "float32",
		"batch", "package", "count-units", "fast-math", "measure", "test"} {
		if s.given(flag) {
			return nil, fmt.Errorf("%s is no function: --%s is for those", shell.Called(file), flag)
		}
	}
	if err := shell.OneOf("language", s.language, driver.Languages...); err != nil {
		return nil, err
	}
	g, err := in.Dag(cmd.Context())
	if err != nil {
		return nil, err
	}
	made, origin, err := c.driven(cmd, g, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	origin.Again = s.again(file)
	text, err := made.Write(s.language, origin)
	if err != nil {
		return nil, fmt.Errorf("%s: the driver cannot be written: %w", shell.Called(file), err)
	}
	return text, nil
}

// driven is the driver of a mode, or of a sequence.
func (c coder) driven(cmd *cobra.Command, g *model.Dag, s coding) (*driver.Driver, code.Origin, error) {
	if mode := strings.ReplaceAll(s.order, "-", " "); slices.Contains(driver.Modes, mode) {
		d := driver.NewMode(g, mode)
		if d == nil {
			return nil, code.Origin{},
				fmt.Errorf("there is no %s mode of this dag: no edge has a pattern, or one has no model",
					mode)
		}
		return d, code.Origin{How: mode + " mode"}, nil
	}
	fuses := s.order == bestOrder && driver.Fuses(g)
	if fuses {
		s.options.Time -= s.options.Time / 4 // the rest is for calls
	}
	made, err := c.inOrder(cmd, g, s.order, s.options, nil)
	if err != nil {
		return nil, code.Origin{}, err
	}
	ops, origin := made.ops, made.origin
	if fuses {
		return cheapestCalls(cmd.Context(), g, ops, origin, s.options)
	}
	d, err := fused(g, ops, driver.Room(g))
	return d, origin, err
}

// again is the command that makes the same code: all flags that were given, and the
// output file.
func again(c *cobra.Command, file string) string {
	words := append([]string{"facet", "code"}, shell.Given(c, "check", "force", "out")...)
	if out := c.Flags().Lookup("out"); out.Changed {
		words = append(words, "--force", "--out", shell.Quoted(out.Value.String()))
	}
	return strings.Join(append(words, shell.Quoted(file)), " ")
}
