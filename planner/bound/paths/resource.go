package paths

import (
	"facet/model"
	"facet/planner/linegraph"
)

// Kind says what a resource does.
type Kind uint8

// The kinds of resources.
const (
	Acc Kind = iota // preaccumulates vertex Z
	Tan             // applies the tangent of vertex Z to a Jacobian that starts in A
	Adj             // applies the adjoint of vertex Z to a Jacobian that ends in B
	Mul             // multiplies Jacobians from A to J and from J to B
)

var kindNames = [...]string{"ACC", "TAN", "ADJ", "MUL"}

func (k Kind) String() string { return kindNames[k] }

// Resource is what one operation is worth to all the paths that it serves: two
// operations with the same resource do the same step in paths that differ elsewhere.
// Z is a vertex, A, J and B are vertices of the dag; what a kind does not use is
// zero.
type Resource struct {
	Kind    Kind
	Z       int32
	A, J, B int32

	// Level counts the parts of the cost of a resource whose prices depend on the path:
	// the resource is the part up to the price of this level, from that of the level
	// before. Without patterns there is one level, 0.
	Level int32
}

// Cost is what the resource costs in the instance's unit; Saturated where the
// vertex has no model.
func (r Resource) Cost(in *linegraph.Graph) model.Cost {
	if in.HasPatterns() {
		from, to := r.span(in)
		return to - from
	}
	switch r.Kind {
	case Acc:
		return in.Acc(r.Z)
	case Tan:
		return in.Tan(r.Z, r.A)
	case Adj:
		return in.Adj(r.Z, r.B)
	}
	return in.Mul(r.A, r.J, r.B)
}

// levels are the prices of a resource, ascending.
func (r Resource) levels(in *linegraph.Graph) []model.Cost {
	switch {
	case r.Kind == Mul:
		return in.MulLevels(r.A, r.J, r.B)
	case in.Vertices[r.Z].Model == nil:
		return []model.Cost{model.Saturated}
	case r.Kind == Tan:
		return in.TanLevels(r.Z, r.A)
	case r.Kind == Adj:
		return in.AdjLevels(r.Z, r.B)
	}
	return []model.Cost{in.Acc(r.Z)}
}

// span is the part of the price that the resource is.
func (r Resource) span(in *linegraph.Graph) (from, to model.Cost) {
	levels := r.levels(in)
	if r.Level > 0 {
		from = levels[r.Level-1]
	}
	return from, levels[r.Level]
}

// Key is the resource as one number. Vertices of both graphs have to be below 2^19: dags
// that are read are smaller.
func (r Resource) Key() uint64 {
	const bits = 19
	key := uint64(r.Level)<<(3*bits+2) | uint64(r.Kind)<<(3*bits) | uint64(r.B)
	if r.Kind == Mul {
		return key | uint64(r.A)<<(2*bits) | uint64(r.J)<<bits
	}
	return key | uint64(r.Z)<<(2*bits) | uint64(r.A)<<bits
}

// Primal is a resource and how much of it a relaxation selects, in (0,1].
type Primal struct {
	Resource Resource
	Value    float64
}

// Pseudo-numbers of resources.
const (
	Free    = int32(-1) // the cost is zero: always selected
	Dropped = int32(-2) // never selected: no better sequence than the incumbent can
)

// Catalogue numbers the resources that paths ask for. Resources that cost nothing and
// resources that cost as much as the cutoff get no number.
type Catalogue struct {
	Graph     *linegraph.Graph
	Cutoff    model.Cost   // resources from this cost on are dropped
	Resources []Resource   // by number
	Cost      []model.Cost // by number, in the graph's cost unit

	numbers map[uint64]int32
	bought  map[uint64]bool
}

// NewCatalogue begins with the resources that have been decided on: selected ones are
// free from now on, forbidden ones are dropped.
func NewCatalogue(in *linegraph.Graph, cutoff model.Cost, bought, forbidden []Resource) *Catalogue {
	c := &Catalogue{Graph: in, Cutoff: cutoff, numbers: make(map[uint64]int32), bought: make(map[uint64]bool)}
	for _, resource := range bought {
		c.numbers[resource.Key()], c.bought[resource.Key()] = Free, true
	}
	for _, resource := range forbidden {
		c.numbers[resource.Key()] = Dropped
	}
	return c
}

// known is the number of a resource, if paths have asked for it.
func (c *Catalogue) known(resource Resource) (number int32, known bool) {
	number, known = c.numbers[resource.Key()]
	return number, known
}

// number is the number of a resource, or Free or Dropped.
func (c *Catalogue) number(resource Resource) int32 {
	key := resource.Key()
	if n, known := c.numbers[key]; known {
		return n
	}
	n := int32(len(c.Resources))
	switch price := resource.Cost(c.Graph); {
	case price >= c.Cutoff && (resource.Kind == Acc || !c.Graph.HasPatterns()):
		n = Dropped
	case price == 0:
		n = Free
	default:
		c.Resources = append(c.Resources, resource)
		c.Cost = append(c.Cost, price)
	}
	c.numbers[key] = n
	return n
}

// parts gives the numbers of the parts of a resource's cost that a path pays whose least
// price is this, the lowest first, those that are free left out. ok is false if the path
// cannot use the resource: one of them is dropped, or its price is the cutoff and none of it
// has been selected.
func (c *Catalogue) parts(resource Resource, least model.Cost) (list []int32, ok bool) {
	levels := resource.levels(c.Graph)
	if least >= c.Cutoff && !c.anyBought(resource, len(levels)) {
		return nil, false
	}
	for level, price := range levels {
		if price > least {
			break
		}
		resource.Level = int32(level)
		switch n := c.number(resource); {
		case n == Dropped:
			return nil, false
		case n >= 0:
			list = append(list, n)
		}
	}
	return list, true
}

// anyBought reports whether a part of the resource has been selected.
func (c *Catalogue) anyBought(resource Resource, levels int) bool {
	for level := range levels {
		if resource.Level = int32(level); len(c.bought) > 0 && c.bought[resource.Key()] {
			return true
		}
	}
	return false
}
