package measured

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"facet/model"
)

// Run is what a method took when it was carried out.
type Run struct {
	Name       string  `json:"name"`
	Whole      float64 `json:"whole_seconds"`    // the least time of a whole run
	Prepared   float64 `json:"prepared_seconds"` // of that, what derivatives share; in no line
	PeakBytes  int64   `json:"peak_bytes"`
	Difference float64 `json:"relative_difference"`
	ValuesOff  float64 `json:"values_difference"` // from those of the program's run
	Lines      []Line  `json:"lines"`             // in their order
	Late       bool    `json:"late"`              // there was no time for it
	Unchecked  string  `json:"unchecked"`         // of the plan: why differences do not say that it is right

	Reference float64 `json:"-"` // seconds of the work of [Report], done beside the methods
}

// Line is a line of a driver, or half of a sweep through an edge, and its least time
// in any run.
type Line struct {
	Text    string  `json:"text"`
	Seconds float64 `json:"seconds"`
	Meet    int64   `json:"meet"` // of the seeds of its call, other than 0 in one entry at most; 0 where not known
}

// Method is a way to the Jacobian: the time that was predicted, and the time that it took.
type Method struct {
	Name            string      `json:"name"`
	Cost            model.Cost  `json:"cost"`
	Predicted       float64     `json:"predicted_seconds"`
	Measured        float64     `json:"measured_seconds"` // the sum of the lines' least times
	Whole           float64     `json:"whole_seconds"`    // the least time of a whole run
	PeakEntries     model.Cost  `json:"peak_entries"`
	MeasuredEntries int64       `json:"measured_peak_entries"`
	Difference      float64     `json:"relative_difference"`
	Operations      []Operation `json:"operations"`
}

// Operation is all that a method does of one kind: a module's tangents, its
// adjoints, its preaccumulations, products, and what the paper's rules do not price:
// additions, and seeds and blocks being put together.
type Operation struct {
	Name      string  `json:"name"`
	Times     int     `json:"times"`
	Predicted float64 `json:"predicted_seconds"`
	Measured  float64 `json:"measured_seconds"`
}

// Speed is how many times as fast the processor was while methods were carried out as while
// costs were measured; 1 where that is not known.
func (p *Program) Speed(r Run) float64 {
	if p.Report.Reference > 0 && r.Reference > 0 {
		return p.Report.Reference / r.Reference
	}
	return 1
}

// Ratio is measured by predicted time.
func (m Method) Ratio() float64 { return m.Measured / m.Predicted }

// priceMark is in the remark behind a line that has a price.
const priceMark = ", alive "

// Call is a line of a driver that has a price: a call of a module, or a product.
type Call struct {
	Mode   model.Mode
	Whole  bool       // of an edge's own Jacobian
	Edges  []int      // that one call serves; none of a product
	Joint  bool       // by a function for several arguments
	Seeds  model.Cost // tangents or adjoints at once; of a product with a unit matrix multiplications
	Price  model.Cost // in the paper's problem, where each is a call of its own
	Target int        // the vertex whose module is called

	Moved  model.Cost // entries that are moved to put seeds together by colours, and to take the result apart
	Sparse bool       // of a product: one factor is held sparse
	Cells  bool       // of a dense mode: fewer tangents than of all columns, since cells do not meet yet
	Meet   int64      // of the seeds, other than 0 in one entry of seeds and result at most; 0 if not known
}

// Move is work that no rule prices: a matrix that is added, put together with others or taken
// apart, and multiplications of outer products that become arrays. Rows are those of a matrix
// of several columns beside which others are put: each row is moved for itself.
// Apart are the entries of a block of the Jacobian that is taken out of compressed columns.
type Move struct{ Entries, Multiplications, Rows, Apart model.Cost }

// Carried says what became of a driver that was carried out: of its calls, in their
// order. It holds so many entries at once.
func (p *Program) Carried(operations []Call, moves []Move, peak model.Cost, run Run) Method {
	parts := make([]part, 0, len(operations))
	for _, o := range operations {
		parts = append(parts, part{name: p.operation(o), seen: p.takes(o)})
	}
	at := 0
	for _, line := range run.Lines {
		if at < len(operations) && line.hasPrice() {
			parts[at].seconds += line.Seconds
			at++
			continue
		}
		parts = append(parts, part{name: others, seconds: line.Seconds})
	}
	if len(parts) > len(operations) {
		parts[len(operations)].seen = p.moving(moves)
	}
	if takes := p.seconds(p.preparing(operations)); takes > 0 || run.Prepared > 0 {
		parts = append(parts, part{name: "prepare", seconds: run.Prepared, seen: takes})
	}
	return p.method(run, p.units(p.Takes(operations, moves)), peak, parts)
}

// hasPrice reports whether a line is one of the driver's operations.
func (l Line) hasPrice() bool {
	_, remark, _ := strings.Cut(l.Text, "  # ")
	return strings.Contains(remark, priceMark) && !strings.HasPrefix(remark, "given")
}

// Meeting are a driver's calls with how many of their seeds met when they were carried out.
func (r Run) Meeting(calls []Call) []Call {
	at := 0
	for _, line := range r.Lines {
		if at < len(calls) && line.hasPrice() {
			calls[at].Meet = line.Meet
			at++
		}
	}
	return calls
}

