// Package figure writes the pictures of a state for slides, papers and pages: as
// text, SVG, TikZ or HTML.
//
// What is drawn, and where, is what the screen shows: figures are made of the same
// layouts, marks and words. The package reads no files and asks no terminal.
package figure

import (
	"context"
	"fmt"
	"strings"

	"facet/model"
	"facet/ui/diagram"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/drawing"
	"facet/ui/picture"
	"facet/ui/style"
)

// Figure is the pictures of one state with the words around them.
type Figure struct {
	name   string // of the dag, as its file has it
	at     string // where in the sequence: "at the start", "after 2 of 10 steps"
	did    string // what the last step did; empty at the start
	next   string // what the next step is; empty at the end
	note   string // of the last step, as its author wrote it
	spent  model.Cost
	left   string // what is still to be done
	totals []layer.Method
	steps  []string // the lines of the steps so far
	panels []panel

	size int // vertices and faces of the line dag
}

// panel is one picture of a figure.
type panel struct {
	kind   intent.Panel
	layout *picture.Layout
	view   picture.View // its marks; how much is shown says [Options]
}

// Options say how a figure is drawn.
type Options struct {
	Zoom  picture.Zoom // picture.ZoomAuto: the largest that fits into Width
	Width int          // columns of a picture; 0 is as many as it needs
	ASCII bool         // of text
	Theme style.Kind   // of SVG and HTML; theme.Auto follows who looks at it
	Alone bool         // TikZ as a whole document
}

// Of says which of the two pictures a figure has.
type Of uint8

// The choices.
const (
	Both Of = iota
	DagAlone
	LineAlone
)

// Step is one step of a sequence: operations that were carried out as one.
type Step struct {
	Ops  []model.Op
	Note string
}

// Walk is a dag with a sequence, of which some steps were carried out.
type Walk struct {
	Dag   *model.Dag
	Steps []Step
	After int // how many of Steps were carried out
}

// Along is the walk of a session's line: the steps that led to where it stands, and
// those that follow.
func Along(s layer.Steps) Walk {
	w := Walk{Dag: s.Dag(), After: s.Depth()}
	for _, step := range s.Line() {
		w.Steps = append(w.Steps, Step{Ops: step.Ops, Note: step.Note})
	}
	return w
}

// Request says what of a walk is drawn.
type Request struct {
	Of         Of
	Last, Next bool // what the last step did, and what the next will do, are marked
	Tidy       bool // the state is placed anew, and does not follow the steps before it
}

// longest is how many vertices and edges are laid out on the way to a state, so
// that figures of one sequence stand still from one to the next. What is further is
// placed anew a step before.
const longest = 200_000

// Figure draws the state that the walk leads to. Its only errors are those of the
// context, and of steps that are not possible.
func (w Walk) Figure(ctx context.Context, r Request) (*Figure, error) {
	f := &Figure{name: w.Dag.Name}
	start := model.NewState(w.Dag)
	totals := layer.NewTotals(w.Dag, start)
	f.totals = totals.Methods()
	d := newDrawer(w.Dag, r.Of)
	state, from := start, 0
	if w.After*(start.Faces()+start.Live()) > longest {
		from = w.After - 1
	}
	if r.Tidy {
		from = w.After
	}
	var changes []model.Change
	for k, step := range w.Steps[:w.After] {
		if k == from {
			if err := d.place(ctx, state); err != nil {
				return nil, err
			}
		}
		before := state
		var err error
		if state, changes, err = model.Replay(state, step.Ops); err != nil {
			return nil, fmt.Errorf("step %d: %w", k+1, err)
		}
		f.steps = append(f.steps, lines(before, step.Ops)...)
		if k >= from {
			if err := d.follow(ctx, state, changes); err != nil {
				return nil, err
			}
		}
		if k == w.After-1 {
			f.did, f.note = effect(before, step.Ops), step.Note
		}
	}
	if w.After == from {
		if err := d.place(ctx, state); err != nil {
			return nil, err
		}
	}
	f.at, f.spent, f.left = where(w.After, len(w.Steps)), state.Spent(), left(state)
	f.size = state.Live() + state.Faces()
	var next []model.Op
	if w.After < len(w.Steps) {
		next = w.Steps[w.After].Ops
		f.next = effect(state, next)
	}
	for _, p := range d.panels {
		m := drawing.Marks{Of: p.kind, State: state, Changes: changes}
		if r.Last {
			m.Last(&p.view)
		}
		if r.Next && len(next) > 0 {
			markNext(m, &p, next[0])
		}
		f.panels = append(f.panels, p)
	}
	return f, nil
}

