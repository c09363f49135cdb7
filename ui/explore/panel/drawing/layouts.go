package drawing

import (
	"context"
	"crypto/sha256"
	"slices"
	"sync"
	"weak"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
)

// Layouts share pictures among several explorers, such as those of a class that follows
// its lecturer. A picture that one explorer has laid out is used by the others if they
// come from the same picture and have windows of the same size and zoom. Pictures that an
// explorer shows are available to all; of the others the most recent are kept for
// explorers that arrive later. Layouts are safe for concurrent use. The nil value shares
// nothing.
type Layouts struct {
	mutex sync.Mutex
	done  map[layoutKey]*laidOut
	swept int        // size of done after the last sweep
	queue []*laidOut // kept for explorers that arrive later, the oldest first
	bytes int        // of what is kept
	most  int
	rows  map[weak.Pointer[model.Dag]]picture.Rows
	made  int  // number of steps that were laid out
	alone bool // of one explorer

	painted []*painted // the last scenes, the oldest first
}

// OwnLayouts keeps about most bytes of pictures of one explorer, such as those that are
// laid out before they are asked for.
func OwnLayouts(most int) *Layouts {
	l := NewLayouts(most)
	l.alone = true
	return l
}

// NewLayouts keeps about most bytes of pictures that no explorer shows.
func NewLayouts(most int) *Layouts {
	return &Layouts{most: most, done: make(map[layoutKey]*laidOut),
		rows: make(map[weak.Pointer[model.Dag]]picture.Rows)}
}

