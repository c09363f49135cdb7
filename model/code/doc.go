// Package code writes Jacobian code: a function that computes the values of a
// straight-line program and accumulates its Jacobian with exactly the
// multiplications of an elimination sequence.
//
// The code is made by carrying the sequence out on the line dag with names in
// place of matrices. Products with 1 and -1 are not written; they are counted
// apart, so that what is written and what is not add up to what the sequence
// costs.
package code
