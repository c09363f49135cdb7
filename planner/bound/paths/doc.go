// Package paths knows what bounds are made of: the paths of a line dag, the
// resources that their derivations buy, the table of those derivations, and
// divisions of costs among paths, which prove bounds.
//
// # Paths and resources
//
// A path is a maximal path z1..zK of live vertices of the line dag; it visits
// the dag vertices v0..vK. Eliminating a face fuses two neighbouring vertices in
// every path that has them side by side. At any time each original path has one
// segmentation into live vertices, and equal segments are the same vertex, so
// the operations that fuse one path form a binary tree. What a node of it costs
// and what it could serve is its [Resource]:
//
//	ACC z          min(n_i T, n_j A)  accumulates z
//	TAN(z, a)      n_a T(z)           tangent of z behind a left part from a
//	ADJ(z, b)      n_b A(z)           adjoint of z before a right part to b
//	MUL(a, j, b)   n_a n_j n_b        product at junction j
//
// A subpath of a path is derivable from a set of resources if it is one vertex that
// has its Jacobian or whose ACC is in the set, or if it consists of derivable
// parts joined by a resource of the set.
//
// The cheapest set from which every path is derivable never costs more than the
// optimum: the operations of a complete sequence are such a set, and where two
// of them are the same resource the set pays once and the sequence twice. Leaving
// out paths, or allowing fractions of resources, only makes it cheaper. This is the
// chain-cover bound; how it is computed is the business of other packages.
//
// # Derivations are shared
//
// How a subpath can be derived depends on its vertices alone, not on the path
// that it is part of. A [Table] lists the ways once for each subpath, and a
// [Path] is no more than the list of its subpaths in that table.
package paths
