// Package terminal is the edge between facet and a terminal: the terminal as a
// value, so that a server can hand over another one than the process has, its
// keyboard, and a guard around the program that runs on it.
package terminal
