// Package certificate holds proofs that no elimination sequence of a dag costs
// less than a bound, in a form that can be checked without trusting whoever
// found them. The checker has nothing in common with the planner but package model.
//
// # What is checked
//
// The sequence is read against the dag, replayed under Rules 2 and 3, and its
// result is compared with the chain rule on random matrices ([model.Prove]).
//
// The bound rests on paths along edges from a source to a sink of the dag.
// Whatever a complete sequence is, its operations fuse every path into one
// Jacobian, step by step. A subpath that runs from vertex a to vertex b is made
//
//	for one edge:  from its Jacobian if that is given, or by ACC
//	for more:      by TAN of its last edge behind the rest, for n_a T
//	               by ADJ of its first edge before the rest, for n_b A
//	               by MUL of two parts that meet in j, for n_a n_j n_b
//
// and one operation makes the step of the same edge (or the same j) from the
// same a or to the same b in all paths that it serves. These steps are the
// resources. A [Leaf] is a dual solution: it divides the costs of the resources
// among some paths as dual prices. No resource's dual prices may add up to more
// than its cost, so the cheapest derivations of the paths under their own prices
// add up to a lower bound; they are found by dynamic programming. Resources that
// cost as much as the bound that is claimed are left out: a sequence that uses one
// cannot cost less. A path can spread its prices over vertices that take each
// other's place, as proofs for a reduced dag need, and can take the rest of all
// costs, as the proof for a chain does.
//
// An [Inequality] is a valid inequality between the derivations of two paths,
// explained there, with a multiplier: the paths are charged for what the inequality
// adds up, are given back for what it subtracts, and the multiplier is taken off
// the sum.
//
// A [Proof] may branch on whether a sequence uses some resource. Both of its parts
// have to prove the bound: one with the resource paid and free from then on, the
// other without it. It may also fix resources at zero by their reduced costs: those
// that leave so much of their cost over that whoever uses one pays the bound. A
// [Packing] is a bound by another argument (package packing); its flows are looked
// for anew.
//
// The members of a file have older names, which docs/formats.md explains.
//
// All arithmetic is exact. A certificate is tied to its dag by [model.Dag.Fingerprint].
package certificate
