package gantt

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"

	"facet/model"
	"facet/model/taskgraph"
	"facet/planner/resources/timetable"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// Page is a layer over the panels that shows how the steps of the session run on several
// machines. It marks the operation of the current step, as the history does.
type Page struct {
	layer.Plain
	want     Show
	found    *Found
	steps    bool // the axis counts begins and ends in place of time
	selected int  // the marked operation; -1 for that of the current step
	first    int  // the first machine shown
}

// Found is a timetable of the session's steps, computed in the background.
type Found struct {
	Table *timetable.Timetable
	Names []string // of the operations
	Err   error
}

// Show is how to show the steps on several machines; 0 machines is as many as last
// time.
type Show struct {
	Machines int
	Split    bool // divide columns and rows of seeds among machines
}

// line is the command that shows them so.
func (s Show) line() intent.Line {
	line := "schedule " + strconv.Itoa(s.Machines)
	if s.Split {
		line += " split"
	}
	return intent.Line(line)
}

// NewPage makes a page without a timetable.
func NewPage(want Show) *Page { return &Page{want: want, selected: -1} }

// Show sets the timetable.
func (p *Page) Show(f Found) { p.found = &f }

// Keep copies the view settings of an earlier page.
func (p *Page) Keep(old *Page) {
	if old != nil {
		p.steps, p.selected, p.found = old.steps, old.selected, old.found
	}
}

// Operations lists the operations of the steps on the line.
func Operations(v *layer.View) (ops []model.Op) {
	for _, step := range v.Steps.Line() {
		ops = append(ops, step.Ops...)
	}
	return ops
}

// Find computes a timetable. Call it in the background.
func Find(ctx context.Context, root *model.State, ops []model.Op, want Show) Found {
	var f Found
	tasks, err := taskgraph.New(root, ops)
	if err != nil {
		return Found{Err: err}
	}
	_, _ = model.Walk(root, ops, func(s *model.State, o model.Op, price model.Cost) {
		f.Names = append(f.Names, layer.Names{}.Op(s, o)+" for "+style.Number(price))
	}) // no error: the operations were applied just now
	f.Table, f.Err = timetable.New(ctx, tasks, timetable.Options{Machines: want.Machines, Split: want.Split})
	return f
}

// mostMachines is the most machines that keys can choose.
const mostMachines = 64

// Table are the keys of the page.
func Table() *layer.Table {
	return &layer.Table{Layer: "schedule", Rows: []layer.Row{
		{"more", "+ =", "one machine more"}, {"fewer", "-", "one machine less"},
		{"split", "s", "tasks share seeds, or are whole operations"},
		{"axis", "x", "an axis of time, or of steps"}, {"right", "right l", "the next operation"},
		{"left", "left h", "the operation before"},
		{"down", "down j pgdown", "one machine down"}, {"up", "up k pgup", "one machine up"},
		{"go", "enter", "go to the operation's step"}}}
}

// Bindings change the machines, the model and the axis, choose an operation, or go back.
func (p *Page) Bindings(v *layer.View) []layer.Command {
	keys := Table()
	more := func(name string, by int) layer.Command {
		want := p.want
		want.Machines = max(1, min(mostMachines, want.Machines+by))
		return keys.Means(name, want.line())
	}
	split := p.want
	split.Split = !split.Split
	shared := "share seeds"
	if p.want.Split {
		shared = "whole operations"
	}
	choose := func(by int) func() []intent.Intent {
		return func() []intent.Intent {
			if n := p.count(); n > 0 {
				p.selected = max(0, min(n-1, p.at(v)+by))
			}
			return nil
		}
	}
	scroll := func(by int) func() []intent.Intent {
		return func() []intent.Intent {
			p.first = max(0, min(p.first+by, p.want.Machines-1))
			return nil
		}
	}
	if p.found != nil && p.found.Err == nil && p.count() == 0 {
		return []layer.Command{layer.Back("esc", "enter", "tab", " ", "W").Foot("back")}
	}
	return []layer.Command{
		more("more", 1).As("+ -").Foot("machines"), more("fewer", -1),
		keys.Means("split", split.line()).Foot(shared),
		keys.Do("axis", func() []intent.Intent { p.steps = !p.steps; return nil }).Foot("time or steps"),
		keys.Do("right", choose(1)).As("←→").Foot("operation"), keys.Do("left", choose(-1)),
		keys.Do("down", scroll(1)), keys.Do("up", scroll(-1)),
		keys.Means("go", intent.JumpTo{Depth: p.depth(v)}).Foot("go to its step"),
		layer.Back("esc", "tab", " ").Foot("back"),
	}
}

