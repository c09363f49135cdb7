package drawing

import (
	"context"
	"slices"

	"facet/model"
	"facet/ui/diagram"
	"facet/ui/layer"
	"facet/ui/picture"
)

// Drawn is the two pictures of one step. They never change, so that going back
// shows again exactly what was there.
type Drawn struct{ Dag, Line *picture.Layout }

// Pictures keeps the pictures of the steps that were shown. They are laid out in
// the background: until those of the step at the cursor are there, the last ones
// stay, and at the very beginning an overview.
type Pictures struct {
	of      *model.Dag
	books   books
	Now     Drawn   // what is shown
	Step    int     // of what is shown; -1 for nothing
	exact   bool    // it is no overview for the time being
	windows Windows // for which it was chosen
	// Layouts are pictures that other explorers show, too; nil for none.
	Layouts *Layouts
}

// Windows are what the dag and the line dag are shown in.
type Windows struct{ dag, line picture.Viewport }

// WindowsOf says what the pictures of two panels have to fit into. The zoom is
// what is shown now.
func WindowsOf(dag, line *Panel) Windows { return Windows{dag.window(), line.window()} }

// like tells whether a picture that was chosen for one fits into the other.
func (p Windows) like(q Windows) bool {
	p.dag.Zoom, p.line.Zoom, q.dag.Zoom, q.line.Zoom = 0, 0, 0, 0
	return p == q
}

// books are the pictures of a dag; jobs share them with the screen.
type books struct {
	rows      picture.Rows
	dag, line *picture.Album
	sizes     bool // vector sizes are part of the dag's labels
	before    before
}

// sizesShown is up to how many vertices a dag shows its vector sizes unasked.
const sizesShown = 12

// unpacked is how many steps' pictures are kept as they are; all others take a
// few bytes for each part of an edge.
const unpacked = 4

func newBooks(sizes bool) books {
	return books{dag: picture.NewAlbum(unpacked), line: picture.NewAlbum(unpacked), sizes: sizes}
}

// NewPictures begins with none.
func NewPictures(g *model.Dag) *Pictures {
	return &Pictures{of: g, books: newBooks(len(g.Vertices) <= sizesShown), Step: -1}
}

// Of is the dag.
func (p *Pictures) Of() *model.Dag { return p.of }

// Ready tells whether the pictures of a step are shown.
func (p *Pictures) Ready(step int) bool { return p.exact && p.Step == step }

// Current tells whether what is shown is of a step, be it an overview.
func (p *Pictures) Current(step int) bool { return p.Step == step }

// Fit tells whether what is shown was chosen for such windows.
func (p *Pictures) Fit(w Windows) bool { return p.windows.like(w) }

// Bytes is how much memory the pictures of all steps take, about.
func (p *Pictures) Bytes() int { return p.books.dag.Bytes() + p.books.line.Bytes() }

// Resize shows vector sizes beside the vertices of the dag, or no longer.
func (p *Pictures) Resize(shown bool) {
	if p.books.sizes != shown {
		rows, before := p.books.rows, p.books.before
		p.books, p.exact = newBooks(shown), false
		p.books.rows, p.books.before = rows, before
	}
}

// Finished brings pictures; a coarse one is an overview until the other comes.
type Finished struct {
	books   books
	step    int
	drawn   Drawn
	exact   bool
	windows Windows
	change
}

// change says which of both pictures, dag and line dag, were placed anew to fit, and
// which moved at all, also to close gaps or as the user asked.
type change struct{ anew, moved [2]bool }

// Moves says which of the panels' pictures will have moved when this is taken, so
// that a person should be told or shown, and whether one of them was placed anew:
// for this step, or when it was laid out first and is now reached from the one
// before it.
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

// jumps tells whether one layout has so many vertices in other columns than
// another one that the eye would lose them: a quarter of those that both have.
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

// Take shows what was laid out.
func (p *Pictures) Take(d Finished) {
	p.books.rows = d.books.rows
	p.Now, p.Step, p.exact, p.windows = d.drawn, d.step, d.exact, d.windows
}

// Work is what there is to lay out: the steps from one whose pictures are there,
// or from the start, to the one at the cursor. It holds nothing that changes.
type Work struct {
	books    books
	layouts  *Layouts
	root     *model.State // the start
	here     *model.State // at the last step
	steps    []workStep   // all from the start to the cursor, the start included
	Overview bool         // nothing is shown yet
	Tidy     bool         // without regard to earlier steps
	windows  Windows
}

type workStep struct {
	id  int
	ops []model.Op // that led there
}

// Work is all that leads to the cursor of a session, for windows.
func (p *Pictures) Work(s layer.Steps, windows Windows) Work {
	root, _ := s.StateAt(0)
	w := Work{books: p.books, layouts: p.Layouts, root: root, here: s.State(), steps: []workStep{{}}, Overview: p.Step < 0, windows: windows}
	for _, id := range s.Path(s.Cursor()) {
		step, _ := s.Step(id)
		w.steps = append(w.steps, workStep{id, step.Ops})
	}
	return w
}

// Graphs with more parts are shown as an overview first.
const quick = 600

// mostWork is how many vertices and edges are laid out on the way to a step
// that was never shown: a sequence that was applied as a whole should stay still
// when it is taken back step by step. What is further is placed anew.
const mostWork = 200_000

