// Package command is facet's command line: the commands for pipes and scripts,
// and the way into the explorer.
//
// [Program] holds everything that a command needs of its surroundings. Results
// go to Out; a mistake gives one sentence on Err and exit code 1. No command asks the
// terminal anything.
//
// A file has the name of its command: admission, compare, convert, cost, figure,
// generate, man, new, record, replay, samples, show, solve, verify. The others:
//
//	program.go       the program with its surroundings
//	root.go          facet itself: all commands, and the exit code
//	explore.go       flags of the explorer
//	search.go        flags of searches
//	walk.go          a dag with a sequence, from files and flags
//	sequence.go      operations as they are printed
//	result.go        the result of a run
//	progress.go      the table that is printed during a run
//	totals.go        what the classical modes cost
//	losses.go        what the steps of a sequence lost
//	comparetable.go  what methods reach on dags, as text and CSV
package command
