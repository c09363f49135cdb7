package command

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"facet/model"
	"facet/model/code"
	"facet/model/code/driver"
	"facet/model/source"
	"facet/planner"
	"facet/ui/command/scheduling"
	"facet/ui/compiled"
	"facet/ui/files"
	"facet/ui/shell"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mostThreads is how many threads a driver may have.
const mostThreads = 1024

// codeTime is how long a sequence for code is searched without --time.
const codeTime = 10 * time.Second

// coding is what the flags of facet code say.
type coding struct {
	function, order, language, out string
	check, compare, measure, force bool
	second                         bool
	threads                        int
	options                        planner.Options
	domain                         compiled.Domain
	task                           code.Options
	form                           code.Form
	given                          func(flag string) bool
	again                          func(file string) string
}

func (p Program) codeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "code FILE...",
		Short: "Write Jacobian code for a straight-line Go function, or a driver for modules",
		Long: `Read a straight-line function from a Go file, find its cheapest elimination
sequence, and write a Go function that computes the values and the Jacobian with
those multiplications. Of any other dag, write a driver: a program that calls the
modules' tangents and adjoints in the order of the sequence, multiplies and adds
where it does, and frees what is dead (--language go, c++ or python).

The function takes and returns float64s, or arrays of them. It may have local
variables, arrays, loops and branches with constant conditions, calls of math and
of other such functions in the file. What cannot be taken is named by line.

--order says how the sequence is found: best (branch and bound, with a proof where
there is one), forward or reverse (junctions from the inputs or from the outputs
on), greedy (Markowitz), or a file with a sequence.`,
		Example: "  facet code samples/code/roe.go > jacobian.go\n  facet code --check --order reverse f.go\n  facet code --language c --batch f.go > f.h\n  facet code --language python openfoam",
		Args:    someFiles,
	}
	read := codingFlags(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		s, err := read(c)
		if err != nil {
			return err
		}
		if s.compare {
			return p.compareFiles(c, args, s)
		}
		if len(args) > 1 {
			return fmt.Errorf("facet code writes the code of one FILE, %q is too much: --compare takes several", args[1])
		}
		in, err := p.shell.Open(c, args[0])
		if err != nil {
			return err
		}
		write := p.writeJacobian
		if in.Kind != files.Function {
			write = p.writeDriver
		}
		text, err := write(c, in, args[0], s)
		if err != nil {
			return err
		}
		return p.shell.Put(s.out, s.force, func(w io.Writer) error {
			_, err := w.Write(text)
			return err
		})
	}
	return c
}

