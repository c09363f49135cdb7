// Package figure writes the pictures of a state as text, SVG, TikZ or HTML, and a
// sequence as a table in LaTeX or Markdown.
//
// Figures use the same layouts, marks and words as the screen. The package reads no files
// and queries no terminal.
//
//	figure.go   the figure of a state within a sequence, and its layout
//	screen.go   the figure of what the explorer shows
//	forms.go    the forms by name and file extension
//	text.go     characters
//	drawn.go    shapes, for SVG and TikZ
//	svg.go      SVG, and html.go a page around it
//	tikz.go     TikZ, with tex.go for texts that TeX can set
//	pattern.go  the entries of a Jacobian that can be non-zero
//	table.go    tables, with the formulas of formula.go
//	words.go    what operations are and do
package figure

import (
	"context"
	"fmt"
	"strings"

	"facet/model"
	"facet/ui/draw/diagram"
	"facet/ui/draw/picture"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/drawing"
)

// Figure is the pictures of one state and the texts around them.
type Figure struct {
	name   string // of the dag, as in its file
	at     string // where in the sequence: "at the start", "after 2 of 10 steps"
	did    string // effect of the last step; empty at the start
	next   string // name of the next step; empty at the end
	note   string // of the last step, as its author wrote it
	spent  model.Cost
	left   string // how much is still to be done
	totals []layer.Method
	steps  []string // the lines of the steps so far
	panels []panel

	size int // vertices and faces of the line dag
}

// panel is one of a figure's pictures.
type panel struct {
	kind   intent.Panel
	layout *picture.Layout
	view   picture.View // with marks; the zoom comes from [Options]
}

// Options choose how a figure is drawn.
type Options struct {
	Zoom  picture.Zoom // picture.ZoomAuto is the largest that fits into Width
	Width int          // columns of a picture; 0 for as many as it needs
	ASCII bool         // only ASCII characters, in text
	Theme style.Kind   // of SVG and HTML; style.Auto follows the reader's setting
	Alone bool         // TikZ as a document of its own
}

// Of chooses the pictures of a figure: dag, line dag, or both.
type Of uint8

// The choices.
const (
	Both Of = iota
	DagAlone
	LineAlone
)

// Step is one step of a sequence: the operations that were applied together.
type Step struct {
	Ops  []model.Op
	Note string
}

// Walk is a dag with a sequence of which the first steps were taken.
type Walk struct {
	Dag   *model.Dag
	Steps []Step
	After int // number of Steps that were taken
}

// Along is the walk of a session's line: the steps up to the cursor and those after it.
func Along(s layer.Steps) Walk {
	w := Walk{Dag: s.Dag(), After: s.Depth()}
	for _, step := range s.Line() {
		w.Steps = append(w.Steps, Step{Ops: step.Ops, Note: step.Note})
	}
	return w
}

// Request chooses what of a walk is drawn.
type Request struct {
	Of         Of
	Last, Next bool // mark what the last step did, and what the next will do
	Tidy       bool // lay the state out anew, without regard to earlier steps
}

// longest is the most vertices and edges that are laid out on the way to a state. Within
// that limit vertices keep their places from figure to figure of a sequence; beyond it
// the step before the state is laid out anew.
const longest = 200_000

// Figure draws the state that the walk leads to. It fails only if the context is done or
// a step is impossible.
func (w Walk) Figure(ctx context.Context, r Request) (*Figure, error) {
	f := &Figure{name: w.Dag.Name}
	start := model.NewState(w.Dag)
	totals, err := layer.AllTotals(ctx, w.Dag, start)
	if err != nil {
		return nil, err
	}
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
		if k >= from {
			if err := d.draw(ctx, state, changes); err != nil {
				return nil, err
			}
		}
		before := state
		var err error
		if state, changes, err = model.Replay(state, step.Ops); err != nil {
			return nil, fmt.Errorf("step %d: %w", k+1, err)
		}
		f.steps = append(f.steps, lines(before, step.Ops)...)
		if k == w.After-1 {
			f.did, f.note = effect(before, step.Ops), step.Note
		}
	}
	if err := d.draw(ctx, state, changes); err != nil {
		return nil, err
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
			m.After = func(o *layer.Outlook) *picture.Layout {
				after, _ := p.layout.Step(ctx, d.graph(p, o.After, []model.Change{o.Change}))
				return after // nil where ctx has ended
			}
			markNext(m, &p, next[0])
		}
		f.panels = append(f.panels, p)
	}
	return f, nil
}

// caption is one line that says what the figure shows.
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

// where says how many steps were taken.
func where(after, of int) string {
	switch {
	case of == 0:
		return ""
	case after == 0:
		return "before the first of " + style.Plural(of, "step", "steps")
	}
	return fmt.Sprintf("after %d of %s", after, style.Plural(of, "step", "steps"))
}

// left says how much is still to be eliminated.
func left(s *model.State) string {
	if s.Done() {
		return "complete"
	}
	return style.Plural(s.Faces(), "face", "faces") + " and " + style.Plural(s.Lacking(), "Jacobian",
		"Jacobians") + " left"
}

// drawer lays out the pictures of consecutive states.
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

// graph is the graph of one of the pictures.
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

// widest is the most cells of a label: a picture in which one name fills the screen
// cannot be read.
const widest = 60

// clipped cuts overlong labels in the middle.
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

// draw lays a state out: after the one before it, if that was, so that what survives keeps its
// place.
func (d *drawer) draw(ctx context.Context, s *model.State, changes []model.Change) (err error) {
	for k := range d.panels {
		p := &d.panels[k]
		if p.layout == nil {
			p.layout, err = picture.New(ctx, d.graph(*p, s, nil))
		} else {
			p.layout, err = p.layout.Step(ctx, d.graph(*p, s, changes))
		}
		if err != nil {
			return err
		}
	}
	return nil
}
