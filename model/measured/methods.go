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
	Whole      float64 `json:"whole_seconds"` // the least time of a whole run
	PeakBytes  int64   `json:"peak_bytes"`
	Difference float64 `json:"relative_difference"`
	Lines      []Line  `json:"lines"` // in their order
}

// Line is a line of a driver, or half of a sweep through an edge, and its least time
// in any run.
type Line struct {
	Text    string  `json:"text"`
	Seconds float64 `json:"seconds"`
}

// Method is a way to the Jacobian: what it was said to take, and what it took.
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

// Ratio is measured by predicted time.
func (m Method) Ratio() float64 { return m.Measured / m.Predicted }

// sequenceMark begins the remark behind the first line of an operation.
const sequenceMark = "  # "

// Sequence says what became of a sequence that was carried out by its driver.
func (p *Program) Sequence(ops []model.Op, run Run) (Method, error) {
	memory, err := model.MemoryOf(model.NewState(p.Dag), ops)
	if err != nil {
		return Method{}, err
	}
	t := model.NewTape(model.NewState(p.Dag))
	parts := make([]part, 0, len(ops))
	for _, o := range ops {
		name := p.operation(o)
		change, err := t.Do(o)
		if err != nil {
			return Method{}, err
		}
		parts = append(parts, part{name, change.Price, 0})
	}
	at := 0
	for _, line := range run.Lines {
		_, remark, _ := strings.Cut(line.Text, sequenceMark)
		switch {
		case at < len(ops) && (strings.HasPrefix(remark, "ACC ") || strings.HasPrefix(remark, "ELI ")):
			parts[at].seconds += line.Seconds
			at++
		default:
			parts = append(parts, part{name: others, seconds: line.Seconds})
		}
	}
	return p.method(run, t.State().Spent(), memory.Peak, parts), nil
}

// others is what no price is for: additions, seeds, and blocks.
const others = "additions and the rest"

// part is one operation: what it is called, its price, its time.
type part struct {
	name    string
	price   model.Cost
	seconds float64
}

func (p *Program) operation(o model.Op) string {
	z := o.U // what has a model is an edge of the dag
	switch {
	case o.IsAccumulation():
		return "ACC " + o.Mode.String() + " " + p.edgeName(int(z))
	case o.Mode == model.MUL:
		return "MUL"
	case o.Mode == model.TAN:
		z = o.V
	}
	return o.Mode.String() + " " + p.edgeName(int(z))
}

// edgeName is the module and argument of an edge of the dag.
func (p *Program) edgeName(k int) string {
	g := p.Report.Groups[p.Of[k]]
	return g.Module + "(" + g.Argument + ")"
}

// Dense says what became of a dense mode. Its lines are two for each edge, in the
// order of their targets or against that of their sources: the sweep and the
// addition; and one for the blocks.
func (p *Program) Dense(run Run, backwards bool) Method {
	order, seeds, peak := p.sweep(backwards)
	mode, price, total := "TAN ", (*model.Edge).Tangents, p.Dag.DenseTangent()
	if backwards {
		mode, price, total = "ADJ ", (*model.Edge).Adjoints, p.Dag.DenseAdjoint()
	}
	var parts []part
	for n, line := range run.Lines {
		if n%2 == 1 || n/2 >= len(order) {
			parts = append(parts, part{name: others, seconds: line.Seconds})
			continue
		}
		k := order[n/2]
		parts = append(parts, part{mode + p.edgeName(k), price(&p.Dag.Edges[k], seeds), line.Seconds})
	}
	return p.method(run, total, peak, parts)
}

// DensePeak is the most entries that a dense mode holds at once.
func (p *Program) DensePeak(backwards bool) model.Cost {
	_, _, peak := p.sweep(backwards)
	return peak
}

// sweep gives the edges in the order of a dense mode, how many seeds it has, and the
// most entries that it holds at once.
func (p *Program) sweep(backwards bool) (order []int, seeds, peak model.Cost) {
	g := p.Dag
	from, to, out, begins := func(e model.Edge) int { return e.Source }, func(e model.Edge) int { return e.Target }, g.Out, g.IsSource
	ends := g.IsSink
	if backwards {
		from, to, out, begins, ends = to, from, g.In, g.IsSink, g.IsSource
	}
	for i := range g.Vertices {
		if begins(i) {
			seeds = seeds.Add(g.Size(i))
		}
	}
	for k := range g.Edges {
		order = append(order, k)
	}
	slices.SortFunc(order, func(a, b int) int {
		c := cmp.Or(cmp.Compare(to(g.Edges[a]), to(g.Edges[b])), cmp.Compare(from(g.Edges[a]), from(g.Edges[b])))
		if backwards { // as the targets were reached: from the last on
			c = cmp.Or(-cmp.Compare(from(g.Edges[a]), from(g.Edges[b])), -cmp.Compare(to(g.Edges[a]), to(g.Edges[b])))
		}
		return c
	})
	left, has := make([]int, len(g.Vertices)), make([]bool, len(g.Vertices))
	var held model.Cost
	for i := range g.Vertices {
		left[i] = len(out(i))
		if begins(i) {
			has[i], held = true, held.Add(g.Size(i).Times(seeds))
		}
	}
	peak = held
	for _, k := range order {
		a, b := from(g.Edges[k]), to(g.Edges[k])
		if !has[b] {
			has[b], held = true, held.Add(g.Size(b).Times(seeds))
			peak = max(peak, held)
		}
		if left[a]--; left[a] == 0 && !ends(a) {
			held -= min(held, g.Size(a).Times(seeds))
		}
	}
	return order, seeds, peak
}

func (p *Program) method(run Run, cost, peak model.Cost, parts []part) Method {
	m := Method{
		Name: run.Name, Cost: cost, Predicted: p.Seconds(cost), Whole: run.Whole,
		PeakEntries: peak, MeasuredEntries: run.PeakBytes / 8, Difference: run.Difference, Operations: []Operation{},
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
		o.Predicted += p.Seconds(part.price)
		o.Measured += part.seconds
		m.Measured += part.seconds
	}
	slices.SortStableFunc(m.Operations, func(a, b Operation) int {
		return cmp.Compare(math.Abs(b.Measured-b.Predicted), math.Abs(a.Measured-a.Predicted))
	})
	return m
}
