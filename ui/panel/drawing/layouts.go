package drawing

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"sync"
	"weak"

	"facet/model"
	"facet/ui/diagram"
	"facet/ui/picture"
)

// Layouts are pictures that several explorers show, as those of a class that follows
// somebody: what one of them has laid out the others take over, where they come from the
// same picture and have windows of the same size and zoom. What somebody shows is there
// for all; of what nobody shows any more, the last is kept for whoever comes late. They
// are safe for concurrent use. The nil value keeps nothing.
type Layouts struct {
	mutex sync.Mutex
	done  map[layoutKey]*laidOut
	swept int        // how many of them were left when those were dropped that are gone
	queue []*laidOut // that are kept for whoever comes late, the oldest first
	bytes int        // of these
	most  int
	rows  map[weak.Pointer[model.Dag]]picture.Rows
	made  int // pictures of steps

	paintings paintings
}

// NewLayouts keeps so many bytes of pictures that nobody shows, about.
func NewLayouts(most int) *Layouts {
	return &Layouts{most: most, done: make(map[layoutKey]*laidOut), rows: make(map[weak.Pointer[model.Dag]]picture.Rows)}
}

// Made is how many pictures were laid out so far.
func (c *Layouts) Made() int {
	if c == nil {
		return 0
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.made
}

// layoutKey is what pictures depend on: those of a step on the pictures of the step
// before, or on the start, and on what was done since; how one of them is shown on that
// and on the window. It keeps none of it in memory.
type layoutKey struct {
	dag    weak.Pointer[model.Dag]
	before weakDrawn // zero for none
	ops    [sha256.Size]byte
	sizes  bool
	window picture.Viewport // zero for the pictures of a step
}

// weakDrawn are pictures as long as somebody has them.
type weakDrawn struct{ dag, line weak.Pointer[picture.Layout] }

func (d Drawn) weak() weakDrawn { return weakDrawn{weak.Make(d.Dag), weak.Make(d.Line)} }

// shown is what is shown of a step: both pictures, or in a window the one, with what was
// chosen.
type shown struct {
	drawn  Drawn // zero where that was given up
	choice picture.Choice
}

// laidOut is where that is found, from when somebody began to lay it out.
type laidOut struct {
	ready  chan struct{} // closed when it is there
	drawn  weakDrawn
	choice picture.Choice // without the picture
	kept   Drawn          // zero where only those have it who show it
	bytes  int            // of what is kept
}

// shown gives it, if anybody has it still.
func (l *laidOut) shown() (shown, bool) {
	s := shown{Drawn{l.drawn.dag.Value(), l.drawn.line.Value()}, l.choice}
	s.choice.Layout = s.drawn.Dag
	return s, s.drawn != (Drawn{}) && s.drawn.weak() == l.drawn
}

// mostKept is how many steps' pictures are kept however small they are, and mostRows of
// how many dags the rows are.
const (
	mostKept = 10_000
	mostRows = 100
)

// take gives the pictures for a key, or has them laid out. It gives up with the context.
func (c *Layouts) take(ctx context.Context, key layoutKey, lay func() shown) shown {
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
			return c.fill(key, l, lay)
		}
		c.mutex.Unlock()
		select {
		case <-l.ready:
			if s, ok := l.shown(); ok {
				return s
			}
			c.forget(key, l)
		case <-ctx.Done():
		}
	}
	return shown{}
}

// forget drops what nobody has any more.
func (c *Layouts) forget(key layoutKey, l *laidOut) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if c.done[key] == l {
		delete(c.done, key)
	}
}

// fill lays out what others may wait for; what was given up is forgotten.
func (c *Layouts) fill(key layoutKey, l *laidOut, lay func() shown) shown {
	defer close(l.ready)
	got := lay()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if got.drawn.Dag == nil || got.drawn.Line == nil && key.window == (picture.Viewport{}) {
		delete(c.done, key)
		return shown{}
	}
	l.drawn, l.choice = got.drawn.weak(), got.choice
	l.choice.Layout = nil
	for _, p := range []*picture.Layout{got.drawn.Dag, got.drawn.Line} {
		if p != nil && weak.Make(p) != key.before.dag {
			l.bytes += p.Bytes()
		}
	}
	if l.bytes > 0 {
		l.kept = got.drawn
		c.bytes += l.bytes
		c.queue = append(c.queue, l)
	}
	for len(c.queue) > 1 && (c.bytes > c.most || len(c.queue) > mostKept) {
		c.let(1)
	}
	c.sweep()
	return got
}

// let no longer keeps the first of the queue.
func (c *Layouts) let(n int) {
	for _, l := range c.queue[:n] {
		c.bytes -= l.bytes
		l.kept = Drawn{}
	}
	c.queue = slices.Delete(c.queue, 0, n)
}

// Clear keeps nothing for whoever comes late, since nobody is there.
func (c *Layouts) Clear() {
	if c == nil {
		return
	}
	c.paintings.clear()
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.let(len(c.queue))
}

// sweep forgets what nobody has any more, each time there may be much of it.
func (c *Layouts) sweep() {
	if len(c.done) < 2*c.swept+1000 {
		return
	}
	for key, l := range c.done {
		select {
		case <-l.ready:
			if _, ok := l.shown(); !ok {
				delete(c.done, key)
			}
		default:
		}
	}
	c.swept = len(c.done)
}

// rowsOf are the rows of a dag's vertices.
func (c *Layouts) rowsOf(g *model.Dag) picture.Rows {
	if c == nil {
		return diagram.Rows(g)
	}
	key := weak.Make(g)
	c.mutex.Lock()
	rows := c.rows[key]
	c.mutex.Unlock()
	if rows != nil {
		return rows
	}
	rows = diagram.Rows(g)
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for other := range c.rows {
		if other.Value() == nil || len(c.rows) >= mostRows {
			delete(c.rows, other)
		}
	}
	c.rows[key] = rows
	return rows
}

// keyOf is what the pictures of a step depend on.
func (w *Work) keyOf(before Drawn, ops []model.Op) layoutKey {
	return layoutKey{dag: weak.Make(w.root.Dag()), before: before.weak(), ops: sha256.Sum256(fmt.Append(nil, ops)), sizes: w.books.sizes}
}

// choose says how a window shows a picture; false where that was given up.
func (c *Layouts) choose(ctx context.Context, l *picture.Layout, window picture.Viewport) (picture.Choice, bool) {
	got := c.take(ctx, layoutKey{before: Drawn{Dag: l}.weak(), window: window}, func() shown {
		choice, err := l.Choose(ctx, window)
		if err != nil {
			return shown{}
		}
		return shown{drawn: Drawn{Dag: choice.Layout}, choice: choice}
	})
	return got.choice, got.drawn != Drawn{}
}
