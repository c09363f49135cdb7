package scheduling

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"facet/model"
	"facet/planner/resources/timetable"
	"facet/ui/draw/style"
	"facet/ui/resources/gantt"

	"github.com/charmbracelet/x/ansi"
)

// report is a timetable in the form that is printed.
type report struct {
	File           string      `json:"file"`
	Machines       int         `json:"machines"`
	Split          bool        `json:"split"`
	Cost           model.Cost  `json:"cost"`
	Makespan       model.Cost  `json:"makespan"`
	LowerBound     model.Cost  `json:"lower_bound"` // of the makespan of these operations
	Optimal        bool        `json:"optimal"`
	CriticalPath   model.Cost  `json:"critical_path"`
	Peak           model.Cost  `json:"peak"` // most entries that are held at once
	Budget         *model.Cost `json:"budget,omitempty"`
	SequencePeak   model.Cost  `json:"sequence_peak"` // peak on one machine in the order of the sequence
	LeastPeak      model.Cost  `json:"least_peak"`    // peak on one machine in the best known order
	LeastPeakBound model.Cost  `json:"least_peak_bound"`
	Operations     []placed    `json:"operations"`
	Memory         []moment    `json:"memory"`

	table *timetable.Timetable
}

// placed is an operation with its place in a timetable.
type placed struct {
	Op       string     `json:"op"`
	Mode     string     `json:"mode"`
	Target   string     `json:"target"`
	Cost     model.Cost `json:"cost"`
	Start    model.Cost `json:"start"`
	End      model.Cost `json:"end"`
	Machine  int        `json:"machine"` // from 0
	Critical bool       `json:"critical"`
	Pieces   []piece    `json:"pieces,omitempty"`
}

// piece is one machine's part of a divided operation.
type piece struct {
	Machine int        `json:"machine"`
	Start   model.Cost `json:"start"`
	End     model.Cost `json:"end"`
	Lines   int64      `json:"lines"` // columns or rows
}

type moment struct {
	Time    model.Cost `json:"time"`
	Entries model.Cost `json:"entries"`
}

func newReport(file string, g *model.Dag, ops []model.Op, t *timetable.Timetable) *report {
	r := &report{
		File: file, Machines: t.Options.Machines, Split: t.Options.Split, Cost: t.Work,
		Makespan: t.Makespan, LowerBound: t.Bound, Optimal: t.Optimal, CriticalPath: t.Path,
		Peak: t.Peak, Budget: t.Options.Budget, SequencePeak: t.InOrder, LeastPeak: t.Least.Peak,
		LeastPeakBound: t.Least.Bound,
		Operations:     places(g, ops, t), Memory: []moment{}, table: t,
	}
	for _, m := range t.Memory {
		r.Memory = append(r.Memory, moment(m))
	}
	return r
}

// places writes the operations with their places.
func places(g *model.Dag, ops []model.Op, t *timetable.Timetable) []placed {
	all := make([]placed, 0, len(ops))
	_, _ = model.Walk(model.NewState(g), ops, func(s *model.State, o model.Op, price model.Cost) {
		at := t.Operations[len(all)]
		p := placed{Op: "ELI", Mode: o.Mode.String(), Target: model.OpTarget(s, o), Cost: price,
			Start: at.Start, End: at.End, Machine: at.Machine, Critical: t.Critical[len(all)]}
		if o.IsAccumulation() {
			p.Op = "ACC"
		}
		for _, x := range at.Pieces {
			p.Pieces = append(p.Pieces, piece(x))
		}
		all = append(all, p)
	}) // no error: the operations were applied before
	return all
}

// write prints the chart, its totals, and the operations.
func (r *report) write(w io.Writer, theme *style.Theme, o gantt.Options) {
	for _, row := range gantt.Rows(theme, r.table, o) {
		fmt.Fprintln(w, strings.TrimRight(ansi.Strip(row), " "))
	}
	how := "at least " + r.LowerBound.String()
	if r.Optimal {
		how = "optimal"
	}
	fmt.Fprintf(w, "\nmakespan: %s, %s (cost %s on %s, critical path %s)\n", r.Makespan, how, r.Cost,
		style.Plural(r.Machines, "machine", "machines"), r.CriticalPath)
	fmt.Fprintf(w,
		"peak memory: %s of Jacobians; one after another %s as in the sequence, %s in the best order%s\n",
		model.Entries(r.Peak), r.SequencePeak, r.LeastPeak, r.leastProof())
	rows := [][]string{{"", "", "start", "end", "on, operation"}}
	for k, p := range r.Operations {
		mark := ""
		if p.Critical {
			mark = "*"
		}
		rows = append(rows, []string{strconv.Itoa(k + 1), mark, p.Start.String(), p.End.String(),
			fmt.Sprintf("%s  %s %s %s %s", p.where(), p.Op, p.Mode, p.Target, p.Cost)})
	}
	fmt.Fprint(w, "\n"+style.Table("rmrrl", rows))
	if len(critical(r.table)) > 0 {
		fmt.Fprintln(w, "\n* on a critical path")
	}
}

func (p *placed) where() string {
	if len(p.Pieces) > 1 {
		return fmt.Sprintf("%d machines", len(p.Pieces))
	}
	return fmt.Sprintf("m%d", p.Machine)
}

func (r *report) leastProof() string {
	switch {
	case r.LeastPeakBound == r.LeastPeak:
		return ", the least"
	case r.LeastPeakBound == 0:
		return ""
	}
	return fmt.Sprintf(" known, at least %s", r.LeastPeakBound)
}
