// Package planner finds cheap and optimal elimination sequences, and lower
// bounds that say how far from optimal a sequence can be.
//
// [Start] begins a run of one [Method] from any state of a line dag and returns
// at once with its handle, a [Run]. A run can be paused, resumed, stopped and
// waited for; [Run.Snapshot] tells how it is doing and [Run.Incumbents] lists
// every improvement so far. Whatever happens to a run (a time or memory limit,
// a stop), it leaves its best sequence, a lower bound, and so the gap.
//
// All costs are in the cost unit of the dag and count what is left to do from
// the state that the run started from; add [model.State.Spent] for the total.
package planner
