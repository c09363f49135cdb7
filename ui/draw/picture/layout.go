package picture

import (
	"context"
	"sync"
	"sync/atomic"

	"facet/ui/draw/picture/layout"
)

// Layout is a placed graph. It never changes: stepping back to an older layout
// restores its picture to the byte. A Layout may be used by several goroutines.
type Layout struct {
	graph  Graph
	coarse bool
	sk     *layout.Skeleton
	sheets [len(layout.Sheets{})]kept[layout.Sheet]
	least  [len(layout.Sheets{})]kept[Point]
	homes  *layout.Homes // nil for none
	known  kept[Layout]  // without lines that are lent to what may come
	tight  kept[Layout]  // without lines that it does not need
	spread kept[Layout]  // the same order placed anew
	tidy   kept[Layout]  // another order
}

// kept is what is made of a layout once, when it is first asked for.
type kept[T any] struct {
	making sync.Mutex
	atomic.Pointer[T]
}

func (k *kept[T]) get(build func() (*T, error)) (*T, error) {
	if made := k.Load(); made != nil {
		return made, nil
	}
	k.making.Lock()
	defer k.making.Unlock()
	if made := k.Load(); made != nil {
		return made, nil
	}
	made, err := build()
	if err == nil {
		k.Store(made)
	}
	return made, err
}

// with is the layout with other sheets.
func (l *Layout) with(change func(*layout.Sheet) *layout.Sheet) *Layout {
	next := &Layout{graph: l.graph, coarse: l.coarse, sk: l.sk, homes: l.homes}
	for z := range l.sheets {
		if p := l.sheets[z].Load(); p != nil {
			next.sheets[z].Store(change(p))
		}
	}
	return next
}

// exceeds reports whether no order of the rows fits into a window.
func (l *Layout) exceeds(z Zoom, width, height int) bool {
	least, _ := l.least[z].get(func() (*Point, error) {
		wide, high := layout.Least(z, l.sk)
		return &Point{X: wide, Y: high}, nil
	})
	return least.X >= width || least.Y > height
}

// New places a graph. It fails if a key is used twice, an edge is given twice,
// has an unknown end or does not point to a lower layer; and with the cause of
// the context, within milliseconds, once that is cancelled. A graph with more
// than MostParts parts of edges is only surveyed: see Layout.Coarse.
func New(ctx context.Context, g Graph) (*Layout, error) {
	if err := g.Check(); err != nil {
		return nil, err
	}
	if large(g) {
		return survey(g.Clone()), nil
	}
	l := &Layout{graph: g.Clone()}
	l.sk = layout.NewSkeleton(l.graph, nil, true)
	layout.Order(ctx, l.sk)
	return l.complete(ctx)
}

// Step places the graph that follows this layout's after some vertices and
// edges came and went. Survivors keep their place, new vertices take the nearest
// free one, rows never change their order and gaps shrink only for others. Edges that
// were removed stay known for this one step so that View.Removed can show them. After
// a coarse layout, and for a graph that is too large, it is New. The errors are
// those of New.
func (l *Layout) Step(ctx context.Context, g Graph) (*Layout, error) {
	if l.coarse || large(g) {
		return New(ctx, g)
	}
	if err := g.Check(); err != nil {
		return nil, err
	}
	zoom := ZoomRows
	if l.homes != nil {
		zoom = l.homes.Zoom
	}
	rows, err := l.prepare(ctx, zoom)
	if err != nil {
		return nil, err
	}
	next := &Layout{graph: layout.Inherit(g, &l.graph), homes: l.homes}
	if l.homes != nil && next.goHome(ctx, l) {
		return next, nil
	}
	next.sk = layout.NewSkeleton(next.graph, l.sk, true)
	t := layout.OrderRows(ctx, next.sk, rows, l.homes)
	for z := ZoomLabels; z <= ZoomBoxes; z++ {
		if before := l.sheets[z].Load(); before != nil {
			next.sheets[z].Store(before.Step(ctx, next.sk, t))
		}
	}
	return next.complete(ctx)
}

