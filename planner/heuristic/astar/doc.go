// Package astar eliminates whole junctions: all faces that sit there, at the
// least cost over which of the neighbours without Jacobian are accumulated
// first (generalized vertex elimination).
//
// After a set of junctions has been eliminated the line dag does not depend on
// their order, nor on what was accumulated on the way: every neighbour of an
// eliminated junction is gone, and what is left are fills. So the search space
// is that of subsets, and A* with the path-packing bound as its estimate finds
// the optimal order. On most dags that is the optimum over face eliminations,
// too.
//
// # Twins
//
// Two junctions are false twins if they have the same predecessors and the same
// successors. Bentert, Crane, Drange, Mizutani and Sullivan (2025, arxiv.org/abs/2506.17521)
// show that some cheapest order has them one after the other, where each product costs
// one multiplication. In classic mode this holds for vertices of all sizes: some
// cheapest order has each class of twins together, and costs as much as the cheapest
// one of the dag that has one junction of the class's sizes together in its place.
//
// Let j come before k in an order, both twins until j goes. Compare the order in which
// k comes right after j, and the one in which j waits until right before k. A junction
// x between them that is a neighbour of k, a successor say, with s on the other side,
// costs n_x n_k s less in the first order than as given, since k is gone, and at most
// n_x n_j s more in the second. If j and k have a and s on their sides when j goes and
// a' and s' when k goes, they cost n_j a s + n_k a' s' as given, (n_j + n_k) a s in the
// first order, and (n_j + n_k) a' s' in the second. So n_j times the first total and
// n_k times the second are at most n_j + n_k times the given one, and one of the two is
// not above it. Twins that are together act as one junction of both sizes, so the
// argument goes on with that.
//
// The chain cover has the same value for both dags: take for each resource of the one
// junction the mean of those of the twins, by their sizes. For face eliminations nothing
// is proved. With models it is wrong in one of twenty random dags, since an accumulated
// edge serves both sides of a junction at once. Looking for twins would save next to
// nothing, so the search does not.
package astar
