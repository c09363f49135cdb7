package ranges

import (
	"fmt"
	"math"
	"slices"

	"facet/model"
	"facet/model/pattern"
)

// Quantity is what a parameter is.
type Quantity uint8

// The quantities.
const (
	TangentCost Quantity = iota // T of an edge
	AdjointCost                 // A of an edge
	Size                        // n of a vertex

	// Of dags with patterns.
	SparseProductCost  // of a multiplication in a sparse product
	SparseProductSetup // of a sparse product
	BandLower          // how far the band of an edge reaches below the diagonal
	BandUpper          // and above
)

var quantityNames = [...]string{"tangent_cost", "adjoint_cost", "size", "sparse_product_cost",
	"sparse_product_setup", "band_lower", "band_upper"}

// String is the name in files: tangent_cost, adjoint_cost, size and so on.
func (q Quantity) String() string { return quantityNames[q] }

// Parameter is one number of a dag.
type Parameter struct {
	What Quantity
	At   int // position of the edge, or of the vertex for a size; 0 for the prices of sparse products
}

// Parameters lists T and A of each edge that has a model, then the sizes, in the order
// of the file. Behind them, where Jacobians have patterns, come the prices of sparse
// products and the widths of each band.
func Parameters(g *model.Dag) []Parameter {
	var all []Parameter
	for k := range g.Edges {
		if g.Edges[k].HasModel {
			all = append(all, Parameter{TangentCost, k}, Parameter{AdjointCost, k})
		}
	}
	for i := range g.Vertices {
		all = append(all, Parameter{Size, i})
	}
	if !g.HasPatterns() {
		return all
	}
	all = append(all, Parameter{SparseProductCost, 0}, Parameter{SparseProductSetup, 0})
	for k := range g.Edges {
		if p := g.Edges[k].Pattern; !p.IsDense() && !p.IsUnit() {
			if _, _, ok := pattern.BandOf(p); ok {
				all = append(all, Parameter{BandLower, k}, Parameter{BandUpper, k})
			}
		}
	}
	return all
}

// Value is the number that the dag has.
func (p Parameter) Value(g *model.Dag) int64 {
	switch p.What {
	case TangentCost:
		return int64(g.Edges[p.At].Tangent)
	case AdjointCost:
		return int64(g.Edges[p.At].Adjoint)
	case SparseProductCost:
		return int64(g.Sparse.Cost)
	case SparseProductSetup:
		return int64(g.Sparse.Setup)
	case BandLower, BandUpper:
		lower, upper, _ := pattern.BandOf(g.Edges[p.At].Pattern)
		if p.What == BandLower {
			return lower
		}
		return upper
	}
	return g.Vertices[p.At].Size
}

// Least is the smallest number that a dag may have: 0 for a cost, 1 or as many as
// there are colors for a size; a band has one diagonal at least.
func (p Parameter) Least(g *model.Dag) int64 {
	switch p.What {
	case Size:
		return leastSize(g, p)
	case BandLower:
		return -Parameter{BandUpper, p.At}.Value(g)
	case BandUpper:
		return -Parameter{BandLower, p.At}.Value(g)
	}
	return 0
}

func leastSize(g *model.Dag, p Parameter) int64 {
	least := int64(1)
	for _, k := range g.Out(p.At) {
		least = max(least, g.Edges[k].TangentCurve.Colors)
	}
	for _, k := range g.In(p.At) {
		least = max(least, g.Edges[k].AdjointCurve.Colors)
	}
	return least
}

// Changed is the dag with another number in this place. It is at least Least.
func (p Parameter) Changed(g *model.Dag, value int64) *model.Dag {
	changed := *g
	switch p.What {
	case Size:
		changed.Vertices = slices.Clone(g.Vertices)
		changed.Vertices[p.At].Size = value
	case TangentCost:
		changed.Edges = slices.Clone(g.Edges)
		changed.Edges[p.At].Tangent = model.Cost(value)
	case SparseProductCost:
		changed.Sparse.Cost = model.Cost(value)
	case SparseProductSetup:
		changed.Sparse.Setup = model.Cost(value)
	case BandLower, BandUpper:
		changed.Edges = slices.Clone(g.Edges)
		changed.Edges[p.At].Pattern = p.band(g, value)
	default:
		changed.Edges = slices.Clone(g.Edges)
		changed.Edges[p.At].Adjoint = model.Cost(value)
	}
	return &changed
}

// band is the pattern of an edge with another width.
func (p Parameter) band(g *model.Dag, value int64) *pattern.Pattern {
	was := g.Edges[p.At].Pattern
	lower, upper, _ := pattern.BandOf(was)
	if p.What == BandLower {
		lower = value
	} else {
		upper = value
	}
	is, err := pattern.Parse(fmt.Sprintf("band %d %d", lower, upper), was.Rows(), was.Columns())
	if err != nil {
		panic("a band without a diagonal: " + err.Error())
	}
	return was.Table().Intern(is)
}

// mostClasses is up to how many classes of sizes are looked at one by one.
const mostClasses = 64

// step is by how much values differ on which the cost of every sequence is a line: 1,
// or for a size the least common multiple of the widths of all batches. It is 0
// where that is more than mostClasses, and where patterns fix the sizes.
func (p Parameter) step(g *model.Dag) int64 {
	step := int64(1)
	switch {
	case p.What != Size:
		return step
	case g.HasPatterns():
		return 0
	}
	for k := range g.Edges {
		e := &g.Edges[k]
		for _, w := range [...]int64{e.TangentCurve.Width, e.AdjointCurve.Width} {
			if !e.HasModel || w <= 1 {
				continue
			}
			if w > mostClasses {
				return 0
			}
			step *= w / greatestDivisor(step, w)
			if step > mostClasses {
				return 0
			}
		}
	}
	return step
}

func greatestDivisor(a, b int64) int64 {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// axis is values of a parameter on which the cost of every sequence is a line:
// first, first+step, first+2·step and so on, t counts them from 0.
type axis struct {
	Parameter
	first, step int64
	of          *model.Dag
}

// value is the parameter at t.
func (x *axis) value(t int64) int64 { return x.first + x.step*t }

// at is the dag at t.
func (x *axis) at(t int64) *model.Dag { return x.Changed(x.of, x.value(t)) }

// last is the largest t whose value is a number of 64 bits.
func (x *axis) last() int64 { return (math.MaxInt64 - x.first) / x.step }

// line is the cost of a sequence along an axis: at + slope·t.
type line struct{ at, slope model.Cost }

func (x *axis) line(b *bill) line {
	next := x.first + min(x.step, math.MaxInt64-x.first)
	l := line{at: b.at(view{x.of, x.Parameter, x.first}), slope: model.Saturated}
	if c := b.at(view{x.of, x.Parameter, next}); !c.IsSaturated() {
		l.slope = c - l.at
	}
	return l
}

func (l line) cost(t int64) model.Cost {
	if t == 0 || l.slope == 0 { // also where the slope is saturated
		return l.at
	}
	return l.at.Add(l.slope.Times(model.Cost(t)))
}

// until is the last t in a direction at which l costs no more than c, which rises less than
// l, or more where the direction is down; -1 for none.
func (l line) until(c line, direction int64) int64 {
	switch {
	case direction > 0 && c.at < l.at:
		return -1
	case direction > 0:
		return int64((c.at - l.at) / (l.slope - c.slope))
	case c.at >= l.at:
		return 0
	}
	return int64((l.at-c.at-1)/(c.slope-l.slope)) + 1
}
