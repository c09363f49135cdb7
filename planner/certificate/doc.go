// Package certificate holds proofs that no elimination sequence of a dag costs
// less than a bound, in a form that can be checked without trusting whoever
// found them. The checker shares nothing with the planner but package model.
//
// # What is checked
//
// The sequence is read against the dag, replayed under Rules 2 and 3, and its
// result is compared with the chain rule on random matrices ([model.Prove]).
//
// The bound rests on words: a word is a path of edges from a source to a sink
// of the dag. Whatever a complete sequence is, its operations fuse every word
// into one Jacobian, step by step. A subpath of a word that runs from vertex a
// to vertex b is made
//
//	for one edge:  from its Jacobian if that is given, or by ACC
//	for more:      by TAN of its last edge behind the rest, for n_a T
//	               by ADJ of its first edge before the rest, for n_b A
//	               by MUL of two parts that meet in j, for n_a n_j n_b
//
// and one operation makes the step of the same edge (or the same j) from the
// same a or to the same b in all words that it serves. These steps are called
// items. A [Leaf] divides the prices of the items among some words. No item's
// shares may exceed its price, so the words' cheapest derivations under their
// own shares add up to a lower bound; they are found by dynamic programming.
// Items that cost as much as the bound that is claimed are left out: a sequence
// that buys one cannot cost less. A word can spread its shares over vertices that
// take each other's place, as proofs for a reduced dag need, and can take the
// rest of all prices, as the proof for a chain does.
//
// A [Rule] is an inequality between the derivations of two words, explained
// there, with a multiplier: the words are charged for what the rule adds up, are
// given back for what it subtracts, and the multiplier is taken off the sum.
//
// A [Proof] may distinguish whether a sequence buys some item. Both of its parts
// have to prove the bound: one with the item paid and free from then on, the
// other without it. It may also rule items out that leave too much of their price
// over: whoever buys one of those pays the bound. A [Packing] is a bound by another argument (package packing);
// its flows are looked for anew.
//
// All arithmetic is exact. A certificate is tied to its dag by [model.Dag.Fingerprint].
package certificate
