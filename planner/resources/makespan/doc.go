// Package makespan schedules tasks with precedence constraints on identical machines,
// without interruption and without communication, so that the last one ends early:
// P|prec|Cmax in the notation of Graham, Lawler, Lenstra and Rinnooy Kan (1979). It gives
// a schedule, a lower bound, and says whether they meet: list scheduling by critical
// paths (Graham 1969; Hu 1961), bounds from heads, tails and work (Fernandez and
// Bussell 1973), and branch and bound over schedules in the order of their starts.
//
// It knows nothing of dags: package taskgraph makes tasks of sequences.
//
// # Files
//
//	problem.go  tasks, machines and schedules
//	bound.go    lower bounds
//	list.go     list schedules
//	exact.go    branch and bound
//	solve.go    which of these is used
//	waiting.go  which tasks can begin
package makespan
