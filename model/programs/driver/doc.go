// Package driver writes drivers: programs that carry an elimination sequence of
// modules out. A driver computes the values, calls the modules' tangents and
// adjoints in the order of the sequence, multiplies and adds where it does, and
// frees what is dead.
//
// A module may keep what it is given, and hold what it gives. A driver changes
// neither.
//
// # Files
//
//	driver.go   a sequence as the steps of a driver
//	steps.go    what steps read, hold, and are given
//	sparse.go   Jacobians with patterns
//	colors.go   what colours cost and save
//	modes.go    modes that are no sequences
//	dense.go    seeds through the whole dag
//	fuse.go     one call for several operations
//	identity.go unit seeds that several operations share
//	unjoin.go   parts that were put together and taken apart again
//	outer.go    adjoints that are outer products
//	price.go    what calls cost by the dag
//	write.go    steps as lines of any language
//	golang.go   Go
//	cpp.go      C++
//	python.go   Python with numpy
package driver
