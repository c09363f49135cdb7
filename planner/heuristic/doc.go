// Package heuristic completes an elimination without search: the sparse modes
// of the paper, their locally optimal variants, and greedy choices. All of them
// start from any state, and none depends on the order of vertices or edges in
// the file, only on the dag.
package heuristic
