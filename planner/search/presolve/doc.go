// Package presolve eliminates what an optimal sequence may eliminate first: it
// makes a dag smaller before it is searched, and computes what that costs.
//
// # The rule
//
// Let every edge have its Jacobian and no model. kappa+(v) is the smallest
// vertex cut between v and the sinks with the vector sizes n as capacities
// (sinks may be cut, v not), kappa-(v) its mirror image; they are infinite at a
// sink and at a source. Junction j is eliminated first if
//
//	P(j) = {p}, n_p <= n_j, and
//	the sum of n_s over S(j) = min( kappa-(p), kappa+(j) )
//
// or in the mirror image of this situation; and so on until nothing fits.
//
// # Why bounds may use it
//
// Let L be the chain-cover bound (package cover) of the dag without j, whose
// edges (p,s) replace (p,j) and (j,s). Then the chain-cover bound of the dag is
// at least L + n_p n_j kappa, and n_p n_j kappa, with kappa the sum above, is
// what the elimination of j costs. For put p in place of j in every resource: no
// cost rises, because n_p <= n_j, and a derivation of a path stays one of the
// path without j. Resources with both p and j vanish, so no path has charged for them
// yet: kappa units of flow from the sources into p and from j to the sinks make
// paths L p j R, each of which has to fuse (p,j) with its left, by a product from
// some a in L over p to j, or with its right, by one from p over j to some b in
// R. The flow has room for n_a in each a and n_b in each b, so each unit can
// charge n_p n_j.
//
// [Reduction.Postsolve] carries this out on certificates: it turns a dual solution
// of the reduced dag into one of the dag, in whole numbers.
//
// Whether a true optimum always survives is not proved. No counterexample is
// known among tens of thousands of small dags, and nothing rests on it: an
// optimum is proved by a bound, which is valid, meeting a sequence, which is
// there.
//
// Where edges have models the bound need not survive, and dags are left as they are.
//
// # Files
//
//	presolve.go   the reduction
//	net.go        the dag under reduction, seen from either side
//	rules.go      the rule
//	flow.go       flows, for cuts and for payments
//	postsolve.go  proofs of the reduced dag, lifted
//	explicit.go   prices that a lifted proof needs
//
// # Names
//
// j is the junction, p its only predecessor (in the mirror image, its only successor), z
// the edge between them, s a vertex on the other side.
package presolve
