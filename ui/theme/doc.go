// Package theme holds what all panes draw with: inks for roles, signs, frames
// and the way numbers are written.
//
// A [Theme] belongs to one session of the program and is never changed; there
// is no global one, since the explorer may run many times in one process. It is
// chosen from flags and environment alone: the terminal is never asked, so that
// a terminal that does not answer costs no time.
//
// Colour only repeats what a word, a sign or a line says.
package theme
