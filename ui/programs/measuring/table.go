package measuring

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/measured"
	"facet/model/programs/driver"
	"facet/ui/draw/style"
)

// result is what --json prints.
type result struct {
	File          string           `json:"file"`
	Vertices      int              `json:"vertices"`
	Edges         int              `json:"edges"`
	UnitSeconds   float64          `json:"unit_seconds"`
	MeasuredError float64          `json:"measured_error"`
	Checks        []measured.Check `json:"checks"`
	Unchecked     []string         `json:"unchecked,omitempty"` // for lack of time
	Untimed       string           `json:"untimed,omitempty"`   // likewise
	Warnings      []string         `json:"warnings"`
	Modules       []timed          `json:"modules"`
	DenseTangent  model.Cost       `json:"dense_tangent"`
	DenseAdjoint  model.Cost       `json:"dense_adjoint"`
	SparseTangent model.Cost       `json:"sparse_tangent"`
	SparseAdjoint model.Cost       `json:"sparse_adjoint"`
	Plan          string           `json:"plan,omitempty"`
	LowerBound    int64            `json:"lower_bound,omitempty"`
	// of the calls of every sequence, as predicted
	CallsBound float64           `json:"calls_lower_bound_seconds,omitempty"`
	Methods    []measured.Method `json:"methods,omitempty"`
	Faster     string            `json:"faster,omitempty"` // than the plan, on the clock
	// why differences do not say that the plan's Jacobian is right
	Unsure  string   `json:"unsure,omitempty"`
	LeftOut []string `json:"left_out,omitempty"` // methods that are too large to be carried out
	// of the processor while methods were carried out, beside that while costs were measured
	Speed float64 `json:"speed,omitempty"`

	Heavy  []string          `json:"most_of_the_time,omitempty"` // operations
	Advice []measured.Advice `json:"advice,omitempty"`           // the largest gain first
	Values float64           `json:"values_seconds,omitempty"`   // which are in no method's time

	program *measured.Program
	advised float64 // seconds of what advice is for, with the values
	worth   float64 // the part of them that advice saves at least
	repeat  int
	most    model.Cost // entries that a method may hold
}

// timed is the time that a module's derivatives by one argument take.
type timed struct {
	Module       string `json:"module"`
	Argument     string `json:"argument"`
	Where        string `json:"where"`
	Calls        int    `json:"calls"`
	Rows         int64  `json:"rows"`
	Columns      int64  `json:"columns"`
	ColumnColors int64  `json:"column_colors,omitempty"`
	RowColors    int64  `json:"row_colors,omitempty"`
	Tangent      curve  `json:"tangent"`
	Adjoint      curve  `json:"adjoint"`
}

// curve is a line through times, in seconds.
type curve struct {
	Setup   float64           `json:"setup_seconds"`
	Each    float64           `json:"each_seconds"`
	Width   int64             `json:"width,omitempty"` // above 1: so many take as long as one
	Error   float64           `json:"error"`
	Samples []measured.Sample `json:"samples"` // number and seconds
}

func newResult(p *measured.Program) result {
	r := result{
		File: p.Origin.File, Vertices: len(p.Dag.Vertices), Edges: len(p.Dag.Edges), UnitSeconds: p.Unit,
		MeasuredError: p.Error,
		Checks:        p.Report.Checks, Unchecked: p.Report.Unchecked, Untimed: p.Report.Untimed,
		Warnings:     p.Report.Warnings,
		DenseTangent: p.Dag.DenseTangent(), DenseAdjoint: p.Dag.DenseAdjoint(),
		SparseTangent: p.Dag.SparseTangent(), SparseAdjoint: p.Dag.SparseAdjoint(),
		program: p, worth: worthAdvice,
	}
	for k, g := range p.Report.Groups {
		f := p.Fits[k]
		r.Modules = append(r.Modules, timed{
			g.Module, g.Argument, g.Where, g.Calls, g.Rows, g.Columns, g.ColumnColors, g.RowColors,
			newCurve(f.Tangents, g.Tangent), newCurve(f.Adjoints, g.Adjoint),
		})
	}
	return r
}

// checks are the rows of what was checked: one for what agrees of a kind, by all arguments and outputs of a
// place, with the largest error.
func checks(all []measured.Check) [][]string {
	var shown []measured.Check
	by := map[int][]string{}
	for _, c := range all {
		at := slices.IndexFunc(shown, func(s measured.Check) bool {
			return c.OK && s.OK && s.Kind == c.Kind && s.Module == c.Module && s.Where == c.Where
		})
		if at < 0 {
			at, shown = len(shown), append(shown, c)
		}
		by[at] = append(by[at], c.Argument)
		shown[at].Error = max(shown[at].Error, c.Error)
	}
	rows := [][]string{{"check", "of", "by", "at", "relative error"}}
	for k, c := range shown {
		verdict := ""
		if !c.OK {
			verdict = "  trusted, not right"
		}
		rows = append(rows, []string{c.Kind, c.Module, few(by[k]), c.Where,
			fmt.Sprintf("%.1g%s", c.Error, verdict)})
	}
	return rows
}

