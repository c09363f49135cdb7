package planner

import (
	"slices"

	"facet/planner/search/incumbent"
)

// Source is where an incumbent or a bound came from: the name of a strategy. It
// is empty where there is none.
type Source = incumbent.Source

// Incumbent is a complete sequence that was the best so far when it was found.
// It has been replayed under Rules 2 and 3 and proved numerically.
type Incumbent = incumbent.Incumbent

// The sources that are no methods.
const (
	FromNothing    Source = ""
	FromPacking    Source = "path packing"
	FromCover      Source = "chain cover"
	FromWeights    Source = "multiplicative weights"
	FromPartition  Source = "chain cover in parts"
	FromAnnealing  Source = "annealing"
	FromSimple     Source = "simple bound"
	FromSearch     Source = "search"
	FromCompletion Source = "completed search"
)

// Sources lists where an incumbent or a bound of this release may have come from: the
// methods, then the other strategies.
func Sources() []Source {
	var all []Source
	for _, row := range rows() {
		if !slices.Contains(all, row.name) {
			all = append(all, row.name)
		}
	}
	return all
}

// IsKnown reports whether the source is one of this release.
func IsKnown(s Source) bool { return s == FromSimple || s == FromCompletion || Letter(s) != '.' }

// Letter is the source as one letter, for tables and charts; a space where
// there is none, a dot for what this release does not know.
func Letter(s Source) byte {
	if s == FromNothing {
		return ' '
	}
	for _, row := range rows() {
		if row.name == s {
			return row.letter
		}
	}
	return '.'
}
