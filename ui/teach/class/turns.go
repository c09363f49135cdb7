package class

import (
	"context"
	"runtime"
	"sync"
	"time"
)

// turns let as many followers at a time go to the lecturer's next step as there are processors.
// Where all of a large class begin at once, all are done last.
type turns chan struct{}

func newTurns() turns { return make(turns, runtime.GOMAXPROCS(0)) }

// longestTurn ends the turn of one whose explorer is busy with something else.
const longestTurn = 10 * time.Millisecond

// take waits for a turn, and gives what ends it, which may be called again. It gives up with the
// context, which is its error.
func (t turns) take(ctx context.Context) (end func(), err error) {
	select {
	case t <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	end = sync.OnceFunc(func() { <-t })
	time.AfterFunc(longestTurn, end)
	return end, nil
}
