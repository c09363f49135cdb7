// Package dive turns the support of a chain-cover relaxation into sequences
// that can be carried out.
//
// A cover is a set of resources from which every path can be derived. Where the
// relaxation is integral its support is one, for the cost of the bound; but a
// sequence uses each resource once, for all paths at the same time, and whether that
// is possible no resource says. [Problem.Dive] goes down from the start and keeps
// every path derivable from what is left of the cover; where that fails it selects
// more.
//
// What makes it work: the cover is made integral before the first move; an
// accumulation is part of the move that uses it, and what it merges is part of
// the move as well; only paths that a move touches, or that could use what it
// uses up, are derived again; a move that failed is left alone until the path
// that it harmed has got a new resource; and a path on which no face can go with the
// cover is a path that was not known, which is then kept for all later dives.
//
// # Files
//
//	problem.go   the start, its paths and what is known of them
//	resource.go  resources and their numbers
//	run.go       the way down, and moves carried out
//	derive.go    derivations of one path from what is left
//	cover.go     the cover that a dive begins with
//	dive.go      dives
//	small.go     small dags, solved for windows
//	bitset.go    sets of paths
package dive
