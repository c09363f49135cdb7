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
// A [Session] is a sequence in the making: a tree of states with a cursor,
// undo, redo, branches and notes.
package model
