// Package junction computes what it costs at least to eliminate all faces at a
// junction, or those of one edge at it: the generalized vertex and edge
// eliminations.
//
// All faces in question sit at one junction, so none of them makes another, and
// the order in which they go does not matter. What is free is which of the
// neighbours without Jacobian are accumulated first: [Choose] finds the best
// choice. That is exact as long as every pair of neighbours has a face, which
// holds unless single faces were eliminated by hand; else vertices may become
// twins along the way, and an order that merges them early may be cheaper still.
// [Vertex], [Front] and [Back] make the operations for a state of the model; planners
// call Choose with states of their own.
//
// The package knows the rules and their prices. It knows nothing of what comes
// after: a cheap elimination can be a bad one.
package junction
