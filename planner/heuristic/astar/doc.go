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
package astar