// few lists names as far as a line has room.
func few(names []string) string {
	const room = 4
	if more := len(names) - room; more > 1 {
		return fmt.Sprintf("%s and %d others", strings.Join(names[:room], ", "), more)
	}
	return strings.Join(names, ", ")
}

// write prints checks, modules and totals.
func (r result) write(w io.Writer) {
	fmt.Fprintf(w, "%s: %s, %s", r.File, style.Plural(r.Vertices, "vertex", "vertices"),
		style.Plural(r.Edges, "edge", "edges"))
	for k, name := range slices.Sorted(maps.Keys(r.program.Report.Versions)) {
		fmt.Fprintf(w, "%s %s %s", []string{";", ","}[min(k, 1)], name, r.program.Report.Versions[name])
	}
	fmt.Fprintln(w)
	for _, warning := range r.Warnings {
		fmt.Fprintf(w, "note: %s\n", warning)
	}
	if len(r.Unchecked) > 0 {
		fmt.Fprintf(w, "NOT CHECKED, for lack of time: %s. Allow more by --time.\n",
			strings.Join(r.Unchecked, "; "))
	}
	if r.Untimed != "" {
		fmt.Fprintf(w,
			"NOT MEASURED, for lack of time: %s of derivatives and products; costs rest on the others. Allow more by --time.\n", r.Untimed)
	}
	fmt.Fprint(w, "\n"+style.Table("lllll", checks(r.Checks)))
	rows := [][]string{{"module", "by", "calls", "Jacobian", "k tangents", "k adjoints", "error"}}
	for _, m := range r.Modules {
		rows = append(rows, []string{m.Module, m.Argument, strconv.Itoa(m.Calls),
			fmt.Sprintf("%dx%d", m.Rows, m.Columns),
			m.Tangent.String(), m.Adjoint.String(),
			style.RoundPercent(max(m.Tangent.Error, m.Adjoint.Error))})
	}
	fmt.Fprint(w, "\n"+style.Table("lllllll", rows))
	if prepared := r.program.Report.Prepared; len(prepared) > 0 {
		rows = [][]string{{"prepared", "at", "times", "each", ""}}
		for _, p := range prepared {
			note := ""
			if p.InValues {
				note = "with the values"
			}
			rows = append(rows, []string{p.Module, p.Where, strconv.Itoa(p.Times), style.Seconds(p.Seconds),
				note})
		}
		fmt.Fprint(w, "\n"+style.Table("lllll", rows))
	}
	if joints := r.program.Report.Joints; len(joints) > 0 {
		rows = [][]string{{"joint", "of", "calls", "k at once", "error"}}
		for _, j := range joints {
			f := r.program.JointFit(j)
			rows = append(rows, []string{j.Kind, j.Module, strconv.Itoa(len(j.Vertices)), newCurve(f, nil).
				String(), style.RoundPercent(f.Error)})
		}
		fmt.Fprint(w, "\n"+style.Table("lllll", rows))
	}
	product := curve{Setup: r.program.Products.Setup, Each: r.program.Products.Each}
	fmt.Fprintf(w,
		"\nA product of matrices takes %s with k multiplications, of which each is a unit. Error of all fits: %s.\n", product, style.RoundPercent(r.MeasuredError))
	if s := r.program.Sparse; s.Each > 0 {
		fmt.Fprintf(w, "A product of sparse Jacobians takes %s with k multiplications.\n",
			curve{Setup: s.Setup, Each: s.Each})
	}
	switch {
	case r.MeasuredError > tolerated:
		fmt.Fprintf(w,
			"WARNING: costs are as wrong as that, and so is what is planned with them: repeat the measurement%s.\n", r.remedy())
	case r.Untimed != "":
		fmt.Fprintf(w,
			"WARNING: this error is of what was timed alone; a plan is proved for the costs above, which may be others: repeat the measurement%s.\n", r.remedy())
	}
}

// remedy is what makes fits better.
func (r result) remedy() string {
	switch {
	case r.Untimed != "":
		return " with more --time"
	case r.repeat < enoughRounds:
		return " with more rounds, such as --repeat 15"
	}
	return " while the machine is idle, with more --time, or with --processor"
}

// enoughRounds are as many as make the least time of each call that of an undisturbed one.
const enoughRounds = 5

// writeModes prints what the modes cost, of a program that is not planned.
func (r result) writeModes(w io.Writer) {
	rows := [][]string{{"method", "units", "predicted"}}
	for _, m := range []struct {
		name string
		cost model.Cost
	}{{denseTangent, r.DenseTangent}, {denseAdjoint, r.DenseAdjoint}, {sparseTangent, r.SparseTangent},
		{sparseAdjoint, r.SparseAdjoint}} {
		rows = append(rows, []string{m.name, style.Number(m.cost), style.Seconds(r.program.Seconds(m.cost))})
	}
	fmt.Fprint(w, "\n"+style.Table("lll", rows))
	fmt.Fprintln(w,
		"Here each operation is a call of its own, as in the dag's costs. --plan best makes one call of several, which takes less.")
}

