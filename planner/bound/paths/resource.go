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
}

// Cost is what the resource costs in the instance's unit; Saturated where the
// vertex has no model.
func (it Resource) Cost(in *linegraph.Graph) model.Cost {
	switch it.Kind {
	case Acc:
		return in.Acc(it.Z)
	case Tan:
		return in.Tan(it.Z, it.A)
	case Adj:
		return in.Adj(it.Z, it.B)
	}
	return in.Mul(it.A, it.J, it.B)
}

// key is the resource as one number. Vertices and vertices have to be below a
// million, or rather 2^20: dags that are read are far smaller.
func (it Resource) key() uint64 {
	const bits = 20
	key := uint64(it.Kind)<<(3*bits) | uint64(it.B)
	if it.Kind == Mul {
		return key | uint64(it.A)<<(2*bits) | uint64(it.J)<<bits
	}
	return key | uint64(it.Z)<<(2*bits) | uint64(it.A)<<bits
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
}

// NewCatalogue begins with the resources that have been decided on: selected ones are
// free from now on, forbidden ones are dropped.
func NewCatalogue(in *linegraph.Graph, cutoff model.Cost, bought, forbidden []Resource) *Catalogue {
	c := &Catalogue{Graph: in, Cutoff: cutoff, numbers: make(map[uint64]int32)}
	for _, it := range bought {
		c.numbers[it.key()] = Free
	}
	for _, it := range forbidden {
		c.numbers[it.key()] = Dropped
	}
	return c
}

// known is the number of a resource, if paths have asked for it.
func (c *Catalogue) known(it Resource) (number int32, known bool) {
	number, known = c.numbers[it.key()]
	return number, known
}

// number is the number of a resource, or Free or Dropped.
func (c *Catalogue) number(it Resource) int32 {
	key := it.key()
	if n, known := c.numbers[key]; known {
		return n
	}
	n := int32(len(c.Resources))
	switch price := it.Cost(c.Graph); {
	case price >= c.Cutoff:
		n = Dropped
	case price == 0:
		n = Free
	default:
		c.Resources = append(c.Resources, it)
		c.Cost = append(c.Cost, price)
	}
	c.numbers[key] = n
	return n
}