func (p *Page) count() int {
	if p.found == nil {
		return 0
	}
	return len(p.found.Names)
}

// at is the marked operation: the last one of the current step, unless the user chose
// another.
func (p *Page) at(v *layer.View) int {
	if p.selected >= 0 {
		return min(p.selected, max(0, p.count()-1))
	}
	n := 0
	for _, step := range v.Steps.Line()[:v.Steps.Depth()] {
		n += len(step.Ops)
	}
	return n - 1
}

// depth is the step of the marked operation.
func (p *Page) depth(v *layer.View) int {
	n, at := 0, p.at(v)
	for k, step := range v.Steps.Line() {
		if n += len(step.Ops); at < n {
			return min(len(v.Steps.Line()), k+1)
		}
	}
	return len(v.Steps.Line())
}

// Draw draws the page.
func (p *Page) Draw(v *layer.View, b layer.Box) layer.Drawn {
	t := v.Theme
	title := "schedule on " + style.Plural(p.want.Machines, "machine", "machines")
	if p.want.Split {
		title += ", seeds shared out"
	}
	var content []string
	switch {
	case p.found == nil:
		content = []string{" Computing" + t.Signs.Cut}
	case p.found.Err != nil:
		content = layer.Wrap(t, style.Printable(p.found.Err.Error()), b.Width, 3, style.Bad)
	case p.count() == 0:
		content = []string{" There are no steps yet: the schedule is of the steps of this session."}
	default:
		content = p.chart(v, b)
	}
	return layer.Drawn{Rows: t.Draw(style.Rule, title, "", content, b.Width, b.Height, true)}
}

// chart is the chart with its totals, and the marked operation.
func (p *Page) chart(v *layer.View, b layer.Box) []string {
	t, s, at := v.Theme, p.found.Table, p.at(v)
	how := t.Paint(style.Good, "shortest")
	if !s.Optimal {
		how = t.Signs.AtLeast + " " + style.Number(s.Bound)
	}
	content := []string{
		" makespan " + t.Paint(style.Strong, style.Number(s.Makespan)) + " " + how +
			fmt.Sprintf(" %s cost %s %s critical path %s",
				t.Signs.Dot, style.Number(s.Work), t.Signs.Dot, style.Number(s.Path)),
		" peak " + t.Paint(style.Strong, style.Number(s.Peak)) + " entries " +
			t.Paint(style.Faint, "("+style.Number(s.InOrder)+" one after another, as they stand)"),
	}
	content = append(content, Rows(t, s, Options{Width: b.Width, Height: b.Height - 5, Steps: p.steps,
		Selected: at, Related: p.next(at), First: p.first})...)
	if at >= 0 && at < p.count() {
		o := s.Operations[at]
		content = append(content, t.Clip(fmt.Sprintf(" %s to %s on m%d, %s: %s", style.Number(o.Start),
			style.Number(o.End), o.Machine, p.kind(at),
			t.Paint(style.Selected, fmt.Sprintf("%d  %s", at+1, t.Text(style.Printable(p.found.Names[at]))))),
			b.Width))
	}
	return content
}

// kind describes the marked operation.
func (p *Page) kind(at int) string {
	if p.found.Table.Critical[at] {
		return "on a critical path"
	}
	return "can wait"
}

// next is the operation that begins after the marked one on any machine.
func (p *Page) next(at int) int {
	if at+1 < p.count() {
		return at + 1
	}
	return -1
}

// Of reports whether the page shows a timetable of these operations.
func (p *Page) Of(ops []model.Op) bool {
	if p == nil || p.found == nil || p.found.Table == nil {
		return false
	}
	return slices.EqualFunc(p.found.Table.Graph.Tasks, ops, func(t taskgraph.Task, o model.Op) bool {
		return t.Op == o
	})
}

// OrTwo is the number of machines, or 2 where the user gave none.
func OrTwo(machines int) int { return cmp.Or(machines, 2) }
