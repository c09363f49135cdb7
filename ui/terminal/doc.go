// Package terminal is the edge between facet and a terminal: the terminal as a
// value, so that a server can hand over another one than the process has, and
// the one function through which text of strangers gets there.
//
// Whatever comes from a file, from its name, or from a paste may hold control
// sequences, characters that turn or hide what stands beside them, and ones of
// which no two terminals agree how wide they are. None of them passes.
package terminal