// codingFlags adds the flags, and gives a function that reads them when they are
// parsed.
func codingFlags(c *cobra.Command) func(*cobra.Command) (coding, error) {
	var s coding
	var layout, product string
	flags := c.Flags()
	flags.StringVar(&s.function, "function", "", "the function to read (default: the first one that no other calls)")
	flags.StringVar(&s.order, "order", bestOrder, "best, forward, reverse, greedy, or a file with a sequence")
	flags.BoolVar(&s.check, "check", false, "compile the function and the code, and compare values and derivatives at random points")
	s.domain = compiled.Domain{Low: 0.2, High: 1.8}
	flags.Var(&s.domain, "range", "with --check: LOW,HIGH between which the inputs are drawn")
	flags.BoolVar(&s.compare, "compare", false, "print what each order costs, and write no code")
	flags.BoolVar(&s.measure, "measure", false, "with --compare: compile the code of every order, and forward and reverse mode, and time them")
	flags.BoolVar(&s.task.CountUnits, "count-units", false, "count products with 1 and -1 like all others, as the literature does; else they cost nothing, for they are not written")
	flags.Bool("free-units", true, "products with 1 and -1 cost nothing")
	_ = flags.MarkHidden("free-units") // it is what happens anyway
	flags.StringSliceVar(&s.task.By, "by", nil, "the parameters to differentiate by, separated by commas (default: all)")
	language := shell.Choice(c, "language", "go", "of the code", languages()...)
	flags.StringVar(&product, "product", "jacobian", "what is computed: jacobian, tangent (the Jacobian times a direction), adjoint (weights times the Jacobian)")
	flags.BoolVar(&s.second, "second", false, "gradient and Hessian of a function with one result")
	flags.StringVar(&layout, "layout", "entries", "of the Jacobian: entries (those that are not zero by structure), dense, csr")
	flags.BoolVar(&s.form.Single, "float32", false, "compute with single precision")
	flags.BoolVar(&s.form.Batch, "batch", false, "also write a function for many points at once")
	flags.StringVar(&s.form.Package, "package", "", "package of the Go code (default: that of the function)")
	flags.BoolVar(&s.form.Comments, "comments", false, "say behind each line what it computes")
	flags.IntVar(&s.threads, "threads", 1, "of a driver: how many carry the operations out, as facet schedule places them")
	limits := limitFlags(c)
	flags.Lookup("time").Usage = "stop the search after this time and keep the best; none for no limit"
	flags.Lookup("time").DefValue = codeTime.String()
	flags.Lookup("workers").Usage = "goroutines of a search: of several, another run may end in another plan"
	flags.Lookup("workers").DefValue = "1"
	force := shell.ForceFlag(c)
	out := shell.OutFlag(c)
	return func(c *cobra.Command) (coding, error) {
		var err error
		if s.options, err = limits(); err != nil {
			return s, err
		}
		if !flags.Changed("time") {
			s.options.Time = codeTime
		}
		if s.threads < 1 || s.threads > mostThreads {
			return s, fmt.Errorf("--threads is %d: choose a number from 1 to %d", s.threads, mostThreads)
		}
		if s.options.Workers == 0 {
			s.options.Workers = 1
		}
		s.language, s.force, s.out = *language, *force, *out
		s.given = flags.Changed
		s.again = func(file string) string { return again(c, file) }
		at := slices.Index(code.Products, product)
		if at < 0 {
			return s, shell.OneOf("product", product, code.Products...)
		}
		s.task.Product = code.Product(at)
		if at = slices.Index(code.Layouts, layout); at < 0 {
			return s, shell.OneOf("layout", layout, code.Layouts...)
		}
		s.form.Layout = code.Layout(at)
		return s, nil
	}
}

// languages lists those of Jacobian code and of drivers.
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
func (p Program) writeJacobian(c *cobra.Command, in *files.Input, file string, s coding) ([]byte, error) {
	if s.given("threads") {
		return nil, fmt.Errorf("%s is a Go function: --threads is for drivers of modules", shell.Called(file))
	}
	if err := shell.OneOf("language", s.language, code.Languages...); err != nil {
		return nil, err
	}
	s.form.Language = s.language
	if s.second && (s.given("product") || quickNames[s.order] == "" && s.order != bestOrder) {
		return nil, errors.New("--second makes the Hessian, in two plans: leave out --product, and a file as --order")
	}
	program, err := s.read(c.Context(), in)
	if err != nil {
		return nil, err
	}
	jacobian, origin, err := p.planned(c, program, s)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	origin.Again = s.again(file)
	text, err := jacobian.Write(origin, s.form)
	if err != nil {
		return nil, fmt.Errorf("%s: the code cannot be written: %w", shell.Called(file), err)
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
		said, err := compiled.Check(c.Context(), checked, s.domain, s.options.Seed)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
		}
		fmt.Fprintln(p.Err, said)
	}
	return text, nil
}

// read reads the function, in the time that a search may take.
func (s coding) read(ctx context.Context, in *files.Input) (*source.Program, error) {
	if s.options.Time > 0 {
		late, cancel := context.WithTimeoutCause(ctx, s.options.Time, errors.New("it takes longer than --time"))
		defer cancel()
		ctx = late
	}
	return in.Program(ctx, s.function)
}

