package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/certificate"
	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/explore/solver"
	"facet/ui/files/archive"
	"facet/ui/files/store"

	"github.com/spf13/cobra"
)

// solving is what the flags of solve say.
type solving struct {
	options planner.Options
	classic *bool
	json    *bool
	log     bool
	tree    bool
	tui     bool
	force   *bool
	out     string
	proof   string
	resume  bool
	before  restored
}

func (p Program) solveCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "solve FILE",
		Short: "Find an optimal elimination sequence and prove it",
		Long: `Find a cheap or optimal elimination sequence. The default method is branch and bound
over face eliminations, which proves the optimum. ctrl+c stops the search at any time
and prints the best sequence so far.

--makespan looks for the sequence that is the shortest on several machines, and --peak
for the cheapest one that never holds more entries of Jacobians than a budget. Chains and
small dags are searched to the end; others get the best sequence found, and a bound.

A search that takes longer than a few seconds saves its best sequence every two seconds,
and what it has proved as it goes, in the state directory (docs/formats.md). --resume goes on from
there, also after a crash.

Methods:
` + methodHelp() + `
` + shell.FileHelp,
		Example:           "  facet solve newton10\n  facet solve --time 30s --json dag.xml\n  facet solve --bound simple --start none --log bat\n  facet solve --makespan 4 newton2\n  facet solve --peak 6000000000 openfoam",
		Args:              shell.Exactly("a FILE"),
		ValidArgsFunction: shell.CompleteFiles(1),
	}
	var s solving
	s.classic, s.json = shell.ClassicFlag(c), shell.JSONFlag(c)
	searchFlags(c, &s.options)
	c.Flags().BoolVar(&s.log, "log", false, "print a table of the progress while the search runs")
	c.Flags().BoolVar(&s.tree, "tree", false,
		"print the search as a tree when it has ended, with the reason why each node was cut")
	c.Flags().BoolVar(&s.tui, "tui", false, "watch the search in the explorer")
	c.Flags().BoolVar(&s.resume, "resume", false,
		"go on from the best sequence and the best proved bound that were saved of this dag")
	screen := shell.ScreenFlags(c)
	s.force = shell.ForceFlag(c)
	c.Flags().StringVarP(&s.out, "out", "o", "", "write the sequence to this file, for facet replay")
	var others []feature.Objective
	for _, f := range p.Features {
		if f.Objective != nil {
			others = append(others, f.Objective(c))
		}
	}
	c.Flags().StringVar(&s.proof, "certificate", "",
		"write a proof of the result to this file, for facet verify")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := shell.CheckOptions(&s.options); err != nil {
			return err
		}
		if err := p.check(c, s, others); err != nil {
			return err
		}
		if !s.tui { // there, pauses do not count
			defer shell.InTime(c, s.options.Time)()
		}
		g, err := p.shell.ClassicDag(c, args[0], *s.classic)
		if err != nil {
			return err
		}
		if s.tui {
			o, err := screen()
			if err != nil {
				return err
			}
			o.Dag, o.File, o.FromStdin = g, args[0], args[0] == shell.Stdin
			o.Planning = &solver.Options{Planner: s.options, Begin: true}
			o.Resume = s.resume
			return p.shell.Show(c, o)
		}
		for _, o := range others {
			if slices.ContainsFunc(o.Flags(), c.Flags().Changed) {
				return o.Solve(c.Context(), p.shell, args[0], g, feature.SolveOptions{Planner: s.options,
					JSON: *s.json, Out: s.out, Force: *s.force})
			}
		}
		return p.solve(c, args[0], g, s)
	}
	return c
}

func (p Program) solve(c *cobra.Command, file string, g *model.Dag, s solving) error {
	if p.LimitMemory != nil {
		p.LimitMemory(s.options.Memory)
	}
	directory, kept := p.directory()
	if s.resume {
		if kept != nil {
			return kept
		}
		s.before = restore(c.Context(), directory, g)
		s.options.Sequence, s.options.Lower = s.before.ops, s.before.bound()
		fmt.Fprintln(p.Err, s.before.text(shell.Called(file)))
	}
	var head totals
	if s.log {
		var err error
		if head, err = newTotals(c.Context(), file, g); err != nil {
			return fmt.Errorf("%s: %w", shell.Called(file), err)
		}
	}
	s.options.Tree = s.tree
	if s.proof != "" {
		s.options.Time -= planner.TimeToProve(s.options.Time)
	}
	run, err := planner.Start(c.Context(), model.NewState(g), s.options)
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	saved := saving{directory: directory, dag: g, run: run, always: s.resume, before: s.before}
	if kept == nil && !s.options.Method.CostOnly() {
		saved.begin()
	}
	if s.log {
		logHead(p.Out, head, run.Options())
		logProgress(p.Out, run)
	}
	end, err := run.Result()
	proof, err := p.answer(c.Context(), file, g, s, end, err)
	if s.tree {
		err = errors.Join(err, writeTree(p.Out, run.Tree()))
	}
	if saved.over != nil && saved.end(c.Context(), end.Snapshot, proof) {
		fmt.Fprintf(p.Err, "saved: %s goes on from here\n", goingOn(c, file))
	}
	if saved.err != nil {
		fmt.Fprintln(p.Err, saved.err)
	}
	return err
}

