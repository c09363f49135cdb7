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
// characters that turn or hide their neighbours, and characters whose width depends on
// the terminal. [Printable] lets none of them pass.
//
//	theme.go       a theme and its signs
//	kind.go        light, dark, mono: what the environment says of the terminal
//	role.go        roles of text and their colours
//	frame.go       frames of panels
//	text.go        widths, cutting, padding, breaking into rows
//	number.go      costs, counts, percentages, times
//	vocabulary.go  the words for what the rules do, with the paper's numbers
//	glossary.go    what the words on the screen mean
//	printable.go   text that is safe on a terminal; writer.go does it line by line
//	screen.go      the last check of what a program draws
//	escape.go      escapes of XML and JSON
//	similar.go     names that are spelt alike
package style
