// Package planner finds cheap and optimal elimination sequences, and lower
// bounds that say how far from optimal a sequence can be.
//
// [Solve] runs one [Method] from any state of a line dag to its end. [Start] returns
// at once with the handle of the run, a [Run], which can be paused, resumed, stopped
// and waited for; [Run.Snapshot] is how it is doing and [Run.Incumbents] lists
// every improvement so far. Whatever ends a run (a time or memory limit, a stop),
// it leaves its best sequence, a lower bound, and so the gap.
//
// How a run works, from the outside in:
//
//   - run.go, solve.go, snapshot.go, options.go, method.go: what a caller sees;
//   - question.go: the state that is asked for, in the forms that strategies read;
//   - portfolio.go, table.go, strategy.go, shares.go: which strategies are asked, and what
//     part of the workers' time each has;
//   - job.go, report.go, proofs.go, spaces.go: a strategy at work, and how what it finds
//     is proved and entered;
//   - modes.go, bounds.go, branchcut.go, annealing.go, vertices.go, exact.go: the strategies;
//   - certify.go, reorder.go, pricing.go: what is done with a result.
//
// In the code q is a question, j a job, r a run or a report, o options, s a state.
//
// All costs are in the cost unit of the dag and count what is left to do from
// the state that the run started from; add [model.State.Spent] for the total.
package planner
