package solver

import (
	"context"
	"time"

	"facet/planner/analysis"
	"facet/ui/explore/job"
)

// feed carries findings from an analysis to the screen, which takes what there is a few times
// a second; it is closed when the analysis is over.
type feed chan analysis.Finding

// fill lets the analysis do its work, in its turn where many share processors: there one that
// breaks off has found what it has found.
func (f feed) fill(ctx context.Context, st *analysis.Analysis, turns chan struct{}) {
	defer close(f)
	done, ok := job.Turn(ctx, turns)
	if !ok {
		return
	}
	defer func() {
		if done(); turns != nil {
			_ = recover() // it is not worth the others' screens
		}
	}()
	for found := range st.Findings(ctx) {
		select {
		case f <- found:
		case <-ctx.Done():
			return
		}
	}
}

// take waits until there is something, then as long as it is worth waiting for
// more of it, and gives what has come. It gives up when the context ends.
func (f feed) take(ctx context.Context, gather time.Duration) (found []analysis.Finding, more bool) {
	var pause <-chan time.Time
	for {
		select {
		case one, open := <-f:
			if !open {
				return found, false
			}
			if found = append(found, one); pause == nil {
				pause = time.After(gather)
			}
		case <-pause:
			return found, true
		case <-ctx.Done():
			return nil, false
		}
	}
}
