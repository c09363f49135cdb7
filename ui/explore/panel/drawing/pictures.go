package drawing

import (
	"context"
	"slices"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/explore/layer"
)

// Pictures are the pictures of a session's steps. Where everything stands in them follows from
// the dag, the steps that led there and the size of the terminal's window: not from what was
// looked at before, from time, or from other explorers. So any of them may be forgotten and laid
// out again. Small ones are laid out at once, others in the background; until that of the step
// at the cursor is there the last one stays.
type Pictures struct {
	of     *model.Dag
	look   look
	rows   picture.Rows // of the dag's vertices; nil before the first picture
	before before
	marks  map[int]mark // by step
	way    way
	course course // that the session had from the start

	Now   Drawn // what is shown
	Step  int   // the step that it is of; -1 for none
	exact bool  // Now is not just an overview
	work  Work  // that led to Now

	Layouts *Layouts // where pictures are kept
}

// look is how the dag is written.
type look struct {
	sizes bool    // vector sizes are part of the labels
	unit  float64 // seconds of a unit of cost, in which the labels are; 0 for costs
}

// mark is what the user asked for at a step: that the pictures are laid out anew there, or that
// those after it are pinned, or no longer so.
type mark uint8

const (
	anew mark = 1 << iota
	pins
)

// Space is what pictures are laid out for.
type Space struct {
	Size  picture.Point // the largest part of the terminal's window that a picture may get
	ASCII bool
}

// sizesShown is the most vertices of a dag that shows its vector sizes by default.
const sizesShown = 12

// NewPictures makes an empty collection for a dag, with pictures that others may lay out, too.
func NewPictures(g *model.Dag, layouts *Layouts) *Pictures {
	return &Pictures{of: g, look: look{sizes: len(g.Vertices) <= sizesShown}, marks: make(map[int]mark),
		Step: -1, Layouts: layouts}
}

// Follows has room in the pictures for the steps that a session has from the start, such as
// those of a lesson.
func (p *Pictures) Follows(s layer.Steps) { p.course = courseOf(s) }

// Of is the dag of the pictures.
func (p *Pictures) Of() *model.Dag { return p.of }

// Ready reports whether the pictures of a step are shown.
func (p *Pictures) Ready(step int) bool { return p.exact && p.Step == step }

// Current reports whether the picture of a step, possibly an overview, is shown.
func (p *Pictures) Current(step int) bool { return p.Step == step }

// Fit reports whether what is shown was laid out for such a space.
func (p *Pictures) Fit(s Space) bool { return p.work.space == s }

// Resize shows or hides vector sizes beside the vertices of the dag.
func (p *Pictures) Resize(shown bool) {
	p.exact = p.exact && p.look.sizes == shown
	p.look.sizes = shown
}

// Price writes costs as times, a unit of cost as so many seconds; 0 writes costs. It reports
// whether that is another way than before.
func (p *Pictures) Price(unit float64) bool {
	if p.look.unit == unit {
		return false
	}
	p.look.unit, p.exact = unit, false
	return true
}

// Pin keeps the layouts after a step as the steps make them, even where a window does not hold
// them, or stops doing so.
func (p *Pictures) Pin(step int) { p.marks[step] ^= pins }

// Tidy lays the pictures of a step out anew. Later steps will follow these, earlier ones keep
// theirs.
func (p *Pictures) Tidy(step int) {
	p.marks[step] |= anew
	p.exact, p.rows, p.before = false, nil, before{}
}

// Finished is the message that brings pictures. A coarse one brings an overview, which a
// second message replaces.
type Finished struct {
	laid
	work  Work
	exact bool
}

// laid are the pictures of a step as they were laid out.
type laid struct {
	Drawn
	rows   picture.Rows
	tidied [2]bool // dag and line dag were laid out anew, to fit or as the user asked
}

// Moves reports whether the picture of a panel will have moved once d is taken, so that the user
// should be told: because it was laid out anew for this step, or when it was first shown and is
// now reached from the step before.
func (p *Pictures) Moves(d Finished, panels []*Panel, further bool) bool {
	return slices.ContainsFunc(panels, func(panel *Panel) bool {
		return d.tidied[panel.Kind] || further && jumps(panel.Layout(p.Now), panel.Layout(d.Drawn))
	})
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
	p.rows, p.Now, p.Step, p.exact, p.work = d.rows, d.Drawn, d.work.step(), d.exact, d.work
}

