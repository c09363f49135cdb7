package launch

import "runtime/debug"

// room is the memory in bytes that an explorer keeps to beside its searches. From there on
// what is not used any more is found sooner: a session of hundreds of thousands of steps,
// which takes hundreds of megabytes, would else take twice as much.
const room = 400 << 20

// keepToRoom sets the limit of the process.
func keepToRoom() { debug.SetMemoryLimit(room) }

// withRoom makes room for a search that keeps to a limit of its own. A fifth more is for all
// else, as in facet solve.
func withRoom(own int64) { debug.SetMemoryLimit(room + own + own/5) }
