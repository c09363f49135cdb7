package picture

import (
	"context"

	"facet/ui/draw/picture/layout"
)

// Planned is a graph on the way of a run: it follows the state with the number Before, -1
// for the first one.
type Planned = layout.PlannedState

// MostPlanned is the most vertices and edges of all states of a plan together.
const MostPlanned = 6000

// Spare is the room for states that may come.
type Spare = layout.Spare

// NewStill places the first of some states of a graph so that in all of them every vertex
// stands where it stood, and the picture keeps its size: [Layout.Step] follows the plan as
// long as the graphs are such as these. Of graphs that are too large for that it is New.
func NewStill(ctx context.Context, states []Planned, more Spare) (*Layout, error) {
	g := states[0].Graph
	states, err := plannable(states, more)
	if err != nil {
		return nil, err
	}
	if !large(g) && len(states) >= 2 {
		if l := begin(ctx, g, layout.NewPlan(ctx, states, more)); l != nil {
			return l, nil
		}
	}
	return New(ctx, g)
}

// Wider is a still picture with room for more states that may come; the same one where there is
// no room for any.
func Wider(ctx context.Context, l *Layout, states []Planned, more Spare) (*Layout, error) {
	states, err := plannable(states, more)
	if err != nil || l.plan == nil || len(states) < 2 {
		return l, err
	}
	if plan := l.plan.Wider(ctx, states, more); plan != l.plan {
		if wider := begin(ctx, states[0].Graph, plan); wider != nil {
			return wider, nil
		}
	}
	return l, nil
}

// plannable are so many states that planning them takes little; those that may come are left
// out first.
func plannable(states []Planned, more Spare) ([]Planned, error) {
	size, most := 0, len(states)
	for k, s := range states {
		if err := s.Graph.Check(); err != nil {
			return nil, err
		}
		if size += len(s.Graph.Vertices) + len(s.Graph.Edges); size > MostPlanned {
			most = min(most, max(k, more.From))
		}
		if k == more.From-1 && size > MostPlanned {
			most = 0
		}
	}
	return states[:most], nil
}

// begin is the first state of a plan; nil where the plan is of no use.
func begin(ctx context.Context, g Graph, plan *layout.Plan) *Layout {
	l := &Layout{graph: layout.Inherit(g, nil), plan: plan}
	sk, sheets, ok := plan.Follow(ctx, l.graph, nil, layout.Sheets{})
	if !ok || ctx.Err() != nil {
		return nil
	}
	l.sk = sk
	l.put(sheets)
	return l
}

// Still reports whether the vertices of the layout stay where they are in the steps that
// follow, as far as possible.
func (l *Layout) Still() bool { return l.plan != nil }

// planned is the layout of the graph that follows, where the plan has it.
func (l *Layout) planned(ctx context.Context, g Graph) (*Layout, bool) {
	if l.plan == nil {
		return nil, false
	}
	next := &Layout{graph: layout.Inherit(g, &l.graph), plan: l.plan}
	var before layout.Sheets
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		before[z] = l.sheets[z].sheet.Load()
	}
	sk, sheets, ok := l.plan.Follow(ctx, next.graph, l.sk, before)
	if !ok {
		sk, sheets, ok = l.plan.Hold(ctx, next.graph, l.sk, before)
	}
	if !ok || ctx.Err() != nil {
		return nil, false
	}
	next.sk = sk
	next.put(sheets)
	return next, true
}

// put stores sheets.
func (l *Layout) put(sheets layout.Sheets) {
	for z, p := range sheets {
		if p != nil {
			l.sheets[z].sheet.Store(p)
		}
	}
}
