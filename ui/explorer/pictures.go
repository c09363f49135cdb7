package explorer

import (
	"context"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/model/session"
	"facet/ui/diagram"
	"facet/ui/picture"
)

// drawn is the two pictures of one step. They never change, so that going back
// shows again exactly what was there.
type drawn struct{ dag, line *picture.Layout }

// pictures keeps the pictures of the steps that were shown. They are laid out in
// the background: until those of the step at the cursor are there, the last ones
// stay, and at the very beginning an overview.
type pictures struct {
	books   books
	now     drawn   // what is shown
	step    int     // of what is shown; -1 for nothing
	exact   bool    // it is no overview for the time being
	windows windows // for which it was chosen
}

// windows are what the dag and the line dag are shown in.
type windows struct{ dag, line picture.Pane }

// windows says what the pictures have to fit into. The zoom is what is shown now.
func (m *Model) windows() windows {
	return windows{m.dagPane.window(), m.linePane.window()}
}

// like tells whether a picture that was chosen for one fits into the other.
func (p windows) like(q windows) bool {
	p.dag.Zoom, p.line.Zoom, q.dag.Zoom, q.line.Zoom = 0, 0, 0, 0
	return p == q
}

// books are the pictures of a dag; jobs share them with the screen.
type books struct {
	rows      picture.Rows
	dag, line *picture.Album
	sizes     bool // vector sizes are part of the dag's labels
}

// sizesShown is up to how many vertices a dag shows its vector sizes unasked.
const sizesShown = 12

// unpacked is how many steps' pictures are kept as they are; all others take a
// few bytes for each part of an edge.
const unpacked = 4

func newBooks(sizes bool) books {
	return books{dag: picture.NewAlbum(unpacked), line: picture.NewAlbum(unpacked), sizes: sizes}
}

func newPictures(g *model.Dag) *pictures {
	return &pictures{books: newBooks(len(g.Vertices) <= sizesShown), step: -1}
}

// ready tells whether the pictures of the session's step are shown.
func (p *pictures) ready(s *session.Session) bool { return p.exact && p.step == s.Cursor() }

// resize shows vector sizes beside the vertices of the dag, or no longer.
func (p *pictures) resize(shown bool) {
	if p.books.sizes != shown {
		rows := p.books.rows
		p.books, p.exact = newBooks(shown), false
		p.books.rows = rows
	}
}

// drawnMsg brings pictures; a coarse one is an overview until the other comes.
type drawnMsg struct {
	books   books
	step    int
	drawn   drawn
	exact   bool
	windows windows
	anew    bool // the picture was placed anew to fit
}

// wantPictures has the pictures of the step at the cursor laid out, unless they
// are shown or under way.
func (m *Model) wantPictures() tea.Cmd {
	p, step := m.pictures, m.session.Cursor()
	if m.width > 0 && m.dagPane.size == m.linePane.size && m.dagPane.size.X == 0 {
		m.View() // the first look settles how large the panes are
	}
	if m.width == 0 || p.ready(m.session) && p.windows.like(m.windows()) || m.lanes.Busy("picture") && m.drawing == step {
		return nil
	}
	m.drawing = step
	way := m.wayTo()
	way.overview = p.step < 0
	return m.lanes.Start("picture", way.draw)
}

// drew shows what was laid out. After an overview comes the picture itself.
func (m *Model) drew(d drawnMsg) tea.Cmd {
	p := m.pictures
	p.books.rows = d.books.rows
	p.now, p.step, p.exact, p.windows = d.drawn, d.step, d.exact, d.windows
	if d.anew && m.message.text == "" {
		m.say("The picture was placed anew, so that it is whole.")
	}
	m.look++
	return nil
}

// way is what there is to lay out: the steps from one whose pictures are there,
// or from the start, to the one at the cursor. It holds nothing that changes.
type way struct {
	books    books
	root     *model.State // the start
	here     *model.State // at the last step
	steps    []wayStep    // all from the start to the cursor, the start included
	overview bool         // nothing is shown yet
	tidy     bool         // without regard to earlier steps
	windows  windows
}

type wayStep struct {
	id  int
	ops []model.Op // that led there
}

func (m *Model) wayTo() way {
	s := m.session
	root, _ := s.StateAt(0)
	w := way{books: m.pictures.books, root: root, here: s.State(), steps: []wayStep{{}}, windows: m.windows()}
	for _, id := range s.Path(s.Cursor()) {
		step, _ := s.Step(id)
		w.steps = append(w.steps, wayStep{id, step.Ops})
	}
	return w
}

// Graphs with more parts are shown as an overview first.
const quick = 600

// longestWay is how many vertices and edges are laid out on the way to a step
// that was never shown: a sequence that was applied as a whole should stay still
// when it is taken back step by step. What is further is placed anew.
const longestWay = 200_000

