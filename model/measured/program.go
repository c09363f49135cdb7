package measured

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"facet/model"
	"facet/model/pattern"
)

// Program is a measured program: its dag with costs in units of one
// multiplication, and what a unit takes.
type Program struct {
	Dag   *model.Dag
	Unit  float64 // seconds
	Error float64 // of the fits, relative: the mean over edges, each by its time

	Products Fit            // by multiplications
	Sparse   Fit            // products of sparse Jacobians, likewise
	Outer    Fit            // sums of outer products that are multiplied out, likewise
	Moves    Fit            // additions, by entries
	Joins    Fit            // matrices of few columns that are put side by side, by rows
	Compress Fit            // seeds put together and results taken apart, by the entries that are moved
	Fits     []Pair         // of the report's groups
	Of       []int          // the group of each edge
	Joint    [2]map[int]Fit // tangents and adjoints by all arguments at once, by vertex
	Report   *Report        // what all that was made of
	Origin   Origin         // which program it was

	habits map[int][]*Habit // by vertex, in the report's order
	asks   []asks           // by edge; nil where they are not known
}

// Pair is what tangents and adjoints take.
type Pair struct{ Tangents, Adjoints Fit }

// Origin says which program was measured, and how.
type Origin struct {
	File, Language string
	Structure      bool // colors were looked for
}

// New makes the dag of a report.
func New(r *Report, o Origin) (*Program, error) {
	if len(r.Groups) == 0 || len(r.Products) == 0 {
		return nil, fmt.Errorf("%s: nothing was measured: no module uses what an input or a module gave",
			o.File)
	}
	p := &Program{Report: r, Origin: o, Products: fitProducts(r.Products), habits: make(map[int][]*Habit)}
	for k := range r.Habits {
		for _, v := range r.Habits[k].Vertices {
			p.habits[v] = append(p.habits[v], &r.Habits[k])
		}
	}
	p.Unit = p.Products.Each
	for _, g := range r.Groups {
		tangents, adjoints := g.Tangent, g.Adjoint
		if !g.Whole && g.ColumnColors == 0 {
			tangents = withWhole(tangents, g.ByTangents, g.Columns)
		}
		if !g.Whole && g.RowColors == 0 {
			adjoints = withWhole(adjoints, g.ByAdjoints, g.Rows)
		}
		p.Fits = append(p.Fits, Pair{fit(tangents, g.TangentsUsed), fit(adjoints, g.AdjointsUsed)})
	}
	p.Joint, p.asks = joints(r.Joints), asking(r)
	vertices := make([]model.Vertex, len(r.Vertices))
	for k, v := range r.Vertices {
		vertices[k] = model.Vertex{ID: v.ID, Size: v.Size, Extra: v.attributes()}
	}
	edges := make([]model.Edge, len(r.Edges))
	whole, wrong := 0.0, 0.0
	for k, e := range r.Edges {
		if e.Group < 0 || e.Group >= len(r.Groups) {
			return nil, fmt.Errorf("%s: the report names group %d, which it does not have", o.File, e.Group)
		}
		p.Of = append(p.Of, e.Group)
		g, f := r.Groups[e.Group], p.Fits[e.Group]
		off := max(f.Tangents.Error, f.Adjoints.Error, g.Spread/2)
		edges[k] = p.edge(e, g, f, off)
		if e.Pattern != nil && *e.Pattern >= 0 && *e.Pattern < len(r.Patterns) {
			sparse, err := pattern.Parse(r.Patterns[*e.Pattern], g.Rows, g.Columns)
			if err != nil {
				return nil, fmt.Errorf("%s: the Jacobian of %s by %s has a pattern that %w", o.File, g.Module,
					g.Argument, err)
			}
			edges[k].Pattern = sparse
		}
		takes := f.Tangents.At(float64(g.Columns))
		whole, wrong = whole+takes, wrong+takes*off
	}
	p.Error = wrong / whole
	g, err := model.NewDag(o.File, vertices, edges)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.File, err)
	}
	g.Product = model.Product{Cost: 1, Setup: p.units(p.Products.Setup)}
	if len(r.Moves) > 0 {
		p.Moves = fitSparse(r.Moves)
	}
	if len(r.Joins) > 0 {
		p.Joins = fitSparse(r.Joins)
	}
	p.Outer = p.Products
	if len(r.OuterProducts) > 0 {
		p.Outer = fitSparse(r.OuterProducts)
	}
	if len(r.Compressions) > 0 {
		p.Compress = fitSparse(r.Compressions)
	}
	if g.HasPatterns() && len(r.SparseProducts) > 0 {
		p.Sparse = fitSparse(r.SparseProducts)
		g.Sparse = model.Product{Cost: max(1, p.units(p.Sparse.Each)), Setup: p.units(p.Sparse.Setup)}
	}
	g.Extra = []model.Attribute{
		text("program", o.File), text("language", o.Language), decimal(unitAttribute, p.Unit),
		decimal("measured_error", p.Error),
	}
	if f := r.Fingerprint; f[1] != "" {
		g.Extra = append(g.Extra, text("program_fingerprint", f[0]), text("run_fingerprint", f[1]))
	}
	if o.Structure {
		g.Extra = append(g.Extra, model.Attribute{Name: "structure", Type: "boolean", Value: "true"})
	}
	p.Dag = g
	return p, nil
}

