// Package analysis says what the states of a sequence and their moves are worth:
// how good a completion can be at best, how good the best known one is, which
// operation loses nothing, and which step of a sequence lost how much.
//
// An [Analysis] looks into one [Line] of steps and streams what it finds, the cheap
// first: the bound of the state that is looked at, the bounds after the
// operations that the user looks at, the state's best completion, the losses of
// all steps, and in the end the exact value of every operation. What is found is
// put together by a [Known], which also draws the conclusions that cost
// nothing: no step makes the best completion cheaper, so that what is known of
// one step says something about those before and after it.
//
// Nothing here waits longer than its budget allows, and everything stops with
// its context. The package knows nothing of screens, keys or words for users: an
// explorer, a batch command, a lesson and a class all read the same findings.
// It knows of the planner only the front door and the bound that is cheap enough
// to be asked for after every operation.
//
// # Files
//
//	analysis.go  what is found, limits, and the work
//	line.go      the steps that are looked at
//	moves.go     what operations lead to
//	solve.go     what the planner is asked
//	known.go     findings put together
//	value.go     bounds, completions and verdicts
//	regret.go    what each step lost
//	hint.go      the operation to take next
//	why.go       why a move loses
package analysis
