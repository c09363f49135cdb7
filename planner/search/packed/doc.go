// Package packed holds the line dag of a search: the same rules as
// [model.State], laid out for millions of states. Vertices live in numbered
// slots, predecessors and successors are bit rows, and an operation changes the
// state in place.
//
// A vertex is known by its value: the polynomial over elemental Jacobians that
// it stands for, evaluated at random points modulo the prime 2^61-1. Two
// vertices with the same value hold the same set of paths (but for a chance of
// about 2^-61 for each pair), so values name vertices across states and
// replace the sets of paths. The entries of X and Y are not stored: a vertex
// that starts in a source has exactly that source as its predecessor, now and
// after every operation, and likewise for sinks.
//
// # Files
//
//	problem.go   what never changes
//	state.go     the line dag in bit rows
//	rules.go     Rules 2 and 3
//	price.go     prices
//	accmode.go   the modes of a face that a search branches over
//	move.go      moves: a face with its accumulations
//	sequence.go  to the model and back
//	key.go       keys of states
//	graph.go     a state for the bounds
//	follow.go    paths through operations
//
// # Names
//
// Here u, v, w and z are slots; p is a predecessor.
package packed