func joints(all []Joint) [2]map[int]Fit {
	found := [2]map[int]Fit{{}, {}}
	for _, j := range all {
		f := fit(j.Samples, j.Used)
		for _, v := range j.Vertices {
			found[j.mode()][v] = f
		}
	}
	return found
}

// mode is 0 for tangents and 1 for adjoints.
func (j Joint) mode() int {
	if j.Kind == "adjoint" {
		return 1
	}
	return 0
}

// JointFit is the curve through the times of a joint derivative.
func (p *Program) JointFit(j Joint) Fit { return p.Joint[j.mode()][j.Vertices[0]] }

// withWhole adds the time of a whole Jacobian by n tangents (adjoints) to those of fewer:
// the price of a preaccumulation lies on the same line, and may be far beyond the numbers
// that a sweep has.
func withWhole(samples []Sample, took *float64, n int64) []Sample {
	if took == nil || slices.ContainsFunc(samples, func(s Sample) bool { return s[0] >= float64(n) }) {
		return samples
	}
	return append(slices.Clone(samples), Sample{float64(n), *took})
}

// fitProducts is the line through the products' times over their multiplications.
// The two smallest that every program has, of 1 and of 48, tell setup from slope.
func fitProducts(products [][4]float64) Fit {
	samples := make([]Sample, len(products))
	var used []float64
	for k, t := range products {
		samples[k] = Sample{t[0] * t[1] * t[2], t[3]}
		if t[0] > 1 && t[0] != 48 || len(products) == 2 {
			used = append(used, samples[k][0])
		}
	}
	f := line(samples, used)
	// Where all products are small the setup alone may fit them: a multiplication
	// takes some time nevertheless.
	f.Each = max(f.Each, 1e-12)
	return f
}

// fitSparse is the line through the times of sparse products.
func fitSparse(samples []Sample) Fit {
	used := make([]float64, len(samples))
	for k, s := range samples {
		used[k] = s[0]
	}
	if len(samples) == 1 {
		return Fit{Each: samples[0][1] / max(1, samples[0][0]), Width: 1}
	}
	return line(samples, used)
}

// UnitOf is what a unit of a dag's costs takes, in seconds; 0 where that was not
// measured.
func UnitOf(g *model.Dag) float64 {
	for _, a := range g.Extra {
		if seconds, err := strconv.ParseFloat(a.Value, 64); a.Name == unitAttribute && err == nil &&
			seconds > 0 && seconds < 1e9 {
			return seconds
		}
	}
	return 0
}

// unitAttribute is the dag's attribute that says what a unit takes.
const unitAttribute = "unit_seconds"

// units is a time as a cost.
func (p *Program) units(seconds float64) model.Cost {
	n := math.Round(seconds / p.Unit)
	if n >= math.MaxInt64 {
		return model.Saturated
	}
	return model.Cost(n)
}