// answer prints what a run has come to, before anything that takes longer, and writes the
// files that were asked for. It gives the certificate among them.
func (p Program) answer(ctx context.Context, file string, g *model.Dag, s solving, end planner.Result,
	err error) (*certificate.Certificate, error) {
	early := end.IgnoreStop(err)
	if early != nil && !planner.IsEarly(err) {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	// The result of an hour is not lost if nothing can be certified, or a file cannot be
	// written: it is printed before the error.
	proof, uncertified := s.certify(ctx, file, g, &end.Snapshot)
	r, err := newResult(ctx, file, g, end)
	if err != nil {
		return proof, err
	}
	return proof, p.print(file, s, end, r, early, uncertified, proof)
}

// print is the rest of answer.
func (p Program) print(file string, s solving, end planner.Result, r result, early, uncertified error,
	proof *certificate.Certificate) error {
	kept := errors.Join(uncertified, p.keep(s, end.Snapshot, r, proof))
	switch {
	case *s.json:
		return errors.Join(shell.WriteJSONList(p.shell.Data, r, "sequence", r.Sequence.elements), kept)
	case errors.Is(early, planner.ErrNothing) && end.GaveUp:
		return fmt.Errorf("%s: %w: give it more with --memory, or take another --method", shell.Called(file),
			early)
	case errors.Is(early, planner.ErrNothing):
		return fmt.Errorf("%s: %w: give it more time, or a --start", shell.Called(file), early)
	case early != nil:
		return fmt.Errorf("%s: %w", shell.Called(file), early)
	}
	return errors.Join(r.write(p.Out), kept)
}

// goingOn is the command that goes on with a search: it reads the same dag in the same way
// and keeps to the same limits. Results are written where it says so anew.
func goingOn(c *cobra.Command, file string) string {
	words := append([]string{"facet", "solve", "--resume"}, shell.Given(c, "resume", "method", "json", "log",
		"tui", "out", "certificate", "force")...)
	return strings.Join(append(words, shell.Quoted(file)), " ")
}

// check refuses flags that cannot be meant together, and files that cannot be
// written, before a search that may take hours.
func (p Program) check(c *cobra.Command, s solving, others []feature.Objective) error {
	groups := [][]string{{"json", "log", "tui"}, {"json", "tree", "tui"}, {"tui", "out"},
		{"tui", "certificate"}}
	for _, o := range others {
		groups = append(groups, o.Flags())
		for _, flag := range o.Flags() {
			for _, other := range []string{"method", "bound", "start", "pace", "log", "tree", "tui",
				"certificate", "resume"} {
				groups = append(groups, []string{flag, other})
			}
		}
	}
	for _, group := range groups {
		if err := shell.OneAlone(c, group...); err != nil {
			return err
		}
	}
	for _, o := range others {
		if err := o.Check(c); err != nil {
			return err
		}
	}
	if s.resume && s.options.Method != planner.BranchAndBound {
		return fmt.Errorf("--resume goes on with branch and bound: leave out --method %s", s.options.Method)
	}
	for _, flag := range []struct{ name, file string }{{"out", s.out}, {"certificate", s.proof}} {
		if flag.file != "" && flag.file != shell.Stdin && s.options.Method.CostOnly() {
			return fmt.Errorf("%s gives only a cost, no sequence: leave out --%s", s.options.Method,
				flag.name)
		}
		if err := p.shell.Writable(flag.name, flag.file, *s.force); err != nil {
			return err
		}
	}
	return nil
}

// directory is the state directory; the error says why nothing is saved.
func (p Program) directory() (store.Directory, error) {
	if p.Getenv == nil {
		return store.Directory{}, fmt.Errorf("nothing is saved here")
	}
	return store.Open(p.Getenv)
}

// keep writes the files that the flags name; proof is nil where nothing could be certified.
func (p Program) keep(s solving, end planner.Snapshot, r result, proof *certificate.Certificate) error {
	switch {
	case s.out == "" && s.proof == "":
		return nil
	case !end.HasIncumbent:
		return fmt.Errorf("%s: no sequence was found, so no file is written: give it more time, or a --start",
			shell.Called(r.File))
	}
	if s.out != "" {
		if err := p.shell.StoreBy(s.out, r.writeSequence, *s.force); err != nil {
			return err
		}
	}
	if proof == nil {
		return nil
	}
	text, err := archive.Certificate(proof)
	if err != nil {
		return err
	}
	if proof.Searched > proof.Bound {
		fmt.Fprintf(p.Err,
			"the certificate proves that no sequence costs less than %s; the run itself says %s\n",
			proof.Bound, proof.Searched)
	}
	return p.shell.Store(s.proof, text, *s.force)
}

// interruptedProof is how long the proof of an interrupted run may take: what was reached
// by then is worth a proof too, but no wait.
const interruptedProof = 200 * time.Millisecond

// certify gives the proof of a run's result, if one is asked for. What it proves is the
// result's bound from then on; a higher one of the run stands beside it in the certificate.
func (s *solving) certify(ctx context.Context, file string, g *model.Dag,
	end *planner.Snapshot) (*certificate.Certificate, error) {
	if s.proof == "" || !end.HasIncumbent {
		return nil, nil
	}
	if end.Incumbent.Cost.IsSaturated() {
		return nil, fmt.Errorf("%s: the cost does not fit into 64 bits: there is nothing to prove",
			shell.Called(file))
	}
	if ctx.Err() != nil {
		late, cancel := context.WithTimeout(context.WithoutCancel(ctx), interruptedProof)
		defer cancel()
		ctx = late
	}
	proof, err := planner.Certify(ctx, g, *end)
	if err == nil && s.before.bound() > proof.Bound {
		proof, err = s.before.with(g, *end)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	end.Bound = proof.Bound
	if end.Method == planner.BranchAndBound || proof.Bound >= end.Incumbent.Cost {
		end.Proven = proof.Bound >= end.Incumbent.Cost
	}
	return proof, nil
}
