package drawing

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
)

// Pictures keeps the pictures of the steps that were shown. They are laid out in the
// background. Until those of the step at the cursor are ready the last ones stay, and at
// the very beginning an overview.
type Pictures struct {
	of      *model.Dag
	books   books
	Now     Drawn   // what is shown
	Step    int     // the step that they are of; -1 for none
	exact   bool    // Now is not just an overview
	windows Windows // that Now was laid out for
	way     way
	// Layouts shares pictures with other explorers; nil for none.
	Layouts *Layouts
}

// books are the compressed pictures of all steps of a dag; jobs share them with the
// screen.
type books struct {
	rows      picture.Rows
	dag, line *picture.Album
	sizes     bool    // vector sizes are part of the dag's labels
	unit      float64 // seconds of a unit of cost, in which the dag's labels are; 0 for costs
	before    before
}

// sizesShown is the most vertices of a dag that shows its vector sizes by default.
const sizesShown = 12

// unpacked is the number of steps whose pictures are kept uncompressed; all others take a
// few bytes for each part of an edge.
const unpacked = 4

func newBooks(sizes bool) books {
	return books{dag: picture.NewAlbum(unpacked), line: picture.NewAlbum(unpacked), sizes: sizes}
}

// NewPictures makes an empty collection for a dag.
func NewPictures(g *model.Dag) *Pictures {
	return &Pictures{of: g, books: newBooks(len(g.Vertices) <= sizesShown), Step: -1}
}

// Of is the dag of the pictures.
func (p *Pictures) Of() *model.Dag { return p.of }

// Ready reports whether the pictures of a step are shown.
func (p *Pictures) Ready(step int) bool { return p.exact && p.Step == step }

// Current reports whether the picture of a step, possibly an overview, is shown.
func (p *Pictures) Current(step int) bool { return p.Step == step }

// Fit reports whether what is shown was laid out for such windows.
func (p *Pictures) Fit(w Windows) bool { return p.windows.like(w) }

// Bytes estimates the memory of the pictures of all steps.
func (p *Pictures) Bytes() int { return p.books.dag.Bytes() + p.books.line.Bytes() }

// Resize shows or hides vector sizes beside the vertices of the dag.
func (p *Pictures) Resize(shown bool) {
	if p.books.sizes != shown {
		rows, before, unit := p.books.rows, p.books.before, p.books.unit
		p.books, p.exact = newBooks(shown), false
		p.books.rows, p.books.before, p.books.unit = rows, before, unit
	}
}

// Price writes costs as times, a unit of cost as so many seconds; 0 writes costs. It reports
// whether that is another way than before.
func (p *Pictures) Price(unit float64) bool {
	if p.books.unit == unit {
		return false
	}
	rows, before, sizes := p.books.rows, p.books.before, p.books.sizes
	p.books, p.exact = newBooks(sizes), false
	p.books.rows, p.books.before, p.books.unit = rows, before, unit
	return true
}

// Finished is the message that brings pictures. A coarse one brings an overview, which a
// second message replaces.
type Finished struct {
	books   books
	step    int
	drawn   Drawn
	exact   bool
	windows Windows
	change
}

// change says which of the pictures, dag and line dag, were laid out anew to fit their
// windows, and in which any vertex moved, also to close gaps or as the user asked.
type change struct{ anew, moved [2]bool }

// Moves is the panels whose pictures will have moved once d is taken, so that the user
// should be told or shown. anew is true if one of them was laid out anew: for this step,
// or when it was first shown and is now reached from the step before.
func (p *Pictures) Moves(d Finished, panels []*Panel, further bool) (moving []*Panel, anew bool) {
	for _, panel := range panels {
		jumps := jumps(panel.Layout(p.Now), panel.Layout(d.drawn))
		if jumps || d.moved[panel.Kind] {
			moving = append(moving, panel)
		}
		anew = anew || d.anew[panel.Kind] || jumps && further
	}
	return moving, anew
}