// byWritten prefers the sequence whose code multiplies least: what is equal is
// computed once, and more, so that need not be the plan with the fewest products.
// Where units are counted, what counts is the plan.
func byWritten(ctx context.Context, t *code.Task) weight {
	if t.Options.CountUnits {
		return nil
	}
	return func(ops []model.Op) (int64, model.Cost, error) {
		j, err := code.New(ctx, t, ops)
		if err != nil {
			return 0, 0, err
		}
		return j.Counts().Weight(), model.Cost(j.Products), nil
	}
}

// planned finds a sequence for a task and carries it out.
func (p Program) planned(c *cobra.Command, program *source.Program, s coding) (*code.Jacobian, code.Origin, error) {
	if quickNames[s.order] == "" && s.order != bestOrder {
		s.task.CountUnits = true // sequences in files are of the dag with all operations
	}
	task, err := code.NewTask(program, s.task)
	if err != nil {
		return nil, code.Origin{}, err
	}
	jacobian, origin, err := p.carriedOut(c, task, s)
	if err != nil || !s.second {
		return jacobian, origin, err
	}
	gradient, err := jacobian.Gradient()
	if err != nil {
		return nil, code.Origin{}, err
	}
	if task, err = code.NewSecond(gradient, s.task); err != nil {
		return nil, code.Origin{}, err
	}
	return p.carriedOut(c, task, s)
}

func (p Program) carriedOut(c *cobra.Command, task *code.Task, s coding) (*code.Jacobian, code.Origin, error) {
	ops, origin, err := p.inOrder(c, task.Dag, s.order, s.options, byWritten(c.Context(), task))
	if err != nil {
		return nil, code.Origin{}, err
	}
	jacobian, err := code.New(c.Context(), task, ops)
	return jacobian, origin, err
}

// writeDriver writes the driver of a dag of modules.
func (p Program) writeDriver(c *cobra.Command, in *files.Input, file string, s coding) ([]byte, error) {
	for _, flag := range []string{"function", "check", "by", "product", "second", "layout", "float32", "batch", "package", "count-units"} {
		if s.given(flag) {
			return nil, fmt.Errorf("%s is no Go function: --%s is for those", shell.Called(file), flag)
		}
	}
	if err := shell.OneOf("language", s.language, driver.Languages...); err != nil {
		return nil, err
	}
	g, err := in.Dag()
	if err != nil {
		return nil, err
	}
	ops, origin, err := p.inOrder(c, g, s.order, s.options, nil)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	origin.Again = s.again(file)
	made, err := scheduling.Driver(c.Context(), g, ops, s.threads, s.options.Time)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	text, err := made.Write(s.language, origin)
	if err != nil {
		return nil, fmt.Errorf("%s: the driver cannot be written: %w", shell.Called(file), err)
	}
	return text, nil
}

// again is the command that makes the same code: all flags that were given, with
// the file that it is written to.
func again(c *cobra.Command, file string) string {
	words := []string{"facet", "code"}
	c.Flags().Visit(func(f *pflag.Flag) {
		switch {
		case f.Name == "check" || f.Name == "range" || f.Name == "force" || f.Name == "out":
		case f.Value.Type() == "bool":
			words = append(words, "--"+f.Name+map[string]string{"false": "=false"}[f.Value.String()])
		case f.Value.Type() == "stringSlice":
			words = append(words, "--"+f.Name, quoted(strings.Trim(f.Value.String(), "[]")))
		default:
			words = append(words, "--"+f.Name, quoted(f.Value.String()))
		}
	})
	if out := c.Flags().Lookup("out"); out.Changed {
		words = append(words, "--force", "--out", quoted(out.Value.String()))
	}
	return strings.Join(append(words, quoted(file)), " ")
}

// quoted writes a word so that a shell reads it as one.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-./+=:,@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// percent writes a gap.
func percent(gap float64) string { return strconv.FormatFloat(100*gap, 'f', 1, 64) + " %" }
