// Package incumbent holds what is known about a run while it works, and is the only
// writer of that: incumbents, lower bound and proof, counters, and what each worker
// does.
//
// Each goroutine of a strategy reports through a [Reporter], which has its worker slot,
// and reads in the [Record] what others have found. A watcher reads at any time and
// never makes a worker wait. The package does not know how sequences and bounds are
// found: each is proved before it is reported.
package incumbent