// Work is what lays out the pictures of a step. It is immutable, for use in the background.
type Work struct {
	look     look
	rows     picture.Rows
	before   before
	course   course
	layouts  *Layouts
	root     *model.State // the start
	here     *model.State // the state at the step
	last     *model.State // the one before it; nil at the start
	steps    []workStep   // from the start to the step, including the start
	marks    map[int]mark
	shown    laid      // goes on from here, also where the layouts have forgotten it
	shownOf  layoutKey // what that is of
	Overview bool      // nothing is shown yet
	space    Space
}

// Work is the work that leads to the cursor of a session.
func (p *Pictures) Work(s layer.Steps, space Space) Work {
	root, _ := s.StateAt(0)
	w := Work{look: p.look, rows: p.rows, before: p.before, course: p.course, layouts: p.Layouts, root: root,
		here: s.State(), Overview: p.Step < 0, space: space}
	w.steps = p.way.to(s, s.Cursor())
	if n := len(w.steps); n > 1 {
		w.last, _ = s.StateAt(w.steps[n-2].id)
	}
	w.marks = make(map[int]mark, len(p.marks))
	for _, step := range w.steps {
		if m := p.marks[step.id]; m != 0 {
			w.marks[step.id] = m
		}
	}
	p.goOn(&w)
	return w
}

// goOn has a work begin at what is shown, where that is on its way.
func (p *Pictures) goOn(w *Work) {
	if p.exact {
		w.shown, w.shownOf = laid{Drawn: p.Now, rows: p.rows}, p.work.keyOf(len(p.work.steps)-1)
	}
}

// has reports whether the pictures of a step are there.
func (w *Work) has(at int) bool {
	key := w.keyOf(at)
	return key == w.shownOf || w.layouts.has(key)
}

// take gives the pictures of a step, or has them laid out.
func (w *Work) take(ctx context.Context, at int, lay func() laid) laid {
	key := w.keyOf(at)
	if key == w.shownOf {
		return w.shown
	}
	return w.layouts.take(ctx, key, lay)
}

// Limits of the work for a picture, in its vertices and edges.
const (
	// quickParts is the largest graph that is laid out at once, quickWork how much is so
	// for several steps, firstWork where nothing can be seen before.
	quickParts, quickWork, firstWork = 300, 3000, 8000
	// mostParts is the largest graph that is shown without an overview first.
	mostParts = 600
	// mostWork is how much is laid out on the way to a step, leastSteps at least so many steps
	// however large they are: after so much the pictures begin anew.
	mostWork, leastSteps = 40_000, 16
)

// step is the step whose pictures are laid out.
func (w *Work) step() int { return w.steps[len(w.steps)-1].id }

// parts are the vertices and edges of the larger picture on the way.
func (w *Work) parts() int {
	// a complete sequence ends with few vertices
	return max(w.here.Faces()+w.here.Live(), w.root.Faces()+w.root.Live())
}

// begins is the step before which the pictures of a step know nothing.
func (w *Work) begins(at int) int {
	every := max(leastSteps, mostWork/max(1, w.root.Faces()+w.root.Live()))
	first := at - at%every
	for k := at; k > first; k-- {
		if w.marks[w.steps[k].id]&anew != 0 {
			return k
		}
	}
	return first
}

// Quick reports whether the pictures are laid out in some milliseconds, the first ones in some
// tenths of a second.
func (w *Work) Quick() bool {
	last, parts, most := len(w.steps)-1, w.parts(), quickWork
	if w.Overview {
		most = firstWork
	}
	return w.has(last) || parts <= quickParts && (1+last-w.known(last))*parts <= most
}

// known is the last step on the way to one whose pictures are kept; the one at which they
// begin where there is none.
func (w *Work) known(at int) int {
	first := w.begins(at)
	for at > first && !w.has(at) {
		at--
	}
	return at
}

// Draw lays out the pictures of the step.
func (w Work) Draw(ctx context.Context) Finished {
	last := len(w.steps) - 1
	out := Finished{work: w, exact: true}
	if w.Overview && w.parts() > mostParts && !w.has(last) {
		out.exact, out.rows = false, w.rowsOf()
		w.rows = out.rows
		out.Dag, _ = picture.Survey(w.dag(w.here))
		out.Line, _ = picture.Survey(diagram.Line(w.here, w.rows, nil))
		return out
	}
	at, state := w.known(last), w.states()
	out.laid = w.take(ctx, at, func() laid { return w.begin(ctx, at, state(at)) })
	for at++; at <= last && out.Dag != nil; at++ {
		before := out.laid
		out.laid = w.take(ctx, at, func() laid {
			return w.follow(ctx, at, before, func() (*model.State, []model.Change) {
				here, changes, _ := model.Replay(state(at-1), w.steps[at].ops)
				return here, changes
			})
		})
	}
	return out
}