// jumps reports whether so many vertices are in other columns than before that the eye
// would lose them: a quarter of those that both layouts have.
func jumps(from, to *picture.Layout) bool {
	if from == nil || to == nil || from.Coarse() || to.Coarse() {
		return false
	}
	both, moved := 0, 0
	for _, v := range to.Graph().Vertices {
		if a, ok := from.Position(picture.RefVertex(v.Key), picture.ZoomRows, false); ok {
			b, _ := to.Position(picture.RefVertex(v.Key), picture.ZoomRows, false)
			both++
			if a.X != b.X {
				moved++
			}
		}
	}
	return 4*moved > both
}

// Take shows finished pictures.
func (p *Pictures) Take(d Finished) {
	p.books.rows = d.books.rows
	p.Now, p.Step, p.exact, p.windows = d.drawn, d.step, d.exact, d.windows
}

// Work is the steps to lay out, up to the one at the cursor: from the last step whose
// pictures are known, or from the start. It is immutable, for use in the background.
type Work struct {
	books    books
	layouts  *Layouts
	root     *model.State // the start
	here     *model.State // the state at the last step
	steps    []workStep   // from the start to the cursor, including the start
	Overview bool         // nothing is shown yet
	Tidy     bool         // without regard to earlier steps
	First    bool         // the windows are divided by the sizes of the pictures, which are not known yet
	windows  Windows
	known    [][][]model.Op // what is known of the runs of a small dag, step by step
	there    bool           // only what was laid out before is taken, and nothing laid out
}

// Work is the work that leads to the cursor of a session, for windows.
func (p *Pictures) Work(s layer.Steps, windows Windows) Work {
	return p.workAt(s, s.Cursor(), windows)
}

func (p *Pictures) workAt(s layer.Steps, at int, windows Windows) Work {
	root, _ := s.StateAt(0)
	here := s.State()
	if at != s.Cursor() {
		here, _ = s.StateAt(at)
	}
	return Work{books: p.books, layouts: p.Layouts, root: root, here: here, steps: p.way.to(s, at),
		Overview: p.Step < 0, windows: windows, known: knownRuns(s)}
}

// quick is the largest graph, in parts, that is shown without an overview first.
const quick = 600

// mostWork is the most vertices and edges that are laid out on the way to a step that was
// not shown yet: a sequence that was applied as a whole should keep its places when it is
// undone step by step. Steps further back are laid out anew.
const mostWork = 200_000

// Draw lays out the pictures of the last step.
func (w Work) Draw(ctx context.Context) Finished {
	if w.books.before.row != nil {
		w.layouts = nil // no other explorer comes from the same picture
	}
	if w.books.rows == nil {
		w.books.rows = w.rows()
	}
	last := len(w.steps) - 1
	out := Finished{books: w.books, step: w.steps[last].id, exact: true, windows: w.windows}
	if w.Overview && w.here.Faces()+w.here.Live() > quick {
		out.exact = false
		out.drawn.Dag, _ = picture.Survey(w.dag(w.here))
		out.drawn.Line, _ = picture.Survey(diagram.Line(w.here, w.books.rows, nil))
		return out
	}
	if d, ok := w.open(last, func() *model.State { return w.here }); ok && !w.Tidy {
		out.drawn, out.change = w.fit(ctx, out.step, d)
		return out
	}
	from := last - 1
	for from >= 0 && !w.books.has(w.steps[from].id) {
		from--
	}
	follows := from < 0 && w.books.before.row != nil // continue the picture of the unchanged dag
	if from < 0 {
		from = 0
	}
	// a complete sequence ends with few vertices
	size := max(w.here.Faces()+w.here.Live(), w.root.Faces()+w.root.Live())
	if effort := (last - from) * size; w.Tidy || last == 0 || follows || effort > mostWork {
		if !w.Tidy {
			out.drawn, out.change = w.placeOnce(ctx, last, func() *model.State { return w.here })
			return out
		}
		out.drawn, out.change = w.fit(ctx, out.step, w.place(ctx, last, w.here))
		out.moved = [2]bool{true, true}
		return out
	}
	out.drawn, out.change = w.stepByStep(ctx, from)
	return out
}

