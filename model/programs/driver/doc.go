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
//	driver.go   the steps of a driver
//	fuse.go     one call for several operations
//	dense.go    dense modes
//	outer.go    adjoints that are outer products
//	price.go    what calls cost by the dag
//	threads.go  drivers on several threads
//	write.go    steps as lines of any language
//	golang.go   Go
//	cpp.go      C++
//	python.go   Python with numpy
package driver
