// Package code writes Jacobian code: a function that computes the values of a
// straight-line program and accumulates derivatives of it with the multiplications
// of an elimination sequence.
//
// A [Task] says which derivatives are wanted and gives the dag to be planned for.
// [New] carries a sequence out on that dag with expressions in place of matrices.
// Values, partial derivatives and products are numbered together ([graph]), so
// that what is equal is computed once. Products with 1 and -1 are not written.
// [Jacobian.Write] writes the result in a language and a [Form], once it is checked.
//
// # Files
//
//	task.go         which derivatives are wanted, and the dag for them
//	contract.go     vertices of that dag that a plan need not see
//	graph.go        values and derivatives as numbered nodes
//	identities.go   what is equal to the last bit
//	fingerprint.go  when two nodes are equal but for rounding
//	derive.go       partial derivatives of operations
//	branch.go       derivatives of branches on values, with the tests under which they count
//	jacobian.go     a sequence carried out on the nodes
//	tidy.go         fewer multiplications for the same code
//	rankone.go      sums that are a product of what is there
//	signs.go        entries without minus signs
//	second.go       gradients, to be differentiated again
//	shape.go        parameters and results of the code
//	form.go         languages, layouts and headers
//	listing.go      the code as lines of any language
//	order.go        the order of the lines
//	check.go        nothing is written that was not compared with the function
//	claims.go       what code says at a point, and what is to be said
//	reference.go    derivatives by the chain rule, for that
//	run.go          lines carried out as they are written
//	write.go        the code, checked and then written
//	golang.go       Go
//	c.go            C and C++
//	gotest.go       a test of the code, to be kept beside it
//	baseline.go     forward and reverse mode, to compare with
package code
