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
// long as the graphs are such as these. States that may come are left out where there is no
// room for them, and where there are too many of them; least is the picture without such
// room. Of graphs that are too large for that both are New.
func NewStill(ctx context.Context, states []Planned, more Spare) (l, least *Layout, err error) {
	size, most := 0, len(states)
	for k, s := range states {
		if err := s.Graph.Check(); err != nil {
			return nil, nil, err
		}
		if size += len(s.Graph.Vertices) + len(s.Graph.Edges); size > MostPlanned {
			most = min(most, max(k, more.From))
		}
		if k == more.From-1 && size > MostPlanned {
			most = 0
		}
	}
	g := states[0].Graph
	if states = states[:most]; !large(g) && len(states) >= 2 {
		plan, tight := layout.NewPlan(ctx, states, more)
		l, least = begin(ctx, g, plan), begin(ctx, g, tight)
	}
	if l == nil || least == nil {
		l, err = New(ctx, g)
		least = l
	}
	return l, least, err
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
