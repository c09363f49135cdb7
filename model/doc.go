// Package model is the problem itself: the dag of a modular numerical program,
// its line dag, the rules of generalized face elimination and what they cost.
//
// # Words
//
// A [Dag] has vertices i with vector sizes n_i and edges (i,j), each with the
// costs T of one elemental tangent and A of one elemental adjoint. A source has
// no predecessor, a sink no successor; every other vertex with edges is a
// junction. The line dag of G is held by a [State]: its vertices ([Z]) are the
// edges of G and all fill, and a face is an edge (u,v) of the line dag between
// two of them. The face sits at the junction where u ends and v starts.
//
// A vertex z of the line dag either has its Jacobian F'(z), or it is
// matrix-free and only its models (elemental tangent and adjoint) exist.
//
// # Operations
//
// [State.Apply] carries out one [Op]: the elimination of a face (Rule 2) or the
// preaccumulation of a Jacobian (Rule 3). States are values: an operation gives
// a new one and leaves the old one as it was. What happened (fill, absorb,
// merge, remove) comes back as a [Change].
//
// A complete sequence leaves no face and no vertex without Jacobian. [Prove]
// carries random matrices modulo a prime through it and compares the result
// with the sum over all paths of the dag (the chain rule).
//
// Package session has a sequence in the making: a tree of states with a cursor,
// undo, redo, branches and notes.
//
// # Files
//
//	dag.go          the dag and its checks
//	cost.go         costs that saturate
//	curve.go        what several evaluations at once cost
//	fingerprint.go  what ties files to a dag
//	state.go        the line dag in the middle of a sequence
//	label.go        the paths that a vertex of the line dag stands for
//	operation.go    modes, operations and their prices
//	rules.go        Rules 2 and 3, what an operation does
//	tape.go         sequences carried out in place
//	sequence.go     sequences as text
//	parse.go        one line of a sequence, read
//	comment.go      notes on lines of sequences
//	memory.go       what a sequence holds of Jacobians
//	totals.go       what dense and sparse modes cost, in closed form
//	proof.go        the numeric proof of a sequence
//	plain.go        text that a terminal shows as it is
//
// # Names
//
// g is a dag, s a state, z a vertex of the line dag, (u,v) a face; i, j and k are vertices
// of the dag, z leads from i to j or to k. n_i is the size of i, T and A the costs of an
// elemental tangent and adjoint.
package model