// fit makes the pictures of a step that outgrew their windows fit again if possible. It
// returns which were laid out anew for that, and which moved at all. The windows remember
// the zoom.
func (w *Work) fit(ctx context.Context, step int, d Drawn) (_ Drawn, c change) {
	holds := w.First || w.holds(d)
	for k, one := range []struct {
		layout **picture.Layout
		book   *picture.Album
		window *picture.Viewport
	}{{&d.Dag, w.books.dag, &w.windows.dag}, {&d.Line, w.books.line, &w.windows.line}} {
		if one.window.Width == 0 || *one.layout == nil {
			continue // not shown yet
		}
		if holds && (*one.layout).Still() {
			continue
		}
		choice, ok := w.choose(ctx, *one.layout, *one.window)
		if !ok && w.there {
			return Drawn{}, c
		}
		if !ok {
			continue
		}
		if !one.window.Pinned {
			one.window.Zoom = choice.Zoom
		}
		if choice.Layout != *one.layout {
			if *one.layout = choice.Layout; step != noStep {
				one.book.Keep(step, choice.Layout)
			}
			c.anew[k], c.moved[k] = choice.Tidied, true
		}
	}
	return d, c
}

// stepByStep lays out one step after the other.
func (w *Work) stepByStep(ctx context.Context, from int) (d Drawn, c change) {
	state := statesOf(w.root, w.steps)
	d, ok := w.open(from, func() *model.State { return state(from) })
	if !ok {
		if d, _ = w.placeOnce(ctx, from, func() *model.State { return state(from) }); d == (Drawn{}) {
			return d, c
		}
	}
	for at := from + 1; at < len(w.steps) && ctx.Err() == nil; at++ {
		before, step := d, w.steps[at]
		l := w.take(ctx, w.keyOf(before, step.ops), func() shown {
			here, changes, _ := model.Replay(state(at-1), step.ops)
			return shown{drawn: w.follow(ctx, before, at, here, changes)}
		})
		if l.drawn == (Drawn{}) && w.there {
			return Drawn{}, c
		}
		if l.drawn == (Drawn{}) {
			break
		}
		if w.outgrown(l.drawn) { // once and for all steps that are known
			anew := w.anew(ctx, at, func() *model.State { return state(at) })
			if anew.Dag == nil && w.there {
				return Drawn{}, c
			}
			if anew.Dag != nil && !w.larger(l.drawn.Dag, w.windows.dag) &&
				!w.outgrown(Drawn{l.drawn.Dag, anew.Line}) {
				anew.Dag = l.drawn.Dag // this one need not move
			}
			if anew.Line != nil && !w.larger(l.drawn.Line, w.windows.line) &&
				!w.outgrown(Drawn{anew.Dag, l.drawn.Line}) {
				anew.Line = l.drawn.Line
			}
			if anew.Dag != nil && !w.outgrown(anew) {
				w.books.keep(step.id, anew)
				d, c = anew, change{anew: [2]bool{true, true}, moved: [2]bool{true, true}}
				continue
			}
		}
		w.books.keep(step.id, l.drawn)
		d, c = w.fit(ctx, step.id, l.drawn)
	}
	return d, c
}

// outgrown reports whether pictures that stood still so far no longer fit into their windows.
func (w *Work) outgrown(d Drawn) bool {
	return !w.First && (w.larger(d.Dag, w.windows.dag) || w.larger(d.Line, w.windows.line)) && !w.holds(d)
}

