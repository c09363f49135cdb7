// Package why says in words why a move is good, and why a move loses.
//
// [Good] names what a move shares, absorbs or finishes. [Question.Answer] compares an
// optimal completion before a move with one behind it, and finds what the move costs: the
// operation of the better completion that is impossible afterwards, and the operations
// that take the place of others. What it claims follows from the rules alone: the paths of
// the dag are only ever joined, so that a face whose junction is joined on its paths never
// comes back, and neither does a vertex that was removed, or a model that was lost.
//
// The package knows nothing of screens, and how vertices and operations are called is up
// to the caller ([Names]).
//
// # Files
//
//	names.go       how things are called
//	good.go        why a move is good
//	loss.go        why a move loses
//	operations.go  the operations of a completion by the paths that they join
//	possible.go    what can still come up behind a state
//	alike.go       a completion with as much as possible of another one
//	text.go        losses in sentences
//	words.go       paths and numbers in words
package why
