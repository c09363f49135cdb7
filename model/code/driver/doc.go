// Package driver writes drivers: programs that carry an elimination sequence of
// modules out. A driver computes the values, calls the modules' tangents and
// adjoints in the order of the sequence, multiplies and adds where it does, and
// frees what is dead.
//
// A module is somebody else's: what it is given it may keep, and what it gives
// it may hold. A driver changes neither.
package driver
