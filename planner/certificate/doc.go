// Package certificate holds proofs that no elimination sequence of a dag costs
// less than a bound, in a form that can be checked without trusting the program that
// found them. The checker has only package model in common with the planner.
//
// # What is checked
//
// The sequence is read against the dag, replayed under Rules 2 and 3, and its
// result is compared with the chain rule on random matrices ([model.Prove]).
//
// The bound rests on paths along edges from a source to a sink of the dag.
// The operations of every complete sequence fuse every path into one Jacobian, step by
// step. A subpath from vertex a to vertex b is made
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
// explained there, with a multiplier: the paths are charged for the terms that are
// added, are given back the terms that are subtracted, and the multiplier is taken off
// the sum.
//
// A [Proof] may branch on whether a sequence uses some resource. Both of its parts
// have to prove the bound: one with the resource paid and free from then on, the
// other without it. It may also fix resources at zero by their reduced costs: those
// that leave so much of their cost over that a sequence which uses one costs at least
// the bound. A [Packing] is a bound by another argument (package packing); the checker
// looks for its flows anew.
//
// Where Jacobians have patterns, what an operation costs depends on the paths that it
// serves, and resources are parts of prices: sparse.go says how. The checker computes
// products of patterns, multiplications and colours by itself.
//
// All arithmetic is exact. A certificate is tied to its dag by [model.Dag.Fingerprint].
//
// # Files
//
//	certificate.go  what a certificate consists of
//	file.go         the format, limits, and the form of a proof
//	read.go         reading what docs/certificates.md describes
//	parts.go        what stands in it: resources, leaves and the parts of a proof
//	write.go        writing it
//	verify.go       the verdict, the sequence, and the branchings
//	leaf.go         dual solutions: prices, their sums, and the value of a leaf
//	derive.go       the dynamic programme of one path
//	sparse.go       least prices where there are patterns
//	matrix.go       patterns: products, multiplications, colours
//	inequality.go   what valid inequalities charge
//	fixing.go       resources that are fixed at zero
//	packing.go      packed paths, with the largest flows of flow.go
//	unit.go         the unit to whose multiples a bound is rounded up
//	wide.go         numbers of 128 bits
//
// In all of them a, j and b are vertices, z, u and v edges, l, m and r positions of a
// path, k the number of its edges, and n a place in a list.
package certificate