// Takes is the predicted time of a driver's calls, each as it was measured, with what is prepared for
// them, and of the matrices that it adds and puts together.
func (p *Program) Takes(calls []Call, moves []Move) float64 {
	all := p.seconds(p.preparing(calls)) + p.moving(moves)
	for _, o := range calls {
		all += p.takes(o)
	}
	return all
}

// moving is the predicted time of what no rule prices.
func (p *Program) moving(moves []Move) (all float64) {
	for _, m := range moves {
		all += p.Moves.At(float64(m.Entries)) + p.compressing(m.Apart)
		if m.Rows > 0 {
			all += p.Joins.At(float64(m.Rows))
		}
		if m.Multiplications > 0 {
			all += p.Outer.At(float64(m.Multiplications))
		}
	}
	return all
}

// Costs is what a call takes, in units.
func (p *Program) Costs(o Call) float64 { return p.takes(o) / p.Unit }

// takes is the predicted time of an operation. A joint call takes what a joint call took,
// or less if it serves few of its arguments.
func (p *Program) takes(o Call) float64 {
	switch {
	case o.Sparse && o.Price == 0: // by a unit matrix
		return p.Sparse.Setup
	case len(o.Edges) == 0 && o.Price == 0: // likewise, held as an array
		return p.Products.At(float64(o.Seeds))
	case o.Whole && o.Seeds == 0 || len(o.Edges) == 0:
		return p.Seconds(o.Price) + p.compressing(o.Moved)
	}
	apart := p.compressing(o.Moved)
	for _, k := range o.Edges {
		g, f := &p.Report.Groups[p.Of[k]], p.Fits[p.Of[k]]
		if o.Mode == model.TAN {
			apart += between(g.Tangent, f.Tangents, float64(o.Seeds))
		} else {
			apart += between(g.Adjoint, f.Adjoints, float64(o.Seeds))
		}
	}
	if f, has := p.Joint[place(o.Mode)][o.Target]; has && o.Joint {
		return min(f.At(float64(o.Seeds)), apart)
	}
	return apart
}

// place is that of a mode in pairs of what is for tangents and for adjoints.
func place(mode model.Mode) int {
	if mode == model.ADJ {
		return 1
	}
	return 0
}

// compressing is what it takes to put seeds together by colours and to take a result apart, if
// so many entries are moved for it.
func (p *Program) compressing(moved model.Cost) float64 {
	switch {
	case moved == 0:
		return 0
	case p.Compress.Width > 0:
		return p.Compress.At(float64(moved))
	}
	return 2e-9 * float64(moved) // patterns too large to be taken apart in time, or too many columns
}

// between is the time of k at once, between the two numbers next to it that were timed;
// by the fit beyond them.
func between(samples []Sample, f Fit, k float64) float64 {
	for n := 1; n < len(samples); n++ {
		a, b := samples[n-1], samples[n]
		if k >= a[0] && k <= b[0] && a[0] < b[0] && f.Width <= 1 {
			return a[1] + (b[1]-a[1])*(k-a[0])/(b[0]-a[0])
		}
	}
	return f.At(k)
}

// others is what no price is for: additions, seeds, and blocks.
const others = "additions and the rest"

// part is one operation: what it is called, its time, and what it was seen to take.
type part struct {
	name    string
	seconds float64
	seen    float64
}

// ValuesSeconds is what the values take, with what their modules have prepared for them, beside what
// derivatives take; 0 where that is not known.
func (p *Program) ValuesSeconds() float64 {
	takes := 0.0
	for _, v := range p.Report.Vertices {
		takes += v.Seconds
	}
	for _, s := range p.Report.Prepared {
		if s.InValues && takes > 0 {
			takes += float64(s.Times) * s.Seconds
		}
	}
	return takes
}

func (p *Program) operation(o Call) string {
	mode := o.Mode.String()
	switch {
	case len(o.Edges) == 0:
		return mode
	case o.Whole:
		mode = "ACC " + mode
	}
	g := p.Report.Groups[p.Of[o.Edges[0]]]
	name := g.Argument
	for _, k := range o.Edges[1:] {
		name += ", " + p.Report.Groups[p.Of[k]].Argument
	}
	return mode + " " + g.Module + "(" + name + ")"
}

func (p *Program) method(run Run, cost, peak model.Cost, parts []part) Method {
	m := Method{
		Name: run.Name, Cost: cost, Predicted: p.Seconds(cost), Whole: run.Whole,
		PeakEntries: peak, MeasuredEntries: run.PeakBytes / 8, Difference: run.Difference,
		Operations: []Operation{},
	}
	at := make(map[string]int)
	for _, part := range parts {
		k, seen := at[part.name]
		if !seen {
			k = len(m.Operations)
			at[part.name] = k
			m.Operations = append(m.Operations, Operation{Name: part.name})
		}
		o := &m.Operations[k]
		o.Times++
		o.Predicted += part.seen
		o.Measured += part.seconds
		m.Measured += part.seconds
	}
	slices.SortStableFunc(m.Operations, func(a, b Operation) int {
		return cmp.Compare(math.Abs(b.Measured-b.Predicted), math.Abs(a.Measured-a.Predicted))
	})
	return m
}
