// Package ranges shows in which intervals of the costs and sizes a sequence stays
// optimal: a table with bars on a logarithmic axis, for the command and for the explorer.
// The package planner/ranges computes the intervals.
//
//	feature.go   the wing: its command, and what it shows
//	command.go   facet ranges
//	list.go      the list over the explorer's panels
//	progress.go  the search in the background
//	table.go     the table with bars
//	robust.go    the sentence on robustness
package ranges
