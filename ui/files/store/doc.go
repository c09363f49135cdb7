// Package store is the state directory: the sessions of the explorer, saved after
// every change, settings, runs of the solver, and progress in lessons and puzzles.
//
// Everything lies in one folder of the XDG state directory. Files are replaced
// atomically, in the background, so that neither a slow disk nor a killed
// terminal leaves half of one. Every run of the explorer writes a file of its
// own: two of them on one dag do not overwrite each other.
package store
