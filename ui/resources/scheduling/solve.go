package scheduling

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner"
	"facet/planner/resources/objective"
	"facet/planner/resources/timetable"
	"facet/ui/cli/feature"
	"facet/ui/cli/shell"
	"facet/ui/draw/style"
	"facet/ui/resources/gantt"

	"github.com/charmbracelet/x/ansi"
	"github.com/spf13/cobra"
)

// Objective makes facet solve look for a short makespan, or obey a budget of memory.
type Objective struct {
	machines int    // of a makespan
	budget   budget // of entries
}

// NewObjective adds the flags of these objectives to facet solve.
func NewObjective(c *cobra.Command) feature.Objective {
	o := new(Objective)
	c.Flags().IntVar(&o.machines, "makespan", 0,
		"look for the sequence that is the shortest on this many machines")
	c.Flags().Var(&o.budget, "peak",
		"look for the cheapest sequence that holds at most this many entries of Jacobians at once")
	return o
}

// Flags are the flags of which one selects an objective.
func (o *Objective) Flags() []string { return []string{"makespan", "peak"} }

// Check says what is wrong with the flags' values.
func (o *Objective) Check(c *cobra.Command) error {
	if c.Flags().Changed("makespan") {
		return checkMachines("makespan", o.machines)
	}
	return nil
}

// solver searches for a sequence and prints it; the user limits it by time, workers and
// seed.
type solver struct {
	shell    shell.Shell
	options  feature.SolveOptions
	machines int         // of a makespan; 0 where a budget is given
	budget   *model.Cost // of entries
}

// The search for the cheapest sequence, from which the other objective starts, takes at
// most planTime, and at most a planPart-th of the time limit.
const (
	planPart = 4
	planTime = 5 * time.Second
)

// start searches for the cheapest sequence and its bound.
func start(ctx context.Context, g *model.Dag, o planner.Options) (objective.Start, error) {
	s := objective.Start{Seed: o.Seed}
	if err := planner.CheckMany(g); err != nil {
		return s, err
	}
	limit := planTime
	if o.Time > 0 {
		limit = min(limit, o.Time/planPart)
	}
	o = planner.Options{Workers: o.Workers, Memory: o.Memory, Seed: o.Seed, Time: limit}
	r, err := planner.Solve(ctx, model.NewState(g), o)
	if err != nil && !planner.IsEarly(err) {
		return s, err
	}
	s.Cost = r.Bound
	if r.HasIncumbent {
		s.Sequences = append(s.Sequences, r.Incumbent.Ops)
	}
	return s, nil
}

// Solve searches, and prints what it found.
func (o *Objective) Solve(ctx context.Context, sh shell.Shell, file string, g *model.Dag,
	how feature.SolveOptions) error {
	s := &solver{shell: sh, options: how, machines: o.machines, budget: o.budget.entries}
	begun := time.Now()
	known, err := start(ctx, g, how.Planner)
	if how.Planner.Time > 0 {
		known.Endless = true
	}
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	if s.machines > 0 {
		return s.shortest(ctx, file, g, known, begun)
	}
	return s.frugal(ctx, file, g, known, begun)
}

// nothing is the error of a search that ended without a sequence.
func nothing(file string) error {
	return fmt.Errorf("%s: %w before the end: give it more time", shell.Called(file), planner.ErrNothing)
}

// makespans is the output of --makespan.
type makespans struct {
	report
	Objective   string            `json:"objective"`
	Proven      bool              `json:"proven"`
	PeakEntries model.Cost        `json:"peak_entries"`
	Seconds     float64           `json:"elapsed_seconds"`
	Sequence    []shell.Operation `json:"sequence"`
}

func (s *solver) shortest(ctx context.Context, file string, g *model.Dag, known objective.Start,
	begun time.Time) error {
	found := objective.Makespan(ctx, g, s.machines, known)
	if found.Ops == nil {
		return nothing(file)
	}
	if err := model.Prove(g, found.Ops); err != nil {
		return fmt.Errorf("%s: the sequence is wrong: %w", shell.Called(file), err)
	}
	tasks, err := taskgraph.New(model.NewState(g), found.Ops)
	if err != nil {
		return err
	}
	found.Schedule.Bound = found.Bound
	t := timetable.Of(tasks, s.machines, found.Schedule)
	r := makespans{report: *newReport(file, g, found.Ops, t), Objective: "makespan", Proven: t.Optimal,
		PeakEntries: t.Peak,
		Seconds:     time.Since(begun).Seconds(), Sequence: shell.Operations(g, found.Ops)}
	kept := s.keep(r.Sequence, fmt.Sprintf("%s on %s: makespan %s, lower bound %s", model.OneLine(file),
		style.Plural(s.machines, "machine", "machines"), t.Makespan, t.Bound))
	if s.options.JSON {
		return errors.Join(shell.WriteJSON(s.shell.Data, r), kept)
	}
	w := s.shell.Out
	fmt.Fprintf(w, "makespan %s on %s, %s\nelapsed time: %.6gs\n\n", t.Makespan,
		style.Plural(s.machines, "machine", "machines"), headline(t.Makespan, t.Bound, t.Optimal), r.Seconds)
	_ = shell.WriteListing(w, shell.Lines(r.Sequence)) // they are there already
	for _, row := range gantt.Rows(style.Make(style.Mono, false, 0), t,
		gantt.Options{Width: cmp.Or(s.shell.Width, 100), Selected: -1, Related: -1}) {
		fmt.Fprintln(w, strings.TrimRight(ansi.Strip(row), " "))
	}
	fmt.Fprintf(w, "\ncost: %s\npeak memory: %s of Jacobians\nmakespan on %s: %s\nlower bound: %s\n%s\n",
		t.Work, model.Entries(t.Peak),
		style.Plural(s.machines, "machine", "machines"), t.Makespan, t.Bound,
		proof(t.Makespan, t.Bound, t.Optimal))
	return kept
}

