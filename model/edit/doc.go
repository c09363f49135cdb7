// Package edit changes dags, one [Edit] at a time. An edit is a value: it can be written
// as a line ([Parse]), carried out on any dag, taken back and done again ([Drawing]). A
// dag itself never changes: an edit gives another one, or a sentence that says why it is
// impossible.
//
// The package knows no screen, and does not judge whether a dag is a sensible one: a dag
// that is being drawn may have no edge yet.
package edit