// caption says in one line what the figure shows.
func (f *Figure) caption() string {
	parts := []string{style.Printable(f.name)}
	if f.at != "" {
		parts[0] += " " + f.at
	}
	parts = append(parts, "spent "+style.Number(f.spent), f.left)
	return strings.Join(parts, ", ")
}

// markNext marks an operation as the selected one.
func markNext(m drawing.Marks, p *panel, o model.Op) {
	look := foresee(m.State, o)
	if look.After == nil {
		return
	}
	m.Next(&p.view, p.layout, intent.AtOp(o), &look)
}

// where says how far the sequence was carried out.
func where(after, of int) string {
	switch {
	case of == 0:
		return ""
	case after == 0:
		return "before the first of " + style.Plural(of, "step", "steps")
	}
	return fmt.Sprintf("after %d of %s", after, style.Plural(of, "step", "steps"))
}

// left says what is still to be done.
func left(s *model.State) string {
	if s.Done() {
		return "complete"
	}
	return style.Plural(s.Faces(), "face", "faces") + " and " + style.Plural(s.Lacking(), "Jacobian", "Jacobians") + " left"
}

// drawer lays the pictures of states out one after another.
type drawer struct {
	rows   picture.Rows
	panels []panel
}

func newDrawer(g *model.Dag, of Of) *drawer {
	d := &drawer{rows: diagram.Rows(g)}
	if of != LineAlone {
		d.panels = append(d.panels, panel{kind: intent.Dag})
	}
	if of != DagAlone {
		d.panels = append(d.panels, panel{kind: intent.LineDag})
	}
	return d
}

// graph is what one of the pictures shows.
func (d *drawer) graph(p panel, s *model.State, changes []model.Change) picture.Graph {
	if p.kind == intent.LineDag {
		return clipped(diagram.Line(s, d.rows, diagram.Born(changes)))
	}
	g := diagram.Dag(s, d.rows)
	for k := range g.Vertices {
		v := &g.Vertices[k]
		v.Detail = []string{"n = " + s.Dag().Size(v.Key).String()}
	}
	return clipped(g)
}

// widest is how many cells a label may have: nothing is read of a picture in which
// one name fills the screen.
const widest = 60

// clipped cuts labels of absurd width in their middles.
func clipped(g picture.Graph) picture.Graph {
	for k := range g.Vertices {
		g.Vertices[k].Label = clip(g.Vertices[k].Label)
	}
	return g
}

func clip(label string) string {
	if style.Width(label) <= widest {
		return label
	}
	return style.Crop(label, widest*2/3) + "…"
}

// place lays a state out without regard to others.
func (d *drawer) place(ctx context.Context, s *model.State) error {
	for k := range d.panels {
		p := &d.panels[k]
		var err error
		if p.layout, err = picture.New(ctx, d.graph(*p, s, nil)); err != nil {
			return err
		}
	}
	return nil
}

// follow lays a state out after the one before it, so that what survives stays
// where it is.
func (d *drawer) follow(ctx context.Context, s *model.State, changes []model.Change) error {
	for k := range d.panels {
		p := &d.panels[k]
		var err error
		if p.layout, err = p.layout.Step(ctx, d.graph(*p, s, changes)); err != nil {
			return err
		}
	}
	return nil
}