// frugals is the output of --peak.
type frugals struct {
	File           string            `json:"file"`
	Objective      string            `json:"objective"`
	Budget         model.Cost        `json:"budget"`
	Feasible       bool              `json:"feasible"`   // a sequence was found
	Infeasible     bool              `json:"infeasible"` // it is proved that no sequence exists
	Cost           *model.Cost       `json:"cost"`       // null where no sequence was found
	LowerBound     *model.Cost       `json:"lower_bound"`
	Optimal        bool              `json:"optimal"`
	Proven         bool              `json:"proven"`
	Peak           *model.Cost       `json:"peak"`
	PeakEntries    *model.Cost       `json:"peak_entries"`
	LeastPeak      model.Cost        `json:"least_peak"` // least peak of all known sequences
	LeastPeakBound model.Cost        `json:"least_peak_bound"`
	Seconds        float64           `json:"elapsed_seconds"`
	Sequence       []shell.Operation `json:"sequence"`
}

func (s *solver) frugal(ctx context.Context, file string, g *model.Dag, known objective.Start,
	begun time.Time) error {
	budget := *s.budget
	f := objective.Peak(ctx, g, budget, known)
	r := frugals{File: file, Objective: "peak", Budget: budget, Feasible: f.Found,
		Infeasible: f.Infeasible(budget),
		Optimal:    f.Optimal, Proven: f.Optimal || f.Infeasible(budget), LeastPeak: f.Least,
		LeastPeakBound: f.LeastBound, Sequence: []shell.Operation{}}
	if !r.Infeasible {
		r.LowerBound = &f.Bound
	}
	var kept error
	if f.Found {
		if err := model.Prove(g, f.Ops); err != nil {
			return fmt.Errorf("%s: the sequence is wrong: %w", shell.Called(file), err)
		}
		r.Cost, r.Peak, r.PeakEntries = &f.Cost, &f.Peak, &f.Peak
		r.Sequence = shell.Operations(g, f.Ops)
		kept = s.keep(r.Sequence, fmt.Sprintf("%s with at most %s: cost %s, lower bound %s",
			model.OneLine(file), model.Entries(budget), f.Cost, f.Bound))
	}
	r.Seconds = time.Since(begun).Seconds()
	if s.options.JSON {
		return errors.Join(shell.WriteJSON(s.shell.Data, r), kept)
	}
	if f.LeastOps == nil && !r.Infeasible {
		return nothing(file)
	}
	if !f.Found {
		return fmt.Errorf("%s: %s", shell.Called(file), unfound(budget, f))
	}
	w := s.shell.Out
	fmt.Fprintf(w, "total %s with at most %s, %s\nelapsed time: %.6gs\n\n", f.Cost, model.Entries(budget),
		headline(f.Cost, f.Bound, f.Optimal), r.Seconds)
	_ = shell.WriteListing(w, shell.Lines(r.Sequence)) // they are there already
	fmt.Fprintf(w, "peak memory: %s of Jacobians, of at most %s\ncost: %s\nlower bound: %s\n%s\n",
		model.Entries(f.Peak), budget, f.Cost, f.Bound, proof(f.Cost, f.Bound, f.Optimal))
	return kept
}

// unfound says why there is no sequence.
func unfound(budget model.Cost, f objective.Frugal) string {
	switch {
	case f.Infeasible(budget) && f.Least == f.LeastBound:
		return fmt.Sprintf("no sequence holds at most %s: the least peak is %s, proved",
			model.Entries(budget), f.Least)
	case f.Infeasible(budget) && f.LeastOps == nil:
		return fmt.Sprintf("no sequence holds at most %s: each holds at least %s, proved",
			model.Entries(budget), f.LeastBound)
	case f.Infeasible(budget):
		return fmt.Sprintf("no sequence holds at most %s: each holds at least %s, proved, and the least peak known is %s", model.Entries(budget), f.LeastBound, f.Least)
	}
	return fmt.Sprintf("no sequence was found that holds at most %s: the least peak known is %s, and each sequence holds at least %s", model.Entries(budget), f.Least, f.LeastBound)
}

// headline says in a few words what is proved of a value.
func headline(value, bound model.Cost, optimal bool) string {
	if optimal {
		return "proved optimal"
	}
	return fmt.Sprintf("at least %s, gap %s", bound, style.Percent(1-float64(bound)/float64(max(1, value))))
}

func proof(value, bound model.Cost, optimal bool) string {
	if optimal {
		return "optimum: proven"
	}
	return "optimum: not proven, the gap is " + style.Percent(1-float64(bound)/float64(max(1, value)))
}

// keep writes the sequence to the file of --out.
func (s *solver) keep(all []shell.Operation, title string) error {
	if s.options.Out == "" {
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n", title)
	for _, o := range all {
		fmt.Fprintln(&b, o)
	}
	return s.shell.Store(s.options.Out, b.Bytes(), s.options.Force)
}