// Draw lays the pictures of the last step out.
func (w Work) Draw(ctx context.Context) Finished {
	if w.books.before.row != nil {
		w.layouts = nil // nobody else comes from there
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
	follows := from < 0 && w.books.before.row != nil // what was shown of the dag before it was changed
	if from < 0 {
		from = 0
	}
	if effort := (last - from) * (w.here.Faces() + w.here.Live()); w.Tidy || last == 0 || follows || effort > mostWork {
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

// fit has the pictures of a step that outgrew their windows fit again if they
// can, and tells whether they were placed anew for that, or moved at all. The
// windows remember the zoom.
func (w *Work) fit(ctx context.Context, step int, d Drawn) (_ Drawn, c change) {
	for k, one := range []struct {
		layout **picture.Layout
		book   *picture.Album
		window *picture.Viewport
	}{{&d.Dag, w.books.dag, &w.windows.dag}, {&d.Line, w.books.line, &w.windows.line}} {
		if one.window.Width == 0 || *one.layout == nil {
			continue // not shown yet
		}
		choice, ok := w.layouts.choose(ctx, *one.layout, *one.window)
		if !ok {
			continue
		}
		if !one.window.Pinned {
			one.window.Zoom = choice.Zoom
		}
		if choice.Layout != *one.layout {
			*one.layout = choice.Layout
			one.book.Keep(step, choice.Layout)
			c.anew[k], c.moved[k] = choice.Tidied, true
		}
	}
	return d, c
}

// stepByStep lays out one step after the other.
func (w *Work) stepByStep(ctx context.Context, from int) (d Drawn, c change) {
	state := w.states()
	d, ok := w.open(from, func() *model.State { return state(from) })
	if !ok {
		d, _ = w.placeOnce(ctx, from, func() *model.State { return state(from) })
	}
	for at := from + 1; at < len(w.steps) && ctx.Err() == nil; at++ {
		before, step := d, w.steps[at]
		l := w.layouts.take(ctx, w.keyOf(before, step.ops), func() shown {
			here, changes, _ := model.Replay(state(at-1), step.ops)
			return shown{drawn: w.follow(ctx, before, at, here, changes)}
		})
		if l.drawn == (Drawn{}) {
			break
		}
		w.books.keep(step.id, l.drawn)
		d, c = w.fit(ctx, step.id, l.drawn)
	}
	return d, c
}

// states gives the states of the steps, which are replayed as far as they are asked for.
func (w *Work) states() func(at int) *model.State {
	at, state := 0, w.root
	return func(to int) *model.State {
		if to < at {
			at, state = 0, w.root
		}
		for ; at < to; at++ {
			state, _, _ = model.Replay(state, w.steps[at+1].ops) // they were carried out before
		}
		return state
	}
}

// placeOnce lays a step out without regard to others, if nobody else has done so.
func (w *Work) placeOnce(ctx context.Context, at int, state func() *model.State) (Drawn, change) {
	var all []model.Op
	for _, step := range w.steps[:at+1] {
		all = append(all, step.ops...)
	}
	l := w.layouts.take(ctx, w.keyOf(Drawn{}, all), func() shown { return shown{drawn: w.place(ctx, at, state())} })
	if l.drawn != (Drawn{}) {
		w.books.keep(w.steps[at].id, l.drawn)
	}
	return w.fit(ctx, w.steps[at].id, l.drawn)
}

// open takes the pictures of a step out of the books.
func (w Work) open(at int, state func() *model.State) (Drawn, bool) {
	dag, ok := w.books.dag.Open(w.steps[at].id, func() picture.Graph { return w.dag(state()) })
	if !ok {
		return Drawn{}, false
	}
	line, ok := w.books.line.Open(w.steps[at].id, func() picture.Graph { return diagram.Line(state(), w.books.rows, w.born(at)) })
	return Drawn{dag, line}, ok
}

// born tells what the last operations before a step brought.
func (w Work) born(at int) map[model.Z][]int {
	if at == 0 || w.Tidy {
		return nil
	}
	var before []model.Op
	for _, step := range w.steps[:at] {
		before = append(before, step.ops...)
	}
	state, _, _ := model.Replay(w.root, before)
	_, changes, _ := model.Replay(state, w.steps[at].ops)
	return diagram.Born(changes)
}

// rows are those of the dag, or those that it had before it was changed.
func (w Work) rows() picture.Rows {
	if row := w.books.before.row; row != nil {
		return diagram.RowsAfter(w.root.Dag(), row)
	}
	return w.layouts.rowsOf(w.root.Dag())
}

// place lays a step out without regard to others, but those of the dag before it was
// changed.
func (w Work) place(ctx context.Context, at int, s *model.State) Drawn {
	if before := w.books.before.Drawn; before.Dag != nil {
		w.books.before.Drawn = Drawn{}
		return w.follow(ctx, before, at, s, nil)
	}
	dag, err := picture.New(ctx, w.dag(s))
	line, err2 := picture.New(ctx, diagram.Line(s, w.books.rows, nil))
	if err != nil || err2 != nil {
		return Drawn{} // given up: one picture alone is nothing to keep or to share
	}
	w.books.keep(w.steps[at].id, Drawn{dag, line})
	return Drawn{dag, line}
}

// follow places a step after the one before it, so that what survives stays
// where it is.
func (w Work) follow(ctx context.Context, before Drawn, at int, s *model.State, changes []model.Change) Drawn {
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

// dag is the dag of a state, with vector sizes where they are wanted.
func (w Work) dag(s *model.State) picture.Graph {
	g := diagram.Dag(s, w.books.rows)
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
	b.dag.Keep(step, d.Dag)
	b.line.Keep(step, d.Line)
}

// Tidy is the way that places the cursor's pictures anew. Later steps will follow
// them, earlier ones stay as they were.
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
