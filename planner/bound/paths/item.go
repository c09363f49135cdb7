package paths

import (
	"facet/model"
	"facet/planner/linegraph"
)

// Kind says what an item does.
type Kind uint8

// The kinds of items.
const (
	Acc Kind = iota // preaccumulates letter Z
	Tan             // applies the tangent of letter Z to a Jacobian that starts in A
	Adj             // applies the adjoint of letter Z to a Jacobian that ends in B
	Mul             // multiplies Jacobians from A to J and from J to B
)

var kindNames = [...]string{"ACC", "TAN", "ADJ", "MUL"}

func (k Kind) String() string { return kindNames[k] }

// Item is what one operation is worth to all the words that it serves: two
// operations with the same item do the same step in words that differ elsewhere.
// Z is a letter, A, J and B are vertices of the dag; what a kind does not use is
// zero.
type Item struct {
	Kind    Kind
	Z       int32
	A, J, B int32
}

// Price is what the item costs in the instance's unit; Saturated where the
// letter has no model.
func (it Item) Price(in *linegraph.Graph) model.Cost {
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

// key is the item as one number. Vertices and letters have to be below a
// million, or rather 2^20: dags that are read are far smaller.
func (it Item) key() uint64 {
	const bits = 20
	key := uint64(it.Kind)<<(3*bits) | uint64(it.B)
	if it.Kind == Mul {
		return key | uint64(it.A)<<(2*bits) | uint64(it.J)<<bits
	}
	return key | uint64(it.Z)<<(2*bits) | uint64(it.A)<<bits
}

// Purchase is an item and how much of it a relaxation buys, in (0,1].
type Purchase struct {
	Item   Item
	Amount float64
}

// Pseudo-numbers of items.
const (
	Free    = int32(-1) // the price is zero: always bought
	Dropped = int32(-2) // never bought: no better sequence than the incumbent can
)

// Catalogue numbers the items that words ask for. Items that cost nothing and
// items that cost as much as the ceiling get no number.
type Catalogue struct {
	Graph   *linegraph.Graph
	Ceiling model.Cost   // items from this price on are dropped
	Items   []Item       // by number
	Price   []model.Cost // by number, in the graph's cost unit

	numbers map[uint64]int32
}

// NewCatalogue begins with the items that have been decided on: bought ones are
// free from now on, forbidden ones are dropped.
func NewCatalogue(in *linegraph.Graph, ceiling model.Cost, bought, forbidden []Item) *Catalogue {
	c := &Catalogue{Graph: in, Ceiling: ceiling, numbers: make(map[uint64]int32)}
	for _, it := range bought {
		c.numbers[it.key()] = Free
	}
	for _, it := range forbidden {
		c.numbers[it.key()] = Dropped
	}
	return c
}

// Known is the number of an item, if words have asked for it.
func (c *Catalogue) Known(it Item) (number int32, known bool) {
	number, known = c.numbers[it.key()]
	return number, known
}

// Number is the number of an item, or Free or Dropped.
func (c *Catalogue) Number(it Item) int32 {
	key := it.key()
	if n, known := c.numbers[key]; known {
		return n
	}
	n := int32(len(c.Items))
	switch price := it.Price(c.Graph); {
	case price >= c.Ceiling:
		n = Dropped
	case price == 0:
		n = Free
	default:
		c.Items = append(c.Items, it)
		c.Price = append(c.Price, price)
	}
	c.numbers[key] = n
	return n
}
