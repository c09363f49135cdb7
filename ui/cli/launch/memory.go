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

// LeaveGarbage lets the process of a server hold twice its memory in use as garbage. All of a class's
// sessions draw at the same moment, when the lecturer steps: collected as seldom as that, a step of
// 200 followers takes a fifth less, and a session 1.0 MB in place of 0.8.
func LeaveGarbage() { debug.SetGCPercent(200) }
