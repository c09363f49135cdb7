package drawing

import (
	"context"
	"fmt"
	"sync"

	"facet/model"
	"facet/ui/diagram"
	"facet/ui/picture"
)

// Layouts are pictures that several explorers show, as those of a class that follows
// somebody: what one of them has laid out the others take over, where they come from the
// same picture and have windows of the same size and zoom. They are safe for concurrent
// use. The nil value keeps nothing.
type Layouts struct {
	mutex sync.Mutex
	done  map[layoutKey]*laidOut
	queue []layoutKey // the longest unused first
	bytes int
	most  int
	rows  map[*model.Dag]picture.Rows
	made  int
}

// NewLayouts keeps so many bytes of pictures, about.
func NewLayouts(most int) *Layouts {
	return &Layouts{most: most, done: make(map[layoutKey]*laidOut), rows: make(map[*model.Dag]picture.Rows)}
}

// Made is how many pictures were laid out so far.
func (c *Layouts) Made() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.made
}

// layoutKey is what a step's pictures depend on: those of the step before, or the start,
// what was done since, and the windows.
type layoutKey struct {
	dag     *model.Dag
	before  Drawn // zero for none
	ops     string
	sizes   bool
	windows Windows
}

// laidOut is the pictures of a step, from when somebody began to lay them out.
type laidOut struct {
	ready   chan struct{} // closed when they are there
	drawn   Drawn         // zero where that was given up
	windows Windows       // with the zoom that was chosen
	change  change
	bytes   int
}

// mostKept is how many steps' pictures are kept however small they are, and mostRows of
// how many dags the rows are.
const (
	mostKept = 2000
	mostRows = 100
)

// take gives the pictures for a key, or has them laid out. It gives up with the context.
func (c *Layouts) take(ctx context.Context, key layoutKey, lay func() *laidOut) *laidOut {
	if c == nil {
		return lay()
	}
	for ctx.Err() == nil {
		c.mutex.Lock()
		l := c.done[key]
		if l == nil {
			l = &laidOut{ready: make(chan struct{})}
			c.done[key] = l
			c.made++
			c.mutex.Unlock()
			c.fill(key, l, lay)
			return l
		}
		c.mutex.Unlock()
		select {
		case <-l.ready:
			if l.drawn != (Drawn{}) {
				return l
			}
		case <-ctx.Done():
		}
	}
	return &laidOut{}
}

// fill lays out what others may wait for; what was given up is forgotten.
func (c *Layouts) fill(key layoutKey, l *laidOut, lay func() *laidOut) {
	defer close(l.ready)
	got := lay()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if got.drawn.Dag == nil || got.drawn.Line == nil {
		delete(c.done, key)
		return
	}
	l.drawn, l.windows, l.change = got.drawn, got.windows, got.change
	l.bytes = l.drawn.Dag.Bytes() + l.drawn.Line.Bytes()
	c.bytes += l.bytes
	c.queue = append(c.queue, key)
	for len(c.queue) > 1 && (c.bytes > c.most || len(c.queue) > mostKept) {
		c.bytes -= c.done[c.queue[0]].bytes
		delete(c.done, c.queue[0])
		c.queue = c.queue[1:]
	}
}

// rowsOf are the rows of a dag's vertices.
func (c *Layouts) rowsOf(g *model.Dag) picture.Rows {
	if c == nil {
		return diagram.Rows(g)
	}
	c.mutex.Lock()
	rows := c.rows[g]
	c.mutex.Unlock()
	if rows != nil {
		return rows
	}
	rows = diagram.Rows(g)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if len(c.rows) >= mostRows {
		clear(c.rows)
	}
	c.rows[g] = rows
	return rows
}

// keyOf is what the pictures of a step depend on.
func (w *Work) keyOf(before Drawn, ops []model.Op) layoutKey {
	return layoutKey{dag: w.root.Dag(), before: before, ops: fmt.Sprint(ops), sizes: w.books.sizes, windows: w.windows}
}
