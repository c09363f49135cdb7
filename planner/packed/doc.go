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
package packed
