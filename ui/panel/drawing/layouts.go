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
	queue []layoutKey // the oldest first
	bytes int
	most  int
	rows  map[*model.Dag]picture.Rows
	made  int // pictures of steps
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

// layoutKey is what pictures depend on: those of a step on the pictures of the step
// before, or on the start, and on what was done since; how one of them is shown on that
// and on the window.
type layoutKey struct {
	dag    *model.Dag
	before Drawn // zero for none
	ops    string
	sizes  bool
	window picture.Viewport // zero for the pictures of a step
}

// laidOut is pictures, from when somebody began to lay them out: of a step both, in a
// window the one, with what was chosen.
type laidOut struct {
	ready  chan struct{} // closed when they are there
	drawn  Drawn         // zero where that was given up
	choice picture.Choice
	bytes  int
}

// mostKept is how many steps' pictures are kept however small they are, and mostRows of
// how many dags the rows are.
const (
	mostKept = 10_000
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
			if key.window == (picture.Viewport{}) {
				c.made++
			}
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
	if got.drawn.Dag == nil || got.drawn.Line == nil && key.window == (picture.Viewport{}) {
		delete(c.done, key)
		return
	}
	l.drawn, l.choice = got.drawn, got.choice
	for _, p := range []*picture.Layout{l.drawn.Dag, l.drawn.Line} {
		if p != nil && p != key.before.Dag {
			l.bytes += p.Bytes()
		}
	}
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
	return layoutKey{dag: w.root.Dag(), before: before, ops: fmt.Sprint(ops), sizes: w.books.sizes}
}

// choose says how a window shows a picture; false where that was given up.
func (c *Layouts) choose(ctx context.Context, l *picture.Layout, window picture.Viewport) (picture.Choice, bool) {
	got := c.take(ctx, layoutKey{before: Drawn{Dag: l}, window: window}, func() *laidOut {
		choice, err := l.Choose(ctx, window)
		if err != nil {
			return &laidOut{}
		}
		return &laidOut{drawn: Drawn{Dag: choice.Layout}, choice: choice}
	})
	return got.choice, got.drawn != Drawn{}
}