// complete lays out what should be there from the start: ZoomRows, and all zoom
// levels of a picture that is not large.
func (l *Layout) complete(ctx context.Context) (*Layout, error) {
	zooms := []Zoom{ZoomRows, ZoomLabels, ZoomBoxes}
	if len(l.sk.Segments) > fewParts {
		zooms = zooms[:1]
	}
	if err := l.Prepare(ctx, zooms...); err != nil {
		return nil, err
	}
	return l, nil
}

// Prepare lays a large graph out at zoom levels at which it was not yet looked
// at, so that later calls find it done. Small ones are complete from the
// start, and so is ZoomRows. It fails with the context's cause once that is cancelled.
func (l *Layout) Prepare(ctx context.Context, zooms ...Zoom) error {
	for _, z := range zooms {
		if l.coarse {
			break
		}
		if _, err := l.prepare(ctx, z); err != nil {
			return err
		}
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}

// Ready reports whether Render at this zoom level need not lay anything out
// first.
func (l *Layout) Ready(z Zoom) bool { return l.coarse || l.slot(z).Load() != nil }

// Bytes is how much memory the layout takes, about, with all that was made of it.
func (l *Layout) Bytes() int {
	if l == nil {
		return 0
	}
	sk := l.sk
	bytes := 130*len(sk.Vertices) + 80*len(sk.Edges) + 160*len(sk.Items) + 70*len(sk.Segments)
	for z := range l.sheets {
		if l.sheets[z].Load() != nil {
			bytes += 40*len(sk.Items) + 60*len(sk.Segments)
		}
	}
	for _, other := range []*Layout{l.known.Load(), l.tight.Load(), l.spread.Load(), l.tidy.Load()} {
		bytes += other.Bytes()
	}
	return bytes
}

// Graph returns what the layout places. It must not be changed.
func (l *Layout) Graph() Graph { return l.graph }

// Vertex returns the vertex with the given key, false if there is none.
func (l *Layout) Vertex(key int) (Vertex, bool) {
	i, ok := l.sk.ByKey[key]
	if !ok {
		return Vertex{}, false
	}
	return l.graph.Vertices[i], true
}

// sheet returns the layout at a zoom level, made when first asked for.
func (l *Layout) sheet(z Zoom) *layout.Sheet {
	p, _ := l.prepare(context.Background(), z)
	return p
}

// slot is where the sheet of a zoom level is kept. ZoomOverview and ZoomAuto
// have none of their own.
func (l *Layout) slot(z Zoom) *kept[layout.Sheet] {
	if z < ZoomLabels || l.coarse {
		z = ZoomRows
	}
	return &l.sheets[z]
}

func (l *Layout) prepare(ctx context.Context, z Zoom) (*layout.Sheet, error) {
	return l.slot(z).get(func() (*layout.Sheet, error) {
		p := layout.First(ctx, max(z, ZoomLabels), l.sk)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return p, nil
	})
}

// MostParts is how many parts of edges New and Step lay out: an edge has one
// for every row that it leads down. A picture with more could not be read and
// would take long.
const MostParts = 20_000

// fewParts is up to how many parts all zoom levels are laid out at once.
const fewParts = 2_000

func survey(g Graph) *Layout {
	l := &Layout{graph: g, coarse: true}
	l.sk = layout.NewSkeleton(g, nil, false)
	l.sheets[ZoomRows].Store(layout.Scatter(l.sk))
	return l
}

// large reports whether the graph is too large to be laid out edge by edge.
func large(g Graph) bool {
	if g.Omitted > 0 || len(g.Edges) > MostParts {
		return true
	}
	layer := make(map[int]int, len(g.Vertices))
	for _, v := range g.Vertices {
		layer[v.Key] = v.Layer
	}
	parts := 0
	for _, e := range g.Edges {
		parts += layer[e.To] - layer[e.From]
	}
	return parts > MostParts
}
