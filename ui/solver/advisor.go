package solver

import (
	"context"

	"facet/model"
	"facet/planner"
	"facet/planner/analysis"
	"facet/ui/intent"
	"facet/ui/layer"
)

// advisor keeps what is known about the steps of the session and has more found
// out in the background.
type advisor struct {
	quiet  bool // hints are off: bounds only
	known  analysis.Known
	line   analysis.Line
	losses []analysis.Regret // of the line, as far as they are known

	ticket   uint64 // of the analysis under way; what carries another one is late
	analysis *analysis.Analysis
	feed     *feed
	ctx      context.Context
	cancel   context.CancelFunc
}

// halt ends the analysis under way; what it still sends is dropped.
func (a *advisor) halt() {
	a.ticket++
	if a.cancel != nil {
		a.cancel()
	}
	a.analysis, a.feed, a.cancel = nil, nil, nil
}

// forget drops everything that is known.
func (a *advisor) forget() {
	a.halt()
	a.known, a.line, a.losses = analysis.Known{}, analysis.Line{}, nil
}

// follow looks along the line that the session stands on now.
func (a *advisor) follow(s layer.Steps) {
	a.line = analysis.OfSession(s)
	if s.State().Done() {
		a.known.Learn(s.Cursor(), analysis.Complete())
	}
	a.conclude()
}

// conclude draws the conclusions from what is new.
func (a *advisor) conclude() {
	a.known.Spread(a.line)
	a.losses = a.known.Regrets(a.line)
}

// so far are the losses of the steps that led to the cursor.
func (a *advisor) soFar() []analysis.Regret { return a.losses[:min(a.line.Here, len(a.losses))] }

// prefer has the selected operation judged before the others.
func (a *advisor) prefer(x intent.Selection) {
	if a.analysis == nil {
		return
	}
	switch x.Kind {
	case intent.OnElement:
		a.analysis.Prefer(model.Accumulate(x.Z, x.Mode))
	case intent.OnFace:
		a.analysis.Prefer(model.Eliminate(x.Face, x.Mode))
	}
}

// sourceOf names where an incumbent came from: heuristics by their own names.
func (r *run) sourceOf(i planner.Incumbent) string {
	return i.Source.String()
}
