// Package cover computes the chain-cover bound: a lower bound of the cost of
// completing an elimination that is usually the optimum itself, with a proof in
// whole numbers.
//
// What paths, resources and derivations are, and why the cheapest set of resources from
// which every path is derivable never costs more than the optimum, is written in
// package paths.
//
// # Cuts
//
// A set of resources blocks a path if the path is not derivable without it, so at least
// one of them has to be selected. Weights on blocking sets such that no
// resource carries more than its cost add up to a lower bound: a packing linear
// programme, which starts from nothing and grows by columns. Cuts come from three
// sources: all resources that fuse a path at one face; all resources that accumulate a
// vertex or apply its models; and a dynamic programme that finds a cheap blocking
// set of a given path. The first two look for the best path by cheapest paths;
// the paths that they find make up the pool that the third works on.
//
// Where there are patterns resources are parts of costs ([paths.Resource], Level), and an
// option asks for several of them: it is blocked by any one. A branching decides whether a
// sequence has an operation that costs the part's level.
//
// # Valid inequalities and branching
//
// Paths that have a beginning or an end in common are not independent: see
// [paths.Inequality]. Where the bound stays below the incumbent the paths get a variable for
// each option, inequalities are added as they are violated, and at last [Prove]
// branches on fractional resources.
//
// # Exactness
//
// The linear programme computes in floating point and proves nothing. Its
// solution is rounded to prices of the resources' costs for each path (a [paths.Dual]),
// and the bound is what dynamic programmes in whole numbers say of those. Resources
// that cost as much as the incumbent are left out throughout: a sequence that
// needs one is no better than the incumbent.
//
// # Files
//
//	solve.go      the cutting-plane loop
//	programme.go  the linear programme and the pool of paths
//	separate.go   violated cuts
//	usage.go      how the solution uses options of paths
//	extended.go   open paths and their inequalities
//	rounding.go   the solution as a dual solution in whole numbers
//	fixing.go     resources ruled out by reduced costs
//	tree.go       branch and cut
//	certify.go    certificates
//	watch.go      when to stop
//
// # Names
//
// Throughout the bounds z is a vertex of the line dag, w a path of them, and a, j and b
// are vertices of the dag; r is a resource, o an option of a subpath.
package cover
