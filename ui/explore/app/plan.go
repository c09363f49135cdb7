package app

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
	"facet/ui/explore/panel/drawing"
	"facet/ui/explore/panel/narration"
)

// plan is what is on the screen: Update makes it of what is to be shown, View reads it.
type plan struct {
	view  *layer.View
	box   layer.Box   // all rows between header and foot
	front layer.Drawn // the solver's page, or what leads: in that box, or beneath the panels
	told  []string    // the sentences at the whole width
}

// mostDivisions is how often the window is divided anew for pictures that are there, before
// that waits for the next message.
const mostDivisions = 3

// settle divides the window for what is to be shown now, starts what it needs and does not
// have, and has each layer choose what it shows in its place.
func (m *Model) settle() tea.Cmd {
	w := &m.screen.where.window
	m.arrange()
	m.fit()
	if w.Width == 0 {
		return nil
	}
	var cmds []tea.Cmd
	for range mostDivisions {
		window, version := *w, m.screen.shown.version
		cmd, said := m.screen.pictures.want()
		cmds = append(cmds, cmd, m.perform(nil, said...))
		if *w == window && m.screen.shown.version == version {
			break
		}
		m.arrange()
		m.fit()
	}
	if m.options.Ahead {
		cmds = append(cmds, m.screen.pictures.wantAhead(m.plan.view, m.leading.leader()))
	}
	return tea.Batch(append(cmds, m.screen.shown.wantList(), m.screen.shown.wantTotals())...)
}

// arrange divides the window. The pictures learn how large they are.
func (m *Model) arrange() {
	where := &m.screen.where
	v, w := m.see(), where.window
	m.plan = plan{view: v, box: layer.Box{Width: w.Width, Height: w.Height - w.HeaderRows() - m.below(), Outer: w.Width, Focused: true}}
	if w.Width == 0 || w.Height == 0 || w.TooSmall() {
		return
	}
	p := &m.plan
	p.box.Most = max(3, (p.box.Height-narration.Rows)*2/5)
	if l := m.page(); l != nil {
		l.Fit(v, p.box)
		p.front = l.Draw(v, p.box)
	}
	if p.front.Place == layer.Whole { // nothing of the panels can be clicked
		where.division.Areas = nil
		return
	}
	past, notes := 0, 0
	if w.Focus == intent.History {
		past = m.screen.shown.history.At(v)
	}
	if !m.leading.leads() { // a leader has texts of its own
		notes = max(1, min(p.box.Height/7, 5))
	}
	p.told = m.explain.View(v, w.Width, past, notes)
	w.Bare = p.front.Place == layer.Bare
	w.Single = v.Around.Kind != intent.Nothing && !drawing.Whole(m.screen.pictures.line)
	w.Watching = m.solver != nil && m.solver.Watching()
	where.division = w.Arrange(w.HeaderRows(), p.box.Height, panel.Contents{
		Says: len(p.front.Rows), Instead: p.front.Place == layer.Instead && len(p.front.Rows) > 0, Aside: v.Led, Told: len(p.told),
		Said: func(width, height int) int {
			return len(m.leading.by.Draw(v, layer.Box{Width: width, Height: height, Outer: width, Most: max(4, height*2/5+1)}).Rows)
		},
		Noted: func(width int) int { return narration.ColumnRows(v, width, past, m.notes()) },
	})
	for _, a := range where.division.Areas {
		if a.Panel == intent.Dag || a.Panel == intent.LineDag {
			_, _, width, height := a.Inner()
			m.screen.pictures.of(a.Panel).Place(v, width, height)
		}
	}
}

// page is the layer that may fill the window, or have rows beneath the panels; nil for none.
func (m *Model) page() layer.Layer {
	switch {
	case m.screen.where.window.Focus == intent.Solver && m.solver != nil:
		return m.solver
	case m.leading.leads():
		return m.leading.by
	}
	return nil
}

// notes is how many rows of a column the note of a step may take: a leader has texts of its own.
func (m *Model) notes() int {
	if m.leading.leads() {
		return 0
	}
	return m.plan.box.Height
}

// below is how many rows stand below the panels and the sentences.
func (m *Model) below() int {
	if m.screen.record.Shown {
		return 2
	}
	return 1
}

// fit has each panel, and what lies over them, choose what it shows.
func (m *Model) fit() {
	v := m.plan.view
	v.Outlook() // before View asks for it
	m.screen.shown.next.Refresh(v)
	if m.screen.where.window.TooSmall() {
		return
	}
	for _, a := range m.screen.where.division.Areas {
		if l := m.in(a); l != nil {
			l.Fit(v, m.inside(a))
		}
	}
	if top := m.screen.where.top(); top != nil {
		top.Fit(v, m.plan.box)
	}
}

// in is the layer that an area shows; nil for texts.
func (m *Model) in(a panel.Area) layer.Layer {
	switch p := m.screen.panel(a.Panel); {
	case p != nil:
		return p
	case a.Panel == intent.Solver:
		return m.solver
	}
	return nil
}

// inside is the box within the frame of an area.
func (m *Model) inside(a panel.Area) layer.Box {
	_, _, w, h := a.Inner()
	return layer.Box{Width: w, Height: h, Outer: a.Width, Focused: m.screen.where.window.Focus == a.Panel}
}

// framed draws a panel into its frame.
func (m *Model) framed(a panel.Area) []string {
	v, b := m.plan.view, m.inside(a)
	switch a.Panel {
	case intent.Text:
		d := m.leading.by.Draw(v, layer.Box{Width: a.Width, Height: a.Height, Outer: a.Width, Most: a.Height})
		return pad(v.Theme, d.Rows, a.Width, a.Height)
	case intent.Told:
		past := 0
		if m.screen.where.window.Focus == intent.History {
			past = m.screen.shown.history.At(v)
		}
		return v.Theme.Draw(a.Frame, v.Theme.Signs.Fill+" done", at(v), narration.Column(v, b.Width, b.Height, past, min(b.Height, m.notes())), a.Width, a.Height, false)
	}
	d := m.in(a).Draw(v, b)
	if a.Panel == intent.Dag || a.Panel == intent.LineDag {
		d.Right = keyOf(d.Right, style.RightRoom(d.Title, a.Width))
	}
	return v.Theme.Draw(a.Frame, d.Title, d.Right, d.Rows, a.Width, a.Height, b.Focused)
}

// at is the step on the screen, of how many.
func at(v *layer.View) string {
	return "step " + style.Count(int64(v.Steps.Depth())) + "/" + style.Count(int64(len(v.Steps.Line())))
}

// keyOf shortens what a frame says of its picture, and of the keys that change that, before the
// zoom level: in a narrow frame the first key is worth more than what it is about.
func keyOf(text string, width int) string {
	_, keys, ok := strings.Cut(text, ": ")
	if !ok || style.Width(text) <= width {
		return text
	}
	if first, rest, more := strings.Cut(keys, ", "); more && style.Width(keys) > width {
		keys = first + rest[max(0, strings.LastIndex(rest, "   ")):]
	}
	return keys
}

func pad(t *style.Theme, rows []string, width, height int) []string {
	out := make([]string, height)
	for k := range out {
		if k < len(rows) {
			out[k] = t.Left(rows[k], width)
		}
	}
	return out
}
