package scheduling

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner"
	"facet/planner/objective"
	"facet/planner/timetable"
	"facet/ui/gantt"
	"facet/ui/shell"
	"facet/ui/style"

	"github.com/charmbracelet/x/ansi"
)

// Solver is facet solve for another objective than the cost.
type Solver struct {
	Shell    shell.Shell
	Options  planner.Options // time, workers and seed count
	Machines int             // of a makespan; 0 where a budget is given
	Budget   *model.Cost     // entries
	JSON     bool
	Out      string
	Force    bool
}

// planTime is the least part of the time that the search for the cheapest sequence may
// take, with which the one for another objective begins, and how long it is where there
// is no limit.
const (
	planPart = 4
	planTime = 5 * time.Second
)

// start looks for the cheapest sequence, and its bound.
func start(ctx context.Context, g *model.Dag, o planner.Options) (objective.Start, error) {
	s := objective.Start{Seed: o.Seed}
	limit := planTime
	if o.Time > 0 {
		limit = min(limit, o.Time/planPart)
	}
	o = planner.Options{Workers: o.Workers, Memory: o.Memory, Seed: o.Seed, Time: limit}
	run, err := planner.Start(ctx, model.NewState(g), o)
	if err != nil {
		return s, err
	}
	end, err := run.Wait()
	if err != nil {
		return s, err
	}
	s.Cost = end.Bound
	if end.HasIncumbent {
		s.Sequences = append(s.Sequences, end.Incumbent.Ops)
	}
	return s, nil
}

// Solve searches, and prints what it found.
func (s *Solver) Solve(ctx context.Context, file string, g *model.Dag) error {
	begun := time.Now()
	late, cancel := within(ctx, s.Options.Time)
	defer cancel()
	known, err := start(late, g, s.Options)
	if s.Options.Time > 0 {
		known.Endless = true
	}
	if err != nil {
		return fmt.Errorf("%s: %w", shell.Called(file), err)
	}
	if s.Machines > 0 {
		return s.shortest(late, file, g, known, begun)
	}
	return s.frugal(late, file, g, known, begun)
}

// operation is one of a sequence, as facet replay reads it.
type operation struct {
	Op     string     `json:"op"`
	Mode   string     `json:"mode"`
	Target string     `json:"target"`
	Cost   model.Cost `json:"cost"`
}

func sequence(g *model.Dag, ops []model.Op) []operation {
	all := make([]operation, 0, len(ops))
	_, _ = model.Walk(model.NewState(g), ops, func(s *model.State, o model.Op, price model.Cost) {
		p := operation{"ELI", o.Mode.String(), model.OpTarget(s, o), price}
		if o.IsAccumulation() {
			p.Op = "ACC"
		}
		all = append(all, p)
	}) // the operations were carried out before
	return all
}

// makespans is what --makespan prints.
type makespans struct {
	report
	Objective   string      `json:"objective"`
	Proven      bool        `json:"proven"`
	PeakEntries model.Cost  `json:"peak_entries"`
	Seconds     float64     `json:"elapsed_seconds"`
	Sequence    []operation `json:"sequence"`
}

func (s *Solver) shortest(ctx context.Context, file string, g *model.Dag, known objective.Start, begun time.Time) error {
	found := objective.Makespan(ctx, g, s.Machines, known)
	if err := model.Prove(g, found.Ops); err != nil {
		return fmt.Errorf("%s: the sequence is wrong: %w", shell.Called(file), err)
	}
	tasks, err := taskgraph.New(model.NewState(g), found.Ops)
	if err != nil {
		return err
	}
	found.Schedule.Bound = found.Bound
	t := timetable.Of(tasks, s.Machines, found.Schedule)
	r := makespans{report: *newReport(file, g, found.Ops, t), Objective: "makespan", Proven: t.Optimal, PeakEntries: t.Peak,
		Seconds: time.Since(begun).Seconds(), Sequence: sequence(g, found.Ops)}
	kept := s.keep(r.Sequence, fmt.Sprintf("%s on %s: makespan %s, lower bound %s", oneLine(file), style.Plural(s.Machines, "machine", "machines"), t.Makespan, t.Bound))
	if s.JSON {
		return errors.Join(shell.WriteJSON(s.Shell.Data, r), kept)
	}
	w := s.Shell.Out
	fmt.Fprintf(w, "elapsed time: %.6gs\n\n", r.Seconds)
	writeListing(w, r.Sequence)
	for _, row := range gantt.Rows(style.Make(style.Mono, false, 0), t, gantt.Options{Width: cmp.Or(s.Shell.Width, 100), Selected: -1, Related: -1}) {
		fmt.Fprintln(w, strings.TrimRight(ansi.Strip(row), " "))
	}
	fmt.Fprintf(w, "\ncost: %s\npeak memory: %s of Jacobians\nmakespan on %s: %s\nlower bound: %s\n%s\n", t.Work, entries(t.Peak),
		style.Plural(s.Machines, "machine", "machines"), t.Makespan, t.Bound, proof(t.Makespan, t.Bound, t.Optimal))
	return kept
}