// Made is the number of steps that were laid out so far.
func (l *Layouts) Made() int {
	if l == nil {
		return 0
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return l.made
}

// Kept is the number of steps and choices whose pictures are kept though no explorer may
// show them.
func (l *Layouts) Kept() int {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	return len(l.queue)
}

// layoutKey is what a layout depends on. The pictures of a step depend on those of the
// step before, or on the start, and on the operations since; the part of a picture in a
// window depends on the picture and the window. A key keeps none of these in memory.
type layoutKey struct {
	dag    weak.Pointer[model.Dag]
	before weakDrawn // zero for the start
	ops    [sha256.Size]byte
	known  [sha256.Size]byte // of the runs that a picture of the start has room for
	sizes  bool
	unit   float64
	whole  picture.Point    // of a picture that has room for runs
	ascii  bool             // of such a picture
	led    bool             // likewise
	window picture.Viewport // zero for the pictures of a step
}

// weakDrawn are pictures that other explorers may drop.
type weakDrawn struct{ dag, line weak.Pointer[picture.Layout] }

func (d Drawn) weak() weakDrawn { return weakDrawn{weak.Make(d.Dag), weak.Make(d.Line)} }

// shown is the result of a layout: both pictures of a step, or the one picture in a
// window with how it was chosen.
type shown struct {
	drawn  Drawn // zero where the layout was given up
	choice picture.Choice
}

// laidOut is the entry of a layout, from when one explorer begins it.
type laidOut struct {
	ready  chan struct{} // closed when the layout is over, for those who wait
	over   bool          // the same, for those who come later
	drawn  weakDrawn
	choice picture.Choice // without the picture
	kept   Drawn          // zero where only explorers that show it hold it
	bytes  int            // of what is kept
}

// shown returns the layout, if it is still in memory.
func (l *laidOut) shown() (shown, bool) {
	s := shown{Drawn{l.drawn.dag.Value(), l.drawn.line.Value()}, l.choice}
	s.choice.Layout = s.drawn.Dag
	return s, s.drawn != (Drawn{}) && s.drawn.weak() == l.drawn
}

// mostKept is the most steps whose pictures are kept, however small; mostRows is the most
// dags whose rows are kept.
const (
	mostKept = 10_000
	mostRows = 100
)

// take returns the layout for a key, or makes it by lay, or waits for the explorer that
// makes it. It gives up with the context.
func (l *Layouts) take(ctx context.Context, key layoutKey, lay func() shown) shown {
	if l == nil {
		return lay()
	}
	for ctx.Err() == nil {
		l.mutex.Lock()
		laid := l.done[key]
		if laid == nil {
			laid = &laidOut{ready: make(chan struct{})}
			l.done[key] = laid
			if key.window == (picture.Viewport{}) {
				l.made++
			}
			l.mutex.Unlock()
			return l.fill(key, laid, lay)
		}
		over := laid.over
		l.mutex.Unlock()
		if !over {
			select {
			case <-laid.ready:
			case <-ctx.Done():
				return shown{}
			}
		}
		if s, ok := laid.shown(); ok {
			return s
		}
		l.forget(key, laid)
	}
	return shown{}
}

// there returns the layout for a key if it was made.
func (l *Layouts) there(key layoutKey) (s shown) {
	if l == nil {
		return s
	}
	l.mutex.Lock()
	laid := l.done[key]
	over := laid != nil && laid.over
	l.mutex.Unlock()
	if over {
		s, _ = laid.shown()
	}
	return s
}

// forget drops an entry whose layout is no longer in memory.
func (l *Layouts) forget(key layoutKey, laid *laidOut) {
	l.mutex.Lock()
	defer l.mutex.Unlock()
	if l.done[key] == laid {
		delete(l.done, key)
	}
}

// fill makes the layout that other explorers may wait for. A layout that was given up is
// forgotten.
func (l *Layouts) fill(key layoutKey, laid *laidOut, lay func() shown) shown {
	defer close(laid.ready)
	got := lay()
	l.mutex.Lock()
	defer l.mutex.Unlock()
	laid.over = true
	if got.drawn.Dag == nil || got.drawn.Line == nil && key.window == (picture.Viewport{}) {
		delete(l.done, key)
		return shown{}
	}
	laid.drawn, laid.choice = got.drawn.weak(), got.choice
	laid.choice.Layout = nil
	for _, p := range []*picture.Layout{got.drawn.Dag, got.drawn.Line} {
		if p != nil && weak.Make(p) != key.before.dag {
			laid.bytes += p.Bytes()
		}
	}
	if laid.bytes > 0 {
		laid.kept = got.drawn
		l.bytes += laid.bytes
		l.queue = append(l.queue, laid)
	}
	for len(l.queue) > 1 && (l.bytes > l.most || len(l.queue) > mostKept) {
		l.let(1)
	}
	l.sweep()
	return got
}

// let stops keeping the first n of the queue.
func (l *Layouts) let(n int) {
	for _, laid := range l.queue[:n] {
		l.bytes -= laid.bytes
		laid.kept = Drawn{}
	}
	l.queue = slices.Delete(l.queue, 0, n)
}

// Clear keeps nothing any more: the last explorer has left.
func (l *Layouts) Clear() {
	if l == nil {
		return
	}
	l.mutex.Lock()
	defer l.mutex.Unlock()
	l.let(len(l.queue))
	l.painted = nil
}

// sweep forgets entries whose layouts are no longer in memory, once the map has doubled.
func (l *Layouts) sweep() {
	if len(l.done) < 2*l.swept+1000 {
		return
	}
	for key, laid := range l.done {
		if _, ok := laid.shown(); laid.over && !ok {
			delete(l.done, key)
		}
	}
	l.swept = len(l.done)
}

// rowsOf are the rows of a dag's vertices.
func (l *Layouts) rowsOf(g *model.Dag) picture.Rows {
	if l == nil {
		return diagram.Rows(g)
	}
	key := weak.Make(g)
	l.mutex.Lock()
	rows := l.rows[key]
	l.mutex.Unlock()
	if rows != nil {
		return rows
	}
	rows = diagram.Rows(g)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	for other := range l.rows {
		if other.Value() == nil || len(l.rows) >= mostRows {
			delete(l.rows, other)
		}
	}
	l.rows[key] = rows
	return rows
}

// keyOf is the key of a step's pictures.
func (w *Work) keyOf(before Drawn, ops []model.Op) layoutKey {
	return layoutKey{dag: weak.Make(w.root.Dag()), before: before.weak(), ops: sumOf(ops),
		sizes: w.books.sizes, unit: w.books.unit}
}

// choose chooses how a window shows a picture; false where that was given up, or is not
// known at once.
func (w *Work) choose(ctx context.Context, layout *picture.Layout, window picture.Viewport) (picture.Choice,
	bool) {
	key := layoutKey{before: Drawn{Dag: layout}.weak(), window: window}
	if w.there && !picture.Keeps(layout, window) {
		got := w.layouts.there(key)
		return got.choice, got.drawn != Drawn{}
	}
	got := w.layouts.take(ctx, key, func() shown {
		choice, err := layout.Choose(ctx, window)
		if err != nil {
			return shown{}
		}
		return shown{drawn: Drawn{Dag: choice.Layout}, choice: choice}
	})
	return got.choice, got.drawn != Drawn{}
}

// take returns the layout for a key, or makes it, unless only what is there is asked for.
func (w *Work) take(ctx context.Context, key layoutKey, lay func() shown) shown {
	if w.there {
		return w.layouts.there(key)
	}
	return w.layouts.take(ctx, key, lay)
}

// mostPainted is of how many scenes the rows are kept, 10 to 20 kilobytes each: a class has
// many sizes of windows, two pictures in each, and those of the step before.
const mostPainted = 512

// painted are the rows of a scene, which explorers share that show the same: most of a
// class that follows its lecturer.
type painted struct {
	layout weak.Pointer[picture.Layout]
	theme  *style.Theme
	scene  scene
	once   sync.Once
	rows   []string
	places picture.Places
}

// paint gives the rows of a scene, which must not be changed, and where the vertices of an
// overview are.
func (l *Layouts) paint(t *style.Theme, of *picture.Layout, s *scene) ([]string, picture.Places) {
	p := &painted{}
	if l != nil && !l.alone && s.from.layout == nil {
		p = l.painting(t, of, s)
	}
	p.once.Do(func() {
		canvas := s.canvas(of)
		p.rows, p.places = paint(t, canvas), canvas.Places()
	})
	return p.rows, p.places
}

// painting is the entry of a scene, the last one that is kept from now on.
func (l *Layouts) painting(t *style.Theme, of *picture.Layout, s *scene) *painted {
	layout := weak.Make(of)
	l.mutex.Lock()
	defer l.mutex.Unlock()
	at := slices.IndexFunc(l.painted, func(p *painted) bool {
		return p.layout == layout && (p.theme == t || p.theme.PaintsLike(t)) && p.scene.like(s)
	})
	if at >= 0 {
		return l.painted[at]
	}
	p := &painted{layout: layout, theme: t, scene: *s}
	l.painted = append(l.painted[max(0, len(l.painted)+1-mostPainted):], p)
	return p
}
