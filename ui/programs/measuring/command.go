package measuring

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/model/format"
	"facet/model/measured"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/programs/recorded"

	"github.com/spf13/cobra"
)

// measuring is what the flags of facet measure say.
type measuring struct {
	shell   *shell.Shell
	python  recorded.Python
	cpp     recorded.CPP
	runner  recorded.Runner // of the program at hand
	request recorded.Request
	time    timing
	plan    string
	out     string
	driver  string // where the plan's driver goes
	json    *bool
	force   *bool
	advice  bool // all of it
}

// Command is facet measure.
func Command(s *shell.Shell) *cobra.Command {
	c := &cobra.Command{
		Use:   "measure PROGRAM.py|PROGRAM.cpp",
		Short: "Make a dag of a program's modules, with measured costs",
		Long: `Run a Python or C++ program whose modules are marked (see docs/programs.md). facet compares
each tangent with differences and each adjoint with its tangent, measures their times
for one column and for many, and prints the results. --out writes the dag with its
costs, for the explorer and all other commands. If a check fails, nothing is written.

--plan carries out a sequence, and dense and sparse tangent and adjoint mode for
comparison, in turns. It prints the predicted and the measured time and memory.

A Python program is run by the first python3 in PATH that has numpy. A C++ program is
compiled by $CXX or g++, with -std=c++17 -O2 and what --cxx-flag adds. It is run several
times.`,
		Example: "  facet measure samples/programs/heat.py --out heat.json\n  facet measure heat.py --plan best\n  facet measure --runtime > facet_modules.py\n  facet measure burgers.cpp --cxx clang++ --cxx-flag=-O3 --cxx-flag=solver.cpp",
	}
	m := measuring{shell: s}
	f := c.Flags()
	runtime := f.Bool("runtime", false, "print facet_modules.py, which marks modules, and measure nothing")
	runtimeCPP := f.Bool("runtime-cpp", false, "print facet_modules.hpp likewise")
	f.StringVar(&m.cpp.Path, "cxx", "", "the C++ compiler (default: $CXX, or g++)")
	f.StringArrayVar(&m.cpp.Flags, "cxx-flag", nil, "a flag or file for the C++ compiler, as often as needed")
	f.StringVar(&m.python.Path, "python", "",
		"the Python interpreter (default: the first python3 in PATH that has numpy)")
	f.StringVarP(&m.out, "out", "o", "", "write the dag to this file, as JSON")
	f.StringVar(&m.driver, "driver", "", "with --plan: write the plan's driver to this file")
	f.StringVar(&m.plan, "plan", "", "carry this sequence out and compare: a file, or best for the planner's")
	f.IntVar(&m.request.Repeat, "repeat", 15, "rounds in which everything is timed; the least time counts")
	f.IntSliceVar(&m.request.Batches, "batches", []int{1, 4, 16, 64},
		"numbers of tangents and adjoints at once to time")
	f.BoolVar(&m.request.Structure, "structure", false,
		"find which entries of Jacobians are zero, and take columns together (default: where that costs less than it can gain)")
	f.BoolVar(&m.advice, "advise", false, "print all advice on marks that saves 2 % or more, and not only the three that gain most")
	f.BoolVar(&m.request.Processor, "processor", false,
		"count the time of the processor instead of that of the clock: for a busy machine, and programs on one thread")
	f.BoolVar(&m.request.Trust, "trust", false, "continue if a check fails")
	f.Uint64Var(&m.request.Seed, "seed", 0, "for random choices, the program's among them")
	f.Var(&m.time.limit, "time",
		"end after this time, with what is checked, measured and planned till then; none for no limit (default: some times of what the dense modes take)")
	f.Var((*shell.Size)(&m.request.Memory), "memory",
		"most memory for the program and its derivatives: methods that hold more are left out (default: none)")
	m.json, m.force = shell.JSONFlag(c), shell.ForceFlag(c)
	c.Args = func(c *cobra.Command, args []string) error {
		if *runtime || *runtimeCPP {
			return shell.Exactly()(c, args)
		}
		return shell.Exactly("a PROGRAM.py or PROGRAM.cpp")(c, args)
	}
	c.RunE = func(c *cobra.Command, args []string) error {
		if *runtime {
			_, err := s.Data.Write(recorded.Runtime)
			return err
		}
		if *runtimeCPP {
			_, err := s.Data.Write(recorded.RuntimeCPP())
			return err
		}
		if err := m.check(args[0]); err != nil {
			return err
		}
		m.time.given, m.request.Look = f.Changed("time"), !f.Changed("structure")
		m.request.Program, m.runner = args[0], m.runners()[filepath.Ext(args[0])]
		m.time.begin = time.Now()
		ctx, cancel := m.time.within(c.Context())
		defer cancel()
		return m.one(ctx)
	}
	return c
}