// pinned reports whether the pictures of a step are as the steps before made them.
func (w *Work) pinned(at int) (pinned bool) {
	for _, step := range w.steps[:at] {
		pinned = pinned != (w.marks[step.id]&pins != 0)
	}
	return pinned
}

// rowsOf are the rows of the dag, or those that it had before it was changed.
func (w *Work) rowsOf() picture.Rows {
	if w.rows != nil {
		return w.rows
	}
	if row := w.before.row; row != nil {
		return diagram.RowsAfter(w.root.Dag(), row)
	}
	return diagram.Rows(w.root.Dag())
}

// begin lays a step out without regard to others, except that of the dag before it was
// changed. Without both pictures there is none.
func (w Work) begin(ctx context.Context, at int, s *model.State) laid {
	w.rows = w.rowsOf()
	if before := w.before.Drawn; before.Dag != nil {
		w.before.Drawn = Drawn{}
		return w.follow(ctx, at, laid{Drawn: before, rows: w.rows}, func() (*model.State, []model.Change) {
			return s, nil
		})
	}
	tidied := w.marks[w.steps[at].id]&anew != 0
	lay := func(d Drawn, err error) laid {
		if err != nil {
			return laid{}
		}
		return laid{d, w.rows, [2]bool{tidied, tidied}}
	}
	if still(s.Dag()) {
		return lay(w.still(ctx, at, s))
	}
	return w.layouts.take(ctx, w.keyOfAll(at, Drawn{}), func() laid {
		dag, err := picture.New(ctx, w.dag(s))
		if err != nil {
			return laid{}
		}
		line, err := picture.New(ctx, diagram.Line(s, w.rows, nil))
		return lay(Drawn{dag, line}, err)
	})
}

// follow lays a step out after the one before it, so that what survives keeps its place: as it
// follows for all windows that showed the same, and then as this one has room for it.
func (w Work) follow(ctx context.Context, at int, before laid,
	step func() (*model.State, []model.Change)) laid {
	w.rows = before.rows
	out := w.layouts.take(ctx, w.keyOfAll(at, before.Drawn), func() laid {
		s, changes := step()
		dag, err := before.Dag.Step(ctx, w.dag(s))
		line, err2 := before.Line.Step(ctx, diagram.Line(s, w.rows, diagram.Born(changes)))
		if err != nil || err2 != nil {
			return laid{}
		}
		return laid{Drawn: Drawn{dag, line}, rows: w.rows}
	})
	if out.Dag == nil || w.pinned(at) {
		return out
	}
	defer w.layouts.weigh(out.Drawn)
	for k, l := range []**picture.Layout{&out.Dag, &out.Line} {
		var err error
		if *l, out.tidied[k], err = w.fit(ctx, *l); err != nil {
			return laid{}
		}
	}
	return out
}

// fit is a picture that has outgrown the window, made to fit again if possible, and whether it
// was laid out anew for that.
func (w *Work) fit(ctx context.Context, l *picture.Layout) (*picture.Layout, bool, error) {
	if w.fits(l) {
		return l, false, nil
	}
	return l.Refit(ctx, w.space.Size.X, w.space.Size.Y, w.space.ASCII)
}

// fits reports whether a picture can be shown with labels and as a whole somewhere in the
// window of the terminal.
func (w *Work) fits(l *picture.Layout) bool {
	size := w.space.Size
	return size.X == 0 || l.Known().Fits(picture.ZoomLabels, size.X, size.Y, w.space.ASCII)
}

// Foresee lays out the line dag as an operation leaves it, where that takes some milliseconds;
// the step finds it done. It is nil where that is not known.
func (p *Pictures) Foresee(o *layer.Outlook) *picture.Layout {
	if !p.exact || len(p.work.steps) == 0 {
		return nil
	}
	w, ops := p.work, []model.Op{o.Choice.Op}
	w.here, w.last = o.After, w.here
	p.goOn(&w)
	w.steps = append(w.steps, workStep{noStep, ops, w.steps[len(w.steps)-1].sum.after(ops)})
	if !w.Quick() {
		return nil
	}
	return w.Draw(context.Background()).Line
}

// dag is the graph of the dag at a state, with vector sizes where the user wants them.
func (w *Work) dag(s *model.State) picture.Graph {
	g := diagram.DagPriced(s, w.rows, costs(w.look.unit))
	if w.look.sizes {
		for k := range g.Vertices {
			v := &g.Vertices[k]
			v.Label += " n=" + s.Dag().Size(v.Key).String()
		}
	}
	return g
}
