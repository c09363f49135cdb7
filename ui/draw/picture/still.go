package picture

import (
	"context"

	"facet/ui/draw/picture/layout"
)

// Planned is a graph on the way of a run: it follows the state with the number Before, -1
// for the first one.
type Planned = layout.PlannedState

// mostPlanned is the most vertices and edges of all states of a plan together.
const mostPlanned = 6000

// NewStill places the first of some states of a graph so that in all of them every vertex
// stands where it stood, and the picture keeps its size: [Layout.Step] follows the plan as
// long as the graphs are such as these. States from spare on are left out where they would
// make the picture wider, and where there are too many of them. Of graphs that are too large
// for that it is New.
func NewStill(ctx context.Context, states []Planned, spare int) (*Layout, error) {
	size, most := 0, len(states)
	for k, s := range states {
		if err := s.Graph.Check(); err != nil {
			return nil, err
		}
		if size += len(s.Graph.Vertices) + len(s.Graph.Edges); size > mostPlanned {
			most = min(most, max(k, spare))
		}
		if k == spare-1 && size > mostPlanned {
			most = 0
		}
	}
	g := states[0].Graph
	if states = states[:most]; large(g) || len(states) < 2 {
		return New(ctx, g)
	}
	l := &Layout{graph: layout.Inherit(g, nil), plan: layout.NewPlan(ctx, states, spare)}
	sk, sheets, ok := l.plan.Follow(ctx, l.graph, nil, layout.Sheets{})
	if !ok || ctx.Err() != nil {
		return New(ctx, g)
	}
	l.sk = sk
	l.put(sheets)
	return l, nil
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
