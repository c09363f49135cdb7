package launch

import (
	"cmp"
	"context"
	"runtime/debug"

	"facet/model"
	"facet/planner"
	"facet/ui/explore/solver"
)

// room is the memory in bytes that an explorer keeps to beside its searches. From there on
// what is not used any more is found sooner: a session of hundreds of thousands of steps,
// which takes hundreds of megabytes, would else take twice as much.
const room = 400 << 20

// limitMemory sets the limit of the process.
func limitMemory(bytes int64) { debug.SetMemoryLimit(bytes) }

// withRoom begins a search, which keeps to a limit of its own. A fifth more is for all else,
// as in facet solve.
func withRoom(ctx context.Context, s *model.State, o planner.Options) (solver.Handle, error) {
	own := cmp.Or(o.Memory, planner.DefaultMemory)
	limitMemory(room + own + own/5)
	r, err := planner.Start(ctx, s, o)
	if err != nil {
		return nil, err
	}
	return r, nil
}
