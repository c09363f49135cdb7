// Package cover computes the chain-cover bound: a lower bound of the cost of
// completing an elimination that is usually the optimum itself, with a proof in
// whole numbers.
//
// What words, items and derivations are, and why the cheapest set of items from
// which every word is derivable never costs more than the optimum, is told in
// package words.
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
// [paths.Rule]. Where the bound stays below the incumbent the words get a variable for
// each option, rules are added as they are violated, and at last [Prove]
// distinguishes whether items are bought.
//
// # Exactness
//
// The linear programme computes in floating point and proves nothing. Its
// solution is rounded to shares of the items' prices for each word (a [paths.Split]),
// and the bound is what dynamic programmes in whole numbers say of those. Items
// that cost as much as the incumbent are left out throughout: a sequence that
// needs one is no better than the incumbent.
package cover
