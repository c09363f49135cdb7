package ranges

import (
	"context"
	"slices"
	"sync"
	"time"

	"facet/model"
	"facet/planner/sensitivity"
)

// Progress is how far an analysis is.
type Progress struct {
	Found []sensitivity.Range // the tightest first
	End   *sensitivity.Report // of one that is over; nil else
	Err   error
}

// Over tells that nothing more comes.
func (p *Progress) Over() bool { return p.End != nil || p.Err != nil }

// Search is an analysis that goes on beside the screen.
type Search struct {
	stop context.CancelFunc
	ctx  context.Context

	mu     sync.Mutex
	found  map[sensitivity.Parameter]sensitivity.Range
	now    Progress
	closed chan struct{} // when it is over
}

// NewSearch begins nothing yet.
func NewSearch() *Search {
	s := &Search{found: make(map[sensitivity.Parameter]sensitivity.Range), closed: make(chan struct{})}
	s.ctx, s.stop = context.WithCancel(context.Background())
	return s
}

// Stop ends it; what was found stays.
func (s *Search) Stop() { s.stop() }

// A search leaves something to who else is at work.
const (
	most       = 30 * time.Second
	robustTime = time.Second // for the line below the table
	workers    = 1
)

// Run is the work on a complete sequence, or an optimal one where ops is nil, until it is
// done, stopped, or the context ends.
func (s *Search) Run(ctx context.Context, g *model.Dag, ops []model.Op) {
	defer close(s.closed)
	defer context.AfterFunc(ctx, s.stop)()
	defer s.stop()
	o := sensitivity.Options{Workers: workers, Time: most, Robust: true, RobustTime: robustTime, Found: func(r sensitivity.Range) {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.found[r.Parameter] = r
	}}
	end, err := sensitivity.Analyse(s.ctx, g, ops, o)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.now = (Progress{End: end, Err: err}); err == nil {
		s.now.Found = end.Ranges
	}
}

// pause is how long a look at the progress waits for more.
const pause = 150 * time.Millisecond

// Look waits a moment, or until it is over, and tells how far it is.
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
	slices.SortFunc(p.Found, func(x, y sensitivity.Range) int { return sensitivity.Compare(&x, &y) })
	return p
}
