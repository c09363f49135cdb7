// Package paths knows what bounds are made of: the words of a line dag, the
// items that their derivations buy, the table of those derivations, and
// divisions of prices among words, which prove bounds.
//
// # Words and items
//
// A word is a maximal path z1..zK of live vertices of the line dag; it visits
// the dag vertices v0..vK. Eliminating a face fuses two neighbouring letters in
// every word that has them side by side. At any time each original word has one
// segmentation into live vertices, and equal segments are the same vertex, so
// the operations that fuse one word form a binary tree. What a node of it costs
// and what it could serve is its [Item]:
//
//	ACC z          min(n_i T, n_j A)  accumulates z
//	TAN(z, a)      n_a T(z)           tangent of z behind a left part from a
//	ADJ(z, b)      n_b A(z)           adjoint of z before a right part to b
//	MUL(a, j, b)   n_a n_j n_b        product at junction j
//
// A stretch of a word is derivable from a set of items if it is one letter that
// has its Jacobian or whose ACC is in the set, or if it consists of derivable
// parts joined by an item of the set.
//
// The cheapest set from which every word is derivable never costs more than the
// optimum: the operations of a complete sequence are such a set, and where two
// of them are the same item the set pays once and the sequence twice. Leaving
// out words, or allowing fractions of items, only makes it cheaper. This is the
// chain-cover bound; how it is computed is the business of other packages.
//
// # Derivations are shared
//
// How a stretch can be derived depends on its letters alone, not on the word
// that it is part of. A [Table] lists the ways once for each stretch, and a
// [Word] is no more than the list of its stretches in that table.
package paths
