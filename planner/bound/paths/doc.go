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
// # Levels
//
// Where Jacobians have patterns, what an operation costs depends on the paths that it
// serves: for each path p that it serves it costs lb(p) at least, from the patterns of the
// parts of p alone (package linegraph says why). Let t_1 < t_2 < ... be values of lb, or
// values below them, of a resource. It is then divided into parts, one for each level: part m
// costs t_m - t_(m-1), with t_0 = 0, and path p has to select those with t_m <= lb(p). The
// bound stays a bound: the operations of a resource in a complete sequence serve a set of
// paths; let them select the parts that some path of it needs. These are the parts up to the
// largest t_m <= lb(p) of all p in the set, which cost t_m together, and so no more than the
// one operation that serves this p.
//
// In terms of prices: prices pi_p of paths for a resource can be divided into prices for its
// parts, such that path p pays parts with t_m <= lb(p) alone, if and only if for every m
// the sum of pi_p over the paths with lb(p) <= t_m is at most t_m. (A path with lb(p) <= t_m
// pays nothing else than the first m parts; if no set of paths asks for more than what it may
// ask for costs, then there is a division, for the sets of parts are nested: Hall's theorem.)
// With one level, as without patterns, a resource is one part.
//
// # Derivations are shared
//
// How a subpath can be derived depends on its vertices alone, not on the path
// that it is part of. A [Table] lists the ways once for each subpath, and a
// [Path] is no more than the list of its subpaths in that table.
//
// # Files
//
//	set.go         the paths of a graph, listed, counted and sampled
//	resource.go    resources, their costs and numbers
//	table.go       subpaths and the ways to derive them
//	sparse.go      the same with patterns: options that ask for several parts
//	separation.go  cuts of a path
//	pricing.go     paths with a cheap cut
//	inequality.go  valid inequalities between two paths
//	places.go      the options that an inequality is about
//	dual.go        dual solutions
//	unit.go        a unit that divides all costs
//	certify.go     certificates
//
// # Names
//
// z is a vertex of the line dag, w a path of them, [l,r) a subpath; a, j and b are
// vertices of the dag; t is a table, o an option.
package paths
