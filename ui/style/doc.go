// Package style holds what everything on the screen is drawn with: roles of text
// and their colours, signs, frames, the way numbers are written, the words for
// what the rules do, and the functions that make text of strangers printable.
//
// A [Theme] belongs to one session of the program and is never changed; there
// is no global one, since the explorer may run many times in one process. It is
// chosen from flags and environment alone: the terminal is never asked, so that
// a terminal that does not answer costs no time.
//
// Colour only repeats what a word, a sign or a line says.
//
// Text from a file, a file's name or a paste may hold control sequences,
// characters that turn or hide what stands beside them, and characters of which
// no two terminals agree how wide they are. [Printable] lets none of them pass.
package style