// runners are by the ending of a program's name.
func (m *measuring) runners() map[string]recorded.Runner {
	python, cpp := m.python.Runner(m.shell.Err), m.cpp.Runner(m.shell.Err)
	return map[string]recorded.Runner{".py": python, ".cpp": cpp, ".cc": cpp, ".cxx": cpp}
}

func (m *measuring) check(file string) error {
	_, known := m.runners()[filepath.Ext(file)]
	switch {
	case !known:
		return fmt.Errorf("%s is no Python or C++ program: name a file that ends in .py or .cpp", file)
	case m.request.Repeat < 1:
		return fmt.Errorf("--repeat is %d: choose a number from 1", m.request.Repeat)
	case len(m.request.Batches) == 0 || slices.Min(m.request.Batches) < 1:
		return fmt.Errorf("--batches wants numbers from 1, such as 1,4,16,64")
	}
	if m.plan != "" && m.plan != "best" && m.plan != shell.Stdin {
		if _, err := os.Stat(m.plan); err != nil {
			return fmt.Errorf("--plan %s cannot be read: name a file with a sequence, or best", m.plan)
		}
	}
	if m.driver != "" && m.plan == "" {
		return fmt.Errorf("--driver writes the driver of --plan: add --plan best, or a file with a sequence")
	}
	return cmp.Or(m.shell.Writable("out", m.out, *m.force),
		m.shell.Writable("driver", m.driver, *m.force))
}

func (m *measuring) one(ctx context.Context) error {
	fmt.Fprintf(m.shell.Err, "facet: measuring %s%s\n", filepath.Base(m.request.Program), m.ahead())
	p, err := m.measure(ctx)
	if err != nil {
		return err
	}
	r, text := newResult(p), m.shell.Out
	if m.advice {
		r.worth = worthHint
	}
	r.repeat, r.most = m.request.Repeat, m.most()
	if *m.json {
		text = io.Discard
	}
	r.write(text)
	err = m.methods(ctx, p, &r, text)
	if isEnded := isInterrupted(ctx) || errors.Is(err, errStopped); err != nil && !isEnded {
		return err
	}
	if m.out != "" {
		if wrong := m.shell.Put(m.out, *m.force, func(w io.Writer) error {
			return format.WriteJSON(w, p.Dag)
		}); wrong != nil {
			return wrong
		}
	}
	switch {
	case err != nil:
		return m.ended(ctx)
	case *m.json:
		return shell.WriteJSON(m.shell.Data, r)
	}
	return nil
}

// methods carries out what --plan says, or else predicts what the modes take, and gives advice.
func (m *measuring) methods(ctx context.Context, p *measured.Program, r *result, text io.Writer) error {
	if m.plan != "" {
		if err := m.compare(ctx, p, r); err != nil {
			return err
		}
		r.writeMethods(text)
	} else {
		best, err := classicalBest(ctx, p)
		if err != nil {
			return err
		}
		r.advise(best, measured.Run{})
		r.writeModes(text)
	}
	r.writeAdvice(text, m.advice)
	return nil
}

// ended is the sentence about a program that was measured before facet was stopped, or its time
// was over.
func (m *measuring) ended(ctx context.Context) error {
	what := "--time was over"
	if isInterrupted(ctx) {
		what = "facet was stopped"
	}
	written := "nothing is written: --out keeps what was measured"
	if m.out != "" {
		written = "no plan was carried out; what was measured is in " + m.out
	}
	return fmt.Errorf("%s: %s once it was measured: %s", filepath.Base(m.request.Program), what, written)
}

