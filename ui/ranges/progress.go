package ranges

import (
	"context"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner"
	"facet/planner/ranges"
)

// Progress is the state of an analysis.
type Progress struct {
	Found []ranges.Range // the tightest first
	End   *ranges.Report // the result; nil until it is over
	Err   error
}

// Over reports whether the analysis has ended.
func (p *Progress) Over() bool { return p.End != nil || p.Err != nil }

// Search is an analysis in the background.
type Search struct {
	stop context.CancelFunc
	ctx  context.Context

	mu     sync.Mutex
	found  map[ranges.Parameter]ranges.Range
	now    Progress
	closed chan struct{} // closed when it is over
}

// NewSearch makes a search that Run starts.
func NewSearch() *Search {
	s := &Search{found: make(map[ranges.Parameter]ranges.Range), closed: make(chan struct{})}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// Stop ends the search; what was found stays.
func (s *Search) Stop() { s.stop() }

// A search uses little, since other work goes on.
const (
	most       = 30 * time.Second
	robustTime = time.Second // for the line below the table
	workers    = 1
)

// Run analyses a complete sequence, or an optimal one where ops is nil, until it is done,
// stopped, or the context ends.
func (s *Search) Run(ctx context.Context, g *model.Dag, ops []model.Op) {
	defer close(s.closed)
	defer context.AfterFunc(ctx, s.stop)()
	defer s.stop()
	o := ranges.Options{Search: planner.Options{Workers: workers, Time: most}, Robust: true,
		RobustTime: robustTime, Found: func(r ranges.Range) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.found[r.Parameter] = r
		}}
	end, err := ranges.Analyse(s.ctx, g, ops, o)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now = (Progress{End: end, Err: err}); err == nil {
		s.now.Found = end.Ranges
	}
}

// pause is how long Look waits for more.
const pause = 150 * time.Millisecond

// Look waits a moment, or until the search is over, and returns its progress.
func (s *Search) Look(ctx context.Context) Progress {
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-s.closed:
	case <-timer.C:
	case <-ctx.Done():
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now.Over() {
		return s.now
	}
	var p Progress
	for _, r := range s.found {
		p.Found = append(p.Found, r)
	}
	slices.SortFunc(p.Found, func(x, y ranges.Range) int { return ranges.Compare(&x, &y) })
	return p
}