// larger reports whether a picture that stood still so far is larger than its window.
func (w *Work) larger(l *picture.Layout, v picture.Viewport) bool {
	return v.Width > 0 && !v.Pinned && l.Still() && !l.Fits(picture.ZoomLabels, v.Width, v.Height, v.ASCII)
}

// holds reports whether the panels can be made as large as pictures need that stand still.
func (w *Work) holds(d Drawn) bool {
	return d.Dag != nil && d.Line != nil && w.windows.room.Holds(Measure(d, w.windows.line.ASCII))
}

// placeOnce lays a step out without regard to others, unless another explorer has done
// so.
func (w *Work) placeOnce(ctx context.Context, at int, state func() *model.State) (Drawn, change) {
	l := shown{drawn: w.anew(ctx, at, state)}
	if l.drawn != (Drawn{}) {
		w.books.keep(w.steps[at].id, l.drawn)
	}
	return w.fit(ctx, w.steps[at].id, l.drawn)
}

// anew lays a step out without regard to others, unless that was done before.
func (w *Work) anew(ctx context.Context, at int, state func() *model.State) Drawn {
	key := w.keyOf(Drawn{}, opsTo(w.steps, at))
	if still(w.root.Dag()) {
		key.whole, key.ascii, key.led = w.windows.whole, w.windows.line.ASCII, w.windows.led
	}
	if w.layouts != nil {
		rest := slices.DeleteFunc(after(w.known, stepsTo(w.steps, at)), func(run [][]model.Op) bool {
			return len(run) == 0
		})
		key.known = sha256.Sum256(fmt.Append(nil, rest))
	}
	return w.take(ctx, key, func() shown { return shown{drawn: w.place(ctx, at, state())} }).drawn
}

// open decompresses the pictures of a step.
func (w Work) open(at int, state func() *model.State) (Drawn, bool) {
	dag, ok := w.books.dag.Open(w.steps[at].id, func() picture.Graph { return w.dag(state()) })
	if !ok {
		return Drawn{}, false
	}
	line, ok := w.books.line.Open(w.steps[at].id, func() picture.Graph {
		return diagram.Line(state(), w.books.rows, w.born(at))
	})
	return Drawn{dag, line}, ok
}

// born is what the last operations before a step added.
func (w Work) born(at int) map[model.Z][]int {
	if at == 0 || w.Tidy {
		return nil
	}
	state, _, _ := model.Replay(w.root, opsTo(w.steps, at-1))
	_, changes, _ := model.Replay(state, w.steps[at].ops)
	return diagram.Born(changes)
}

// rows are the rows of the dag, or those that it had before it was changed.
func (w Work) rows() picture.Rows {
	if row := w.books.before.row; row != nil {
		return diagram.RowsAfter(w.root.Dag(), row)
	}
	return w.layouts.rowsOf(w.root.Dag())
}

// place lays a step out without regard to others, except that of the dag before it was
// changed.
func (w Work) place(ctx context.Context, at int, s *model.State) Drawn {
	if before := w.books.before.Drawn; before.Dag != nil {
		w.books.before.Drawn = Drawn{}
		return w.follow(ctx, before, at, s, nil)
	}
	var dag, line *picture.Layout
	var err error
	if still(s.Dag()) {
		dag, line, err = w.still(ctx, at, s)
	} else if dag, err = picture.New(ctx, w.dag(s)); err == nil {
		line, err = picture.New(ctx, diagram.Line(s, w.books.rows, nil))
	}
	if err != nil {
		return Drawn{} // given up: a single picture is neither kept nor shared
	}
	w.books.keep(w.steps[at].id, Drawn{dag, line})
	return Drawn{dag, line}
}

