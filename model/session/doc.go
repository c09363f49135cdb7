// Package session keeps what a user does to a dag: a tree of steps with a cursor,
// undo and redo, branches and notes, and the text that it is saved as. It knows no
// screen and no files.
package session
