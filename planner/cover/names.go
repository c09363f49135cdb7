package cover

import "facet/planner/words"

// What bounds are made of has a package of its own; these are its names where
// they are part of what this one gives and takes.
type (
	Item       = words.Item
	Kind       = words.Kind
	Split      = words.Split
	Shares     = words.Shares
	Multiplier = words.Multiplier
	Rule       = words.Rule
	Purchase   = words.Purchase
)

// The kinds of items.
const (
	Acc = words.Acc
	Tan = words.Tan
	Adj = words.Adj
	Mul = words.Mul
)