// still lays a step out so that in the runs that are known nothing moves.
func (w *Work) still(ctx context.Context, at int, s *model.State) (dag, line *picture.Layout, err error) {
	g := &runs{at: make(map[string]int), draw: func(s *model.State, changes []model.Change) (dag,
		line picture.Graph) {
		return w.dag(s), diagram.Line(s, w.books.rows, diagram.Born(changes))
	}}
	g.put("", -1, s, nil)
	dag, line, err = g.layStill(ctx, after(w.known, stepsTo(w.steps, at)), panel.WholeRoom(w.windows.whole),
		w.windows.line.ASCII, w.windows.led)
	if err != nil || w.fits(dag) && w.fits(line) {
		return dag, line, err
	}
	// With the room that all states need together it would be seen in dots. One that moves
	// and can be read is better.
	if other, err := picture.New(ctx, g.dag[0].Graph); err == nil && !w.fits(dag) && w.fits(other) {
		dag = other
	}
	if other, err := picture.New(ctx, g.line[0].Graph); err == nil && !w.fits(line) && w.fits(other) {
		line = other
	}
	return dag, line, ctx.Err()
}

// fits reports whether a picture can be shown with labels and as a whole somewhere in the
// window of the terminal.
func (w *Work) fits(l *picture.Layout) bool {
	return w.windows.whole.X == 0 || l.Fits(picture.ZoomLabels, w.windows.whole.X, w.windows.whole.Y,
		w.windows.line.ASCII)
}

// follow lays a step out after the one before it, so that what survives keeps its place.
func (w Work) follow(ctx context.Context, before Drawn, at int, s *model.State,
	changes []model.Change) Drawn {
	if before.Dag == nil || before.Line == nil {
		return w.place(ctx, at, s)
	}
	dag, err := before.Dag.Step(ctx, w.dag(s))
	line, err2 := before.Line.Step(ctx, diagram.Line(s, w.books.rows, diagram.Born(changes)))
	if err != nil || err2 != nil {
		return w.place(ctx, at, s)
	}
	w.books.keep(w.steps[at].id, Drawn{dag, line})
	return Drawn{dag, line}
}

// foresee lays out the line dag as an operation leaves it, where pictures stand still: there
// a step takes a millisecond, and the one that follows finds it done. It is nil where that is
// not known.
func (p *Pictures) foresee(o *layer.Outlook) *picture.Layout {
	if p.Now.Dag == nil || p.Now.Line == nil || !p.Now.Line.Still() {
		return nil
	}
	ops := []model.Op{o.Choice.Op}
	w := Work{books: p.books, layouts: p.Layouts, root: o.Before, steps: []workStep{{}, {noStep, ops}}}
	ctx := context.Background()
	return w.take(ctx, w.keyOf(p.Now, ops), func() shown {
		return shown{drawn: w.follow(ctx, p.Now, 1, o.After, []model.Change{o.Change})}
	}).drawn.Line
}

// dag is the graph of the dag at a state, with vector sizes where the user wants them.
func (w Work) dag(s *model.State) picture.Graph {
	g := diagram.DagPriced(s, w.books.rows, costs(w.books.unit))
	if w.books.sizes {
		for k := range g.Vertices {
			v := &g.Vertices[k]
			v.Label += " n=" + s.Dag().Size(v.Key).String()
		}
	}
	return g
}

func (b books) has(step int) bool { return b.dag.Has(step) && b.line.Has(step) }

func (b books) keep(step int, d Drawn) {
	if step == noStep {
		return
	}
	b.dag.Keep(step, d.Dag)
	b.line.Keep(step, d.Line)
}

// Tidy is the work that lays out the cursor's pictures anew. Later steps will follow
// these, earlier ones keep theirs.
func (p *Pictures) Tidy(s layer.Steps, windows Windows) Work {
	path := s.Path(s.Cursor())
	for id := range s.Steps() + 1 {
		if id > 0 && !slices.Contains(path, id) || id == s.Cursor() {
			p.books.dag.Drop(id)
			p.books.line.Drop(id)
		}
	}
	p.exact = false
	p.books.rows, p.books.before = nil, before{}
	w := p.Work(s, windows)
	w.Tidy, w.Overview = true, false
	return w
}
