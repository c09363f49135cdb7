// Package ampl reads optimization problems in AMPL's .nl text form, as AMPL, Pyomo and JuMP
// write them: objectives and constraints as a [source.Program], with the problem's
// variables as its inputs. The form is that of D. M. Gay, Writing .nl Files (2005).
//
// A body is its nonlinear part and behind it the sum of its linear part, terms in the order
// of the file. Bounds, ranges, guesses and suffixes are stepped over. What has no
// derivative here (imported functions, complementarity conditions, logical constraints,
// operators that are not known, binary files) is named by its line, in one sentence.
//
// Files come from anywhere: nothing is made of what the header promises before the file
// has it, expressions of any depth are read without recursion, and reading ends with its
// context.
//
// # Files
//
//	read.go        a file: header, segments, what is made of them
//	lines.go       lines and the numbers in them, refusals with their line
//	segments.go    what stands in each segment
//	expression.go  expressions: operators and what each means
//	evaluate.go    the problem's values by a way of its own, to check the reader with
package ampl
