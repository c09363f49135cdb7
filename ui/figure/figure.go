// Package figure writes the pictures of a state for slides, papers and pages: as
// text, SVG, TikZ or HTML.
//
// What is drawn, and where, is what the screen shows: figures are made of the same
// layouts, marks and words. The package reads no files and asks no terminal.
package figure

import (
	"context"
	"fmt"

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
	Name   string // of the dag, as its file has it
	At     string // where in the sequence: "at the start", "after 2 of 10 steps"
	Did    string // what the last step did; empty at the start
	Next   string // what the next step is; empty at the end
	Note   string // of the last step, as its author wrote it
	Spent  model.Cost
	Left   string // what is still to be done
	Totals []layer.Method
	Steps  []string // the lines of the steps so far
	Panels []Panel

	size int // vertices and faces of the line dag
}

// Panel is one picture of a figure.
type Panel struct {
	Kind   intent.Panel
	Layout *picture.Layout
	View   picture.View // its marks; how much is shown says [Look]
}

// Look says how a figure is drawn.
type Look struct {
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

// Wish says what of a walk is drawn.
type Wish struct {
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
func (w Walk) Figure(ctx context.Context, wish Wish) (*Figure, error) {
	f := &Figure{Name: w.Dag.Name}
	start := model.NewState(w.Dag)
	totals := layer.NewTotals(w.Dag, start)
	f.Totals = totals.Methods()
	d := newDrawer(w.Dag, wish.Of)
	state, from := start, 0
	if w.After*(start.Faces()+start.Live()) > longest {
		from = w.After - 1
	}
	if wish.Tidy {
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
		f.Steps = append(f.Steps, lines(before, step.Ops)...)
		if k >= from {
			if err := d.follow(ctx, state, changes); err != nil {
				return nil, err
			}
		}
		if k == w.After-1 {
			f.Did, f.Note = effect(before, step.Ops), step.Note
		}
	}
	if w.After == from {
		if err := d.place(ctx, state); err != nil {
			return nil, err
		}
	}
	f.At, f.Spent, f.Left = where(w.After, len(w.Steps)), state.Spent(), left(state)
	f.size = state.Live() + state.Faces()
	var next []model.Op
	if w.After < len(w.Steps) {
		next = w.Steps[w.After].Ops
		f.Next = effect(state, next)
	}
	for _, p := range d.panels {
		m := drawing.Marks{Of: p.Kind, State: state, Changes: changes}
		if wish.Last {
			m.Last(&p.View)
		}
		if wish.Next && len(next) > 0 {
			select1(m, &p, next[0])
		}
		f.Panels = append(f.Panels, p)
	}
	return f, nil
}

// select1 marks an operation as the selected one.
func select1(m drawing.Marks, p *Panel, o model.Op) {
	look := foresee(m.State, o)
	if look.After == nil {
		return
	}
	m.Next(&p.View, p.Layout, intent.AtOp(o), &look)
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
	panels []Panel
}

func newDrawer(g *model.Dag, of Of) *drawer {
	d := &drawer{rows: diagram.Rows(g)}
	if of != LineAlone {
		d.panels = append(d.panels, Panel{Kind: intent.Dag})
	}
	if of != DagAlone {
		d.panels = append(d.panels, Panel{Kind: intent.LineDag})
	}
	return d
}

// graph is what one of the pictures shows.
func (d *drawer) graph(p Panel, s *model.State, changes []model.Change) picture.Graph {
	if p.Kind == intent.LineDag {
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
		if p.Layout, err = picture.New(ctx, d.graph(*p, s, nil)); err != nil {
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
		if p.Layout, err = p.Layout.Step(ctx, d.graph(*p, s, changes)); err != nil {
			return err
		}
	}
	return nil
}
