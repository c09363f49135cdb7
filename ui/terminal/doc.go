// Package terminal is the boundary between facet and a terminal. A terminal is a value,
// so that a server can use others than that of the process.
//
//	terminal.go  Terminal
//	keyboard.go  reading keys and pastes, and no answers
//	screen.go    writing frames; paced.go limits how often, turns.go among many users
//	whole.go     frames that appear at once
//	program.go   filters around a program
//	guard.go     panics of a program
package terminal
