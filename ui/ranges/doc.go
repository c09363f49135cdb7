// Package ranges shows in which intervals of the costs and sizes a sequence stays
// optimal: a table with bars on a logarithmic axis, for the command and for the
// explorer. What the intervals are is worked out by planner/sensitivity.
package ranges