// Seconds is a cost as a time.
func (p *Program) Seconds(c model.Cost) float64 { return float64(c) * p.Unit }

func (p *Program) edge(e Edge, g Group, f Pair, off float64) model.Edge {
	edge := model.Edge{
		Source: e.Source, Target: e.Target, HasModel: true,
		Tangent: p.units(f.Tangents.Each), Adjoint: p.units(f.Adjoints.Each),
		TangentCurve: p.curve(f.Tangents),
		AdjointCurve: p.curve(f.Adjoints),
		Extra: []model.Attribute{
			text("argument", e.Argument), text("tangent_function", e.Tangent),
			text("adjoint_function", e.Adjoint), decimal("measured_error", off),
		},
	}
	if len(e.Outer) == 3 {
		edge.Extra = append(edge.Extra,
			text("outer_adjoints", fmt.Sprintf("%d %d %d", e.Outer[0], e.Outer[1], e.Outer[2])))
	}
	if e.Part {
		edge.Extra = append(edge.Extra, model.Attribute{Name: "part_of_results", Type: "boolean",
			Value: "true"})
	}
	if e.Copies {
		edge.Extra = append(edge.Extra, model.Attribute{Name: "copies_its_source", Type: "boolean",
			Value: "true"})
	}
	if e.TakesOuter {
		edge.Extra = append(edge.Extra, model.Attribute{Name: "takes_outer_adjoints", Type: "boolean",
			Value: "true"})
	}
	if (g.Whole || g.ColumnColors > 0) && !slow(f.Tangents, g.ByTangents, g.Columns) {
		edge.TangentCurve.Colors = equivalent(f.Tangents, g.ByTangents, g.Columns)
		edge.Extra = append(edge.Extra, text("by_tangents_function", e.ByTangents))
	}
	if (g.Whole || g.RowColors > 0) && !slow(f.Adjoints, g.ByAdjoints, g.Rows) {
		edge.AdjointCurve.Colors = equivalent(f.Adjoints, g.ByAdjoints, g.Rows)
		edge.Extra = append(edge.Extra, text("by_adjoints_function", e.ByAdjoints))
	}
	return edge
}

func (p *Program) curve(f Fit) model.Curve {
	v := model.Curve{Setup: p.units(f.Setup)}
	if f.Width > 1 {
		v.Width = f.Width
	}
	return v
}

// slow reports whether the function for the Jacobian takes much longer than a tangent (an
// adjoint) for each of n columns (rows): a program may give it for its structure.
func slow(f Fit, took *float64, n int64) bool {
	return took != nil && *took > 2*f.At(float64(n))
}

// equivalent is how many tangents (adjoints) cost what the Jacobian took, of n: so
// many colors its structure has, or would have.
func equivalent(f Fit, took *float64, n int64) int64 {
	if took == nil || f.Each == 0 {
		return 1
	}
	return min(n, max(1, int64(math.Round((*took-f.Setup)/f.Each))*f.Width))
}

func (v Vertex) attributes() []model.Attribute {
	var all []model.Attribute
	for _, a := range []model.Attribute{
		text("module", v.Module), text("file", v.File), whole("line", v.Line), whole("call", v.Call),
		text("output", v.Output), whole("output_place", v.Place), text("value_function", v.Function),
		text("joint_tangent_function", v.JointTangent), text("joint_adjoint_function", v.JointAdjoint),
	} {
		if a.Value != "" && a.Value != "0" {
			all = append(all, a)
		}
	}
	if v.PreparedTogether {
		all = append(all, model.Attribute{Name: "prepared_together", Type: "boolean", Value: "true"})
	}
	return all
}

func text(name, value string) model.Attribute {
	return model.Attribute{Name: name, Type: "string", Value: value}
}

func whole(name string, value int64) model.Attribute {
	return model.Attribute{Name: name, Type: "long", Value: strconv.FormatInt(value, 10)}
}

func decimal(name string, value float64) model.Attribute {
	return model.Attribute{Name: name, Type: "double", Value: strconv.FormatFloat(value, 'g', 6, 64)}
}
