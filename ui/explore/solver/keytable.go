package solver

import (
	"facet/ui/explore/layer"
)

// pageGroup is the heading of the page's keys in the help.
const pageGroup = "Solver page"

// table are the keys of the page that mean nothing elsewhere, but for A.
func table() *layer.Table {
	return &layer.Table{Layer: "solver", Group: pageGroup, Rows: []layer.Row{
		{"preview", "enter", "play the selected sequence in the picture; tree: fold or unfold a node"},
		{"apply", "A", "apply the chosen sequence, elsewhere the run's best"},
		{"compare", "c", "compare runs and methods; tree: search the dag with each bound"},
		{"options", "o", "another method, bound, limit or speed"},
		{"log-time", "l", "time axis linear or logarithmic"},
		{"range", "z", "chart: all costs, or what lies between best and bound"},
		{"follow", "F", "restart the run from the current step"},
		{"certificate", "I", "write a certificate of the run, for facet verify"},
		{"run-back", "left [", "the run before"},
		{"run-next", "right ]", "the next run"},
		{"keep", "K", "keep the run, whatever else is found"},
		{"tree", "t", "the search as a tree; again: the run"},
		{"node", ". pgdown", "tree: take one node, and say what happened"},
		{"run-or-hold", "space", "tree: let the search run, or hold it"},
	}}
}
