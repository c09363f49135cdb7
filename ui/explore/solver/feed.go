package solver

import (
	"context"
	"sync"
	"time"

	"facet/planner/analysis"
	"facet/ui/explore/job"
)

// feed carries findings from an analysis to the screen. The analysis never waits for
// the screen, and the screen takes what there is a few times a second.
type feed struct {
	mu    sync.Mutex
	found []analysis.Finding
	ended bool
	news  chan struct{} // holds one sign that something came
}

func newFeed() *feed { return &feed{news: make(chan struct{}, 1)} }

// fillInTurn is fill for one of many analyses that share processors. One that breaks
// off has found what it has found.
func (f *feed) fillInTurn(ctx context.Context, st *analysis.Analysis, turns chan struct{}) {
	defer f.put(func() { f.ended = true })
	done, ok := job.Turn(ctx, turns)
	if !ok {
		return
	}
	defer func() {
		if done(); turns != nil {
			_ = recover() // it is not worth the others' screens
		}
	}()
	f.fill(ctx, st)
}

// fill lets the analysis do its work.
func (f *feed) fill(ctx context.Context, st *analysis.Analysis) {
	for found := range st.Findings(ctx) {
		f.put(func() { f.found = append(f.found, found) })
	}
	f.put(func() { f.ended = true })
}

func (f *feed) put(change func()) {
	f.mu.Lock()
	change()
	f.mu.Unlock()
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// take waits until there is something, then as long as it is worth waiting for
// more of it, and gives what has come. It gives up when the context ends.
func (f *feed) take(ctx context.Context, gather time.Duration) (found []analysis.Finding, more bool) {
	select {
	case <-f.news:
	case <-ctx.Done():
		return nil, false
	}
	if !f.over() {
		pause := time.NewTimer(gather)
		defer pause.Stop()
		select {
		case <-pause.C:
		case <-ctx.Done():
			return nil, false
		}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	found, f.found = f.found, nil
	return found, !f.ended
}

func (f *feed) over() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.ended
}