// frugals is what --peak prints.
type frugals struct {
	File           string      `json:"file"`
	Objective      string      `json:"objective"`
	Budget         model.Cost  `json:"budget"`
	Feasible       bool        `json:"feasible"`   // a sequence was found
	Infeasible     bool        `json:"infeasible"` // it is proved that there is none
	Cost           *model.Cost `json:"cost"`       // null where nothing was found
	LowerBound     *model.Cost `json:"lower_bound"`
	Optimal        bool        `json:"optimal"`
	Proven         bool        `json:"proven"`
	Peak           *model.Cost `json:"peak"`
	PeakEntries    *model.Cost `json:"peak_entries"`
	LeastPeak      model.Cost  `json:"least_peak"` // of any sequence that is known
	LeastPeakBound model.Cost  `json:"least_peak_bound"`
	Seconds        float64     `json:"elapsed_seconds"`
	Sequence       []operation `json:"sequence"`
}

func (s *Solver) frugal(ctx context.Context, file string, g *model.Dag, known objective.Start, begun time.Time) error {
	budget := *s.Budget
	f := objective.Peak(ctx, g, budget, known)
	r := frugals{File: file, Objective: "peak", Budget: budget, Feasible: f.Found, Infeasible: f.Infeasible(budget),
		Optimal: f.Optimal, Proven: f.Optimal || f.Infeasible(budget), LeastPeak: f.Least, LeastPeakBound: f.LeastBound, Sequence: []operation{}}
	if !r.Infeasible {
		r.LowerBound = &f.Bound
	}
	var kept error
	if f.Found {
		if err := model.Prove(g, f.Ops); err != nil {
			return fmt.Errorf("%s: the sequence is wrong: %w", shell.Called(file), err)
		}
		r.Cost, r.Peak, r.PeakEntries = &f.Cost, &f.Peak, &f.Peak
		r.Sequence = sequence(g, f.Ops)
		kept = s.keep(r.Sequence, fmt.Sprintf("%s with at most %s: cost %s, lower bound %s", oneLine(file), entries(budget), f.Cost, f.Bound))
	}
	r.Seconds = time.Since(begun).Seconds()
	if s.JSON {
		return errors.Join(shell.WriteJSON(s.Shell.Data, r), kept)
	}
	if !f.Found {
		return fmt.Errorf("%s: %s", shell.Called(file), unfound(budget, f))
	}
	w := s.Shell.Out
	fmt.Fprintf(w, "elapsed time: %.6gs\n\n", r.Seconds)
	writeListing(w, r.Sequence)
	fmt.Fprintf(w, "peak memory: %s of Jacobians, of at most %s\ncost: %s\nlower bound: %s\n%s\n", entries(f.Peak), budget, f.Cost, f.Bound, proof(f.Cost, f.Bound, f.Optimal))
	return kept
}

// unfound says why there is no sequence.
func unfound(budget model.Cost, f objective.Frugal) string {
	switch {
	case f.Infeasible(budget) && f.Least == f.LeastBound:
		return fmt.Sprintf("no sequence holds at most %s: the least peak is %s, proved", entries(budget), f.Least)
	case f.Infeasible(budget):
		return fmt.Sprintf("no sequence holds at most %s: each holds at least %s, proved, and the least peak known is %s", entries(budget), f.LeastBound, f.Least)
	}
	return fmt.Sprintf("no sequence was found that holds at most %s: the least peak known is %s, and each sequence holds at least %s", entries(budget), f.Least, f.LeastBound)
}

func proof(value, bound model.Cost, optimal bool) string {
	if optimal {
		return "optimum: proven"
	}
	return fmt.Sprintf("optimum: not proven, the gap is %.1f %%", 100*(1-float64(bound)/float64(max(1, value))))
}

// writeListing prints a sequence as facet solve does.
func writeListing(w io.Writer, all []operation) {
	fmt.Fprintf(w, "elimination sequence\n  (operation mode target cost):\n")
	for _, o := range all {
		fmt.Fprintf(w, "  %s %s %s %s\n", o.Op, o.Mode, o.Target, o.Cost)
	}
	fmt.Fprintln(w)
}

// keep writes the sequence to the file of --out.
func (s *Solver) keep(all []operation, title string) error {
	if s.Out == "" {
		return nil
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s\n", title)
	for _, o := range all {
		fmt.Fprintf(&b, "%s %s %s %s\n", o.Op, o.Mode, o.Target, o.Cost)
	}
	return s.Shell.Store(s.Out, b.Bytes(), s.Force)
}

// oneLine keeps a name from breaking a comment.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }
