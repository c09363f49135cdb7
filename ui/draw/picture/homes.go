package picture

import (
	"context"

	"facet/ui/draw/picture/layout"
)

// Foreseen is a graph that may come, and the number of the state that it follows, -1 for
// the first one.
type Foreseen = layout.Foreseen

// Room is the space that pictures may take whose vertices stay at home.
type Room = layout.Room

// Table is the homes of a graph that changes, each of which a vertex has in all states.
type Table struct {
	First Graph // of the first state
	*layout.Table
}

// NewTable makes homes for the vertices of some states, of which the known ones are certain to
// need them. It fails as New does.
func NewTable(ctx context.Context, states []Foreseen, known int) (*Table, error) {
	for _, s := range states {
		if err := s.Graph.Check(); err != nil {
			return nil, err
		}
	}
	return &Table{states[0].Graph, layout.NewTable(ctx, states, known)}, nil
}

// Begin places the first state in its homes. Steps that follow keep every vertex in its home
// as long as it is free. Without place for homes it is New.
func (t *Table) Begin(ctx context.Context, room Room) (*Layout, error) {
	l := &Layout{graph: layout.Inherit(t.First, nil), homes: t.Homes(ctx, room)}
	if l.homes == nil || !l.goHome(ctx, nil) {
		return New(ctx, t.First)
	}
	return l, ctx.Err()
}

// goHome places all vertices in their homes, after another layout; false where one has none.
func (l *Layout) goHome(ctx context.Context, after *Layout) bool {
	var before layout.Sheets
	var old *layout.Skeleton
	if after != nil {
		old = after.sk
		for z := ZoomLabels; z <= ZoomBoxes; z++ {
			before[z] = after.sheets[z].Load()
		}
	}
	sk, sheets, ok := l.homes.Follow(ctx, l.graph, old, before)
	if !ok {
		return false
	}
	l.sk = sk
	for z, p := range sheets {
		if p != nil {
			l.sheets[z].Store(p)
		}
	}
	return true
}

// Still reports whether the vertices of the layout have homes, and stay where they are in the
// steps that follow, as far as possible.
func (l *Layout) Still() bool { return l.homes != nil }
