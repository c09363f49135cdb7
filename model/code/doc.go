// Package code writes Jacobian code: a function that computes the values of a
// straight-line program and accumulates derivatives of it with the multiplications
// of an elimination sequence.
//
// A [Task] says which derivatives are wanted and gives the dag to be planned for.
// [New] carries a sequence out on that dag with expressions in place of matrices.
// Values, partial derivatives and products are numbered together ([graph]), so
// that what is equal is computed once. Products with 1 and -1 are not written.
// [Jacobian.Write] writes the result in a language and a [Form].
package code