// beaten says that a dense mode costs less than the plan; empty where none does.
func (r result) beaten() string {
	if len(r.Methods) == 0 || r.Methods[0].Name != plan {
		return ""
	}
	first, best := r.Methods[0], r.Methods[0]
	for _, m := range r.Methods[1:] {
		if slices.Contains(driver.Modes, m.Name) && m.Cost < best.Cost {
			best = m
		}
	}
	if best.Cost < first.Cost {
		return style.BeatenBy(best.Name, best.Cost, first.Cost, model.Cost(r.LowerBound))
	}
	return ""
}

// writeMethods prints the time of each method.
func (r result) writeMethods(w io.Writer) {
	fmt.Fprintf(w, "\nplan: %s\n", r.Plan)
	if text := r.beaten(); text != "" {
		fmt.Fprintln(w, text)
	}
	if r.CallsBound > 0 {
		fmt.Fprintf(w, "bound: the calls of every sequence take at least %s, as predicted\n",
			style.Seconds(r.CallsBound))
	}
	if r.Faster != "" {
		fmt.Fprintf(w, "faster: %s: --driver writes its driver\n", r.Faster)
	}
	for _, m := range r.LeftOut {
		fmt.Fprintf(w, "left out: %s\n", m)
	}
	if len(r.Methods) == 0 || r.Methods[0].Name != plan {
		fmt.Fprintln(w, "NOT CARRIED OUT: the plan; its Jacobian was compared with no other.")
	}
	if r.Unsure != "" {
		fmt.Fprintf(w, "NOT CHECKED: %s.\n", r.Unsure)
	}
	if len(r.Methods) == 0 {
		return
	}
	rows := [][]string{{"method", "units", "predicted", "measured", "ratio", "entries", "measured",
		"difference"}}
	for _, m := range r.Methods {
		rows = append(rows, []string{m.Name, style.Number(m.Cost), style.Seconds(m.Predicted),
			style.Seconds(m.Measured), fmt.Sprintf("%.2f", m.Ratio()),
			style.Number(m.PeakEntries), style.Count(m.MeasuredEntries), fmt.Sprintf("%.0g", m.Difference)})
	}
	fmt.Fprint(w, style.Table("llllllll", rows))
	if r.Values > worthSaying*r.Methods[0].Measured {
		fmt.Fprintf(w, "The values take %s beside.\n", style.Seconds(r.Values))
	}
	speed := r.explaining()
	if math.Abs(math.Log(speed)) > math.Log(1+unsteady) {
		fmt.Fprintf(w,
			"The processor was %.2f times as fast as while costs were measured: ratios should be about %.2f.\n", r.Speed, 1/r.Speed)
	}
	for _, m := range r.Methods {
		if math.Abs(math.Log(m.Ratio()*speed)) <= math.Log(1+max(r.MeasuredError, tolerated)) {
			continue
		}
		fmt.Fprintf(w, "\n%s took %.2f times the predicted time; the operations that cause this:\n", m.Name,
			m.Ratio())
		rows := [][]string{{"operation", "times", "predicted", "measured"}}
		for _, o := range m.Operations[:min(3, len(m.Operations))] {
			rows = append(rows, []string{o.Name, strconv.Itoa(o.Times), style.Seconds(o.Predicted),
				style.Seconds(o.Measured)})
		}
		fmt.Fprint(w, style.Table("llll", rows))
	}
}

// explaining is the processor's speed as far as it explains how far times are from predictions:
// 1 where these are nearer to each other without it.
func (r result) explaining() float64 {
	with, without := 0.0, 0.0
	for _, m := range r.Methods {
		with += math.Abs(math.Log(m.Ratio() * r.Speed))
		without += math.Abs(math.Log(m.Ratio()))
	}
	if with < without {
		return r.Speed
	}
	return 1
}

// worthSaying is the part of the plan's time from which on it is said what the values take.
const worthSaying = 0.2

// unsteady is how much the processor's speed may change.
const unsteady = 0.15

// tolerated is how far measured and predicted time may be apart before it is
// explained.
const tolerated = 0.3

func newCurve(f measured.Fit, samples []measured.Sample) curve {
	c := curve{Setup: f.Setup, Each: f.Each, Error: f.Error, Samples: samples}
	if f.Width > 1 {
		c.Width = f.Width
	}
	return c
}

// String writes a curve through times: "1.2 ms + k 3.1 us", "0 ns + ceil(k/8) 24 us".
func (c curve) String() string {
	k := "k"
	if c.Width > 1 {
		k = fmt.Sprintf("ceil(k/%d)", c.Width)
	}
	return style.Seconds(c.Setup) + " + " + k + " " + style.Seconds(c.Each)
}
