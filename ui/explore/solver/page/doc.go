// Package page draws what the solver's page and panel are made of: the chart of
// best and bound, the sequences found, the workers, the form of the next run, and
// the sentences about hints and losses.
//
// Everything is drawn from values that are handed in: costs, times, incumbents,
// what is known of steps. The package knows no model of the screen, no messages,
// and nothing of how a run is started, watched or kept: that is package solver.
package page
