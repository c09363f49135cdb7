// Package incumbent holds what is known about a run while it works, and is the
// only one that writes it: incumbents, lower bound and proof, counters, and what
// each worker does.
//
// Strategies report through a [Reporter], which is also their worker slot, and
// learn from it what others have found. A watcher reads at any time and never
// makes a worker wait. The package knows nothing of how sequences and bounds are
// found; whoever reports has proved what it reports.
package incumbent