// draw lays the pictures of the last step out.
func (w way) draw(ctx context.Context) tea.Msg {
	if w.books.rows == nil {
		w.books.rows = diagram.Rows(w.root.Dag())
	}
	last := len(w.steps) - 1
	out := drawnMsg{books: w.books, step: w.steps[last].id, exact: true, windows: w.windows}
	if w.overview && w.here.Faces()+w.here.Live() > quick {
		out.exact = false
		out.drawn.dag, _ = picture.Survey(w.dag(w.here))
		out.drawn.line, _ = picture.Survey(diagram.Line(w.here, w.books.rows, nil))
		return out
	}
	if d, ok := w.open(last, w.here); ok && !w.tidy {
		out.drawn, out.anew = w.fit(ctx, out.step, d)
		return out
	}
	from := last - 1
	for from >= 0 && !w.books.has(w.steps[from].id) {
		from--
	}
	if from < 0 {
		from = 0
	}
	if effort := (last - from) * (w.here.Faces() + w.here.Live()); w.tidy || last == 0 || effort > longestWay {
		out.drawn, out.anew = w.fit(ctx, out.step, w.place(ctx, last, w.here))
		return out
	}
	out.drawn, out.anew = w.walk(ctx, from)
	return out
}

// fit has the pictures of a step that outgrew their windows fit again if they
// can, and tells whether they were placed anew for that. The windows remember the
// zoom.
func (w *way) fit(ctx context.Context, step int, d drawn) (drawn, bool) {
	anew := false
	for _, one := range []struct {
		layout **picture.Layout
		book   *picture.Album
		window *picture.Pane
	}{{&d.dag, w.books.dag, &w.windows.dag}, {&d.line, w.books.line, &w.windows.line}} {
		if one.window.Width == 0 || *one.layout == nil {
			continue // not shown yet
		}
		choice, err := (*one.layout).Choose(ctx, *one.window)
		if err != nil {
			continue
		}
		if !one.window.Pinned {
			one.window.Zoom = choice.Zoom
		}
		if choice.Layout != *one.layout {
			*one.layout = choice.Layout
			one.book.Keep(step, choice.Layout)
			anew = anew || choice.Tidied
		}
	}
	return d, anew
}

// walk lays out one step after the other.
func (w *way) walk(ctx context.Context, from int) (d drawn, anew bool) {
	var before []model.Op
	for _, step := range w.steps[:from+1] {
		before = append(before, step.ops...)
	}
	state, _, _ := model.Replay(w.root, before) // they were carried out before
	d, ok := w.open(from, state)
	if !ok {
		d, _ = w.fit(ctx, w.steps[from].id, w.place(ctx, from, state))
	}
	for at := from + 1; at < len(w.steps) && ctx.Err() == nil; at++ {
		var changes []model.Change
		state, changes, _ = model.Replay(state, w.steps[at].ops)
		d, anew = w.fit(ctx, w.steps[at].id, w.follow(ctx, d, at, state, changes))
	}
	return d, anew
}

// open takes the pictures of a step out of the books.
func (w way) open(at int, s *model.State) (drawn, bool) {
	dag, ok := w.books.dag.Open(w.steps[at].id, func() picture.Graph { return w.dag(s) })
	if !ok {
		return drawn{}, false
	}
	line, ok := w.books.line.Open(w.steps[at].id, func() picture.Graph { return diagram.Line(s, w.books.rows, w.born(at)) })
	return drawn{dag, line}, ok
}

// born tells what the last operations before a step brought.
func (w way) born(at int) map[model.Z][]int {
	if at == 0 || w.tidy {
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

// place lays a step out without regard to others.
func (w way) place(ctx context.Context, at int, s *model.State) drawn {
	dag, err := picture.New(ctx, w.dag(s))
	line, err2 := picture.New(ctx, diagram.Line(s, w.books.rows, nil))
	if err == nil && err2 == nil {
		w.books.keep(w.steps[at].id, drawn{dag, line})
	}
	return drawn{dag, line}
}

// follow places a step after the one before it, so that what survives stays
// where it is.
func (w way) follow(ctx context.Context, before drawn, at int, s *model.State, changes []model.Change) drawn {
	if before.dag == nil || before.line == nil {
		return w.place(ctx, at, s)
	}
	dag, err := before.dag.Step(ctx, w.dag(s))
	line, err2 := before.line.Step(ctx, diagram.Line(s, w.books.rows, diagram.Born(changes)))
	if err != nil || err2 != nil {
		return w.place(ctx, at, s)
	}
	w.books.keep(w.steps[at].id, drawn{dag, line})
	return drawn{dag, line}
}

// dag is the dag of a state, with vector sizes where they are wanted.
func (w way) dag(s *model.State) picture.Graph {
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

func (b books) keep(step int, d drawn) {
	b.dag.Keep(step, d.dag)
	b.line.Keep(step, d.line)
}

// tidyPictures places the cursor's pictures anew. Later steps will follow them,
// earlier ones stay as they were.
func (m *Model) tidyPictures() tea.Cmd {
	path := m.session.Path(m.session.Cursor())
	for id := range m.session.Steps() + 1 {
		if id > 0 && !slices.Contains(path, id) || id == m.session.Cursor() {
			m.pictures.books.dag.Drop(id)
			m.pictures.books.line.Drop(id)
		}
	}
	m.pictures.exact, m.drawing = false, m.session.Cursor()
	way := m.wayTo()
	way.tidy = true
	return m.lanes.Start("picture", way.draw)
}