// measure makes the dag of a program whose checks hold.
func (m *measuring) measure(ctx context.Context) (*measured.Program, error) {
	share := 1.0
	if m.plan != "" {
		share = measuringShare
	}
	request := m.request
	request.Deadline, request.Unlimited = m.time.deadline(share), m.time.unlimited()
	report, err := m.runner.Measure(ctx, request)
	if err != nil {
		return nil, err
	}
	if failed := report.Failed(); len(failed) > 0 && !m.request.Trust {
		return nil, wrong(report, failed)
	}
	return measured.New(report, measured.Origin{File: filepath.Base(m.request.Program),
		Language: m.runner.Language, Structure: report.Structure})
}

// wrong is the sentence about checks that failed.
func wrong(r *measured.Report, failed []measured.Check) error {
	more := ""
	if len(failed) > 1 {
		more = fmt.Sprintf(" (%d of %d checks fail%s)", len(failed), len(r.Checks), others(failed))
	}
	advice := ": correct it, or go on with --trust"
	if failed[0].Kind == measured.Kink {
		advice = "" // the sentence has its own
	}
	return fmt.Errorf("%s%s%s", failed[0].Sentence(), more, advice)
}

// others names what fails beside the first, each once, as far as a line has room.
func others(failed []measured.Check) string {
	name := func(c measured.Check) string { return c.Module + " for " + c.Argument }
	var all []string
	for _, c := range failed[1:] {
		if one := name(c); one != name(failed[0]) && !slices.Contains(all, one) {
			all = append(all, one)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return ", also " + few(all)
}

// compare carries out the plan, and the classical modes.
func (m *measuring) compare(ctx context.Context, p *measured.Program, r *result) error {
	ways, err := m.ways(ctx, p)
	if err != nil {
		return err
	}
	r.advise(ways[0], measured.Run{})
	request, most := m.request, m.time.most(time.Now(), ways[0].takes)
	request.Structure = p.Origin.Structure
	var carried []way
	writing, cancel := shell.Within(ctx, m.time.planning(time.Now(), planTime))
	defer cancel()
	fmt.Fprintf(m.shell.Err, "facet: writing %d drivers\n", len(ways))
	for _, w := range ways {
		w.late = w.late || len(carried) > 0 && writing.Err() != nil
		if !r.fits(w, most) {
			continue
		}
		text, err := m.runner.Write(w.driver, w.origin)
		if err != nil {
			return err
		}
		carried = append(carried, w)
		request.Methods = append(request.Methods, recorded.Driver{Name: w.name, Text: string(text),
			Seconds: w.takes})
	}
	if len(carried) == 0 || carried[0].name != plan {
		return m.writeDriver(r.planned(ways[0], p))
	}
	request.Deadline, request.Unlimited = m.time.deadline(1), m.time.unlimited()
	runs, err := m.runner.Methods(ctx, request)
	var uncompiled recorded.UncompiledError
	switch {
	case err != nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		r.uncarried(carried)
		return m.writeDriver(r.planned(carried[0], p))
	case errors.As(err, &uncompiled):
		for _, w := range carried {
			if why := uncompiled[w.name]; why != nil {
				r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s was not carried out: %v", w.name, why))
			}
		}
		if len(runs) == 0 {
			return m.writeDriver(r.planned(carried[0], p))
		}
	case err != nil:
		return err
	}
	carried = slices.DeleteFunc(carried, func(w way) bool { return uncompiled[w.name] != nil })
	r.Speed = 1
	if len(runs) > 0 {
		r.Speed = p.Speed(runs[0])
	}
	var done []way // of the methods
	for k, run := range runs {
		if run.Late {
			r.LeftOut = append(r.LeftOut,
				fmt.Sprintf("%s takes %s, for which there is no time: allow more by --time", run.Name,
					style.Seconds(carried[k].takes)))
			continue
		}
		if run.ValuesOff > sameJacobian && !m.request.Trust {
			return fmt.Errorf("%s: the values of %s are off from those of the program's run by %.1g: a module computes with what its derivatives, or other calls, change; let it make its own, or go on with --trust", r.File, run.Name, run.ValuesOff)
		}
		if run.Unchecked != "" {
			r.Unsure = fmt.Sprintf("the Jacobian of %s: %s", run.Name, run.Unchecked)
		}
		if k == 0 {
			r.advise(carried[k], run)
		}
		done = append(done, carried[k])
		r.Methods = append(r.Methods, p.Carried(carried[k].driver.Operations(), carried[k].driver.Moves(),
			carried[k].driver.Memory.Peak, run))
	}
	for _, method := range r.Methods {
		if method.Difference > sameJacobian && !m.request.Trust {
			return fmt.Errorf("%s: the Jacobian of %s is off from the plan's by %.1g: a derivative is wrong for some V or W, or it depends on earlier calls; correct it, or go on with --trust", r.File, method.Name, method.Difference)
		}
	}
	first := r.planned(carried[0], p)
	if m.plan == "best" && len(done) > 0 && done[0].name == plan {
		done[0] = first
		return m.writeDriver(r.byClock(done))
	}
	return m.writeDriver(first)
}

// uncarried notes that --time was over before the methods were carried out. What was
// measured and planned is there nevertheless.
func (r *result) uncarried(all []way) {
	for _, w := range all {
		r.LeftOut = append(r.LeftOut,
			fmt.Sprintf("%s takes %s, and was not carried out before --time was over: allow more by --time",
				w.name, style.Seconds(w.takes)))
	}
}

// planned says what the plan is, and gives it with no more proved of it than is known: where
// costs were not measured, or derivatives not checked, it is the best for the costs that there
// are.
func (r *result) planned(w way, p *measured.Program) way {
	if len(r.Methods) == 0 || r.Unsure != "" || r.Untimed != "" || len(r.Unchecked) > 0 {
		w.origin.How = strings.ReplaceAll(w.origin.How, proved, unsure)
		w.origin.Proof = strings.ReplaceAll(w.origin.Proof, proved, unsure)
	}
	r.Plan, r.LowerBound = w.says(), w.origin.Bound
	if w.bound > 0 {
		r.CallsBound = w.bound + p.PreparedAtLeast()
	}
	return w
}

// What is said of a plan whose costs are the least: of measured costs and right derivatives,
// and of others.
const (
	proved = "optimal, proved"
	unsure = "the cheapest by these costs"
)

// writeDriver writes the plan's driver where --driver says.
func (m *measuring) writeDriver(w way) error {
	if m.driver == "" {
		return nil
	}
	w.origin.Takes = style.Seconds(w.takes)
	text, err := w.driver.Write(m.runner.Language, w.origin)
	if err != nil {
		return err
	}
	return m.shell.Put(m.driver, *m.force, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
}

// sameJacobian is how far the methods' Jacobians may be from each other, and their values from the run's.
const sameJacobian = 1e-6

// A method that would hold more is left out, also without --memory.
const mostEntries = 150_000_000

// most is how many entries a method may hold.
func (m *measuring) most() model.Cost {
	if m.request.Memory > 0 {
		return min(mostEntries, model.Cost(m.request.Memory/8))
	}
	return mostEntries
}

// fits reports whether a method is small enough to be carried out, in so many seconds at
// most, and notes it if not.
func (r *result) fits(w way, most float64) bool {
	peak, room := w.driver.Memory.Peak, cmp.Or(r.most, mostEntries)
	switch {
	case w.late:
		r.LeftOut = append(r.LeftOut, w.name+" was left out, since its driver was not written in time: allow more by --time")
	case peak > room:
		r.LeftOut = append(r.LeftOut, fmt.Sprintf("%s would hold %s entries, which are more than %s", w.name,
			style.Number(peak), style.Number(room)))
	case w.takes > most:
		r.LeftOut = append(r.LeftOut,
			fmt.Sprintf("%s takes %s, which is more than the %s that there are for each method: allow more by --time", w.name, style.Seconds(w.takes), style.Seconds(most)))
	default:
		return true
	}
	return false
}
