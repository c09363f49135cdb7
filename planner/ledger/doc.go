// Package ledger holds what is known about a run while it works, and is the
// only one that writes it: incumbents, lower bound and proof, counters, what
// each worker does, pause, pace and limits.
//
// Strategies work at a [Desk]: they ask it whether to go on, report what they
// have found, and learn what others have. A watcher reads at any time and never
// makes a worker wait. The ledger knows nothing of how sequences and bounds are
// found, and believes what it is told: whoever reports has proved it.
package ledger
