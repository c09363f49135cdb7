package next

import "slices"

// Ordering is how the list of next operations is sorted.
type Ordering uint8

// byLoss is by position as long as losses are not known, or are hidden.
const (
	byLoss Ordering = iota
	byPosition
	byPrice
	byFill
)

var orderingNames = [...]string{"loss", "position", "price", "fill"}

func (o Ordering) String() string { return orderingNames[o] }

// Orderings is the number of orderings.
const Orderings = Ordering(len(orderingNames))

// OrderingNames lists the names of the orderings.
func OrderingNames() []string { return orderingNames[:] }

// ParseOrdering is the ordering with this name; false for an unknown name.
func ParseOrdering(text string) (Ordering, bool) {
	at := slices.Index(orderingNames[:], text)
	return Ordering(max(at, 0)), at >= 0
}
