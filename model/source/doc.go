// Package source reads straight-line programs of scalars from Go source: one
// function of float64s, its loops with constant bounds unrolled and its calls
// of other such functions carried out, as a [Program] of elemental operations.
// Equal subexpressions are there once, and nothing is there that no result needs.
//
// A program gives a scalar dag ([Program.Dag]): a vertex for each input and each
// operation, an edge for each operand, its partial derivative given. That is the
// setting in which orders of vertex and face elimination are compared in the
// literature.
//
// What cannot be taken (a branch on a value, a loop without a constant bound, an
// unknown call) is named by line and column in one sentence. Sources come from
// anywhere: reading one ends after [MaxOperations] operations or [MaxSteps]
// statements.
package source
