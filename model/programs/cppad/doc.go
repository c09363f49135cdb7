// Package cppad reads AD graphs of CppAD in JSON as CppAD writes them (to_json): a
// [source.Program] with the independent variables x and the dynamic parameters p as inputs
// and the dependent variables y as its result. Derivatives are by x where the user does
// not ask for others.
//
// The grammar is CppAD's, not all of JSON: texts end at the next quote, numbers may begin
// with + and end with a point. Members may stand in any order. A comparison that CppAD
// recorded (comp_lt and so on) and a print operator make no node and are stepped over.
// What has no derivatives here (atomic and discrete functions, operators that are not
// known) is named by its line, in one sentence.
//
// Files come from anywhere: nothing is made of a count that the file itself does not have,
// values lie at most 64 deep in each other, and reading ends with its context.
//
// # Files
//
//	read.go       a file: its members, in the order in which they are needed
//	values.go     values, and refusals with their line
//	operators.go  usages of operators, and what each means
//	evaluate.go   the graph's values by a way of its own, to check the reader with
package cppad
