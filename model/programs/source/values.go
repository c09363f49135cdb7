package source

import (
	"go/types"

	"golang.org/x/tools/go/ssa"
)

// value is what a value of Go is while a function is carried out: floats are nodes
// of the program, everything else is known.
//
//	float64           number
//	whole numbers     whole, with the bits that Go keeps
//	truth             decision.Truth, known unless floats that are not constant decide
//	text              string
//	arrays, structs   aggregate: storage where a pointer leads to it, else never changed
//	pointers          *value
//	slices, maps      slice, *table
//	functions         *closure
//	interfaces        iface
//	several results   tuple
//	one of several    *choice, as floats that are not constant decide
type value any

type (
	number    Value
	whole     int64
	aggregate []value
	tuple     []value
	closure   struct {
		fn    *ssa.Function
		bound []value
	}
	iface struct {
		dynamic types.Type // nil of a nil interface
		v       value
	}
)
