// Package source reads straight-line programs of scalars from Go source: one
// function of float64s, arrays and structs of them, as a [Program] of elemental
// operations. Loops are unrolled and calls are carried out. Equal subexpressions
// are there once, and nothing is there that no result needs.
//
// A program gives a scalar dag: a vertex for each input and each operation, an edge for
// each operand, its partial derivative given. That is the setting in which orders of vertex
// and face elimination are compared in the literature.
//
// What Go means is not decided here. The function goes through go/types and
// golang.org/x/tools/go/ssa, and its SSA form is carried out: whole numbers, truth
// values and all memory are known, floats are nodes of the program. No go command
// is needed. What the function does not need is not looked at, whatever it imports.
//
// Two things differ from what a compiler makes of the function, and neither where
// all values are finite: 0·x, x-x and 0/x are 0, and 0+x is x.
//
// A branch on a value goes both ways, and chooses between what they come to.
//
// What cannot be taken (a loop that a value ends, an unknown call, a variable of the
// package that changes) is named by line and column in one sentence. Sources come
// from anywhere: reading one ends after [MaxOperations] operations or [MaxSteps]
// instructions, and arrays are refused before they are made.
//
// # Files
//
//	read.go       the function that is read, its parameters and results
//	check.go      the package behind the type checker, and what the function needs of it
//	heft.go       names that stand for too much
//	excerpt.go    what the function needs, as text
//	stubs.go      packages that a function may mention
//	carry.go      basic blocks and instructions, carried out
//	branch.go     both ways of branches on values, and where they meet
//	nest.go       the order in which they are gone
//	call.go       calls
//	order.go      calls that change what was read before
//	guard.go      limits, and refusals with their place
//	memory.go     variables, slices and maps
//	operators.go  operators and functions of math
//	values.go     what a value of Go is here
//	build.go      nodes of the program
//	assembly.go   programs of other forms than Go
//	program.go    the program and its derivatives
package source
