// Package store is the state directory: the sessions of the explorer, saved after every
// change, the settings, the runs of the solver, and the progress in lessons and puzzles.
//
// Everything is in one folder of the XDG state directory. Files are replaced atomically,
// in the background, so that neither a slow disk nor a killed terminal leaves half a
// file. Every run of the explorer writes a file of its own: two explorers on one dag do
// not overwrite each other's.
//
//	directory.go  Directory, its folders and names of files
//	file.go       reading and replacing a file
//	lock_*.go     one process at a time
//	session.go    saved sessions; discard.go removes them
//	saver.go      Saver, which writes sessions in the background; newest.go writes other values so
//	settings.go   settings
//	runs.go       runs of the solver
//	lessons.go    progress in lessons; puzzles.go has that in puzzles
package store
