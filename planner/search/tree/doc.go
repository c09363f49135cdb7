// Package tree records a branch and bound as the tree that it is: which move led to each
// node, what was spent, the bound, and what became of it.
//
// The first nodes are kept one by one. What is made below them later is counted by what
// became of it, below the last of its ancestors that is kept: a record takes less than
// 3 MB, however long the search is. The operations that lead to the incumbent are kept in
// any case.
//
// Each node of both spaces can be completed, so that no node is a dead end. All methods of a
// nil [Tree] do nothing: this is how a search runs that is not recorded.
package tree
