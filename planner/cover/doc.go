// Package cover computes the chain-cover bound: a lower bound of the cost of
// completing an elimination that is usually the optimum itself, with a proof in
// whole numbers.
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
// out words, or allowing fractions of items, only makes it cheaper.
//
// # Cuts
//
// A set of items blocks a word if the word is not derivable without it, so at
// least one unit of it has to be bought. Weights on blocking sets such that no
// item carries more than its price add up to a lower bound: a packing linear
// programme, which starts from nothing and grows by columns. Cuts come from three
// sources: all items that fuse a word at one face; all items that accumulate a
// letter or apply its models; and a dynamic programme that finds a cheap blocking
// set of a given word. The first two look for the best word by cheapest paths;
// the words that they find make up the pool that the third works on.
//
// # Rules and distinctions
//
// Words that have a beginning or an end in common are not independent: see
// [Rule]. Where the bound stays below the incumbent the words get a variable for
// each option, rules are added as they are violated, and at last [Prove]
// distinguishes whether items are bought.
//
// # Exactness
//
// The linear programme computes in floating point and proves nothing. Its
// solution is rounded to shares of the items' prices for each word (a [Split]),
// and the bound is what dynamic programmes in whole numbers say of those. Items
// that cost as much as the incumbent are left out throughout: a sequence that
// needs one is no better than the incumbent.
package cover
