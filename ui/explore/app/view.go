package app

import (
	"slices"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel"
	"facet/ui/explore/panel/drawing"
	"facet/ui/explore/panel/narration"
)

// View draws the screen: exactly the window's height, never wider than it.
func (m *Model) View() string {
	w := &m.screen.where.window
	if m.files.gone || w.Width == 0 || w.Height == 0 {
		return ""
	}
	s := m.snapshot()
	if w.TooSmall() {
		return strings.Join(w.Excuse(s.Theme, m.screen.where.asking(), m.options.Narrow), "\n")
	}
	w.Single = s.Around.Kind != intent.Nothing && !drawing.Whole(m.screen.pictures.line)
	w.Watching = m.solver != nil && m.solver.Watching()
	m.weigh()
	m.screen.where.drawn = *w
	head := w.HeaderRows()
	rows := make([]string, head)
	below := 1
	if m.screen.record.shown {
		below++
	}
	body := w.Height - head - below
	box := layer.Box{Width: w.Width, Height: body, Most: max(3, (body-narration.Rows)*2/5), Focused: true}
	var d layer.Drawn
	switch {
	case w.Focus == intent.Solver && m.solver != nil:
		d = m.solver.Draw(s, box)
	case m.leading.leads():
		d = m.leading.by.Draw(s, box)
	}
	if d.Place == layer.Whole {
		m.screen.where.areas = nil // nothing of the panels can be clicked
		rows = append(rows, pad(s.Theme, d.Rows, w.Width, body)...)
	} else {
		rows = append(rows, m.body(d, len(rows), body)...)
	}
	if m.screen.record.shown {
		rows = append(rows, s.Theme.Left(s.Theme.Clip(m.screen.record.row(s.Theme), w.Width), w.Width))
	}
	rows = append(rows, "")
	if top := m.screen.where.top(); top != nil {
		over := top.Draw(s, box).Rows
		copy(rows[len(rows)-below-len(over):], over)
	}
	beside := slices.ContainsFunc(m.screen.where.areas, func(a panel.Area) bool { return a.Panel == intent.Told })
	switch {
	case d.Place == layer.Whole && d.Alone:
		copy(rows, m.header.Program(s.Theme, w.Width, head))
	default:
		copy(rows, m.header.View(s, s.Advice, w.Width, head, !beside || m.screen.where.top() != nil))
	}
	foot := m.foot()
	copy(rows[len(rows)-len(foot):], foot)
	return strings.Join(rows, "\n")
}

// narrate is what was done, what comes next, and the note of the step where nothing
// leads.
func (m *Model) narrate(s *layer.View, body int) []string {
	notes, past := max(1, min(body/7, 5)), 0
	if m.leading.leads() {
		notes = 0
	}
	if m.screen.where.window.Focus == intent.History {
		past = m.screen.shown.history.At(s)
	}
	told := m.explain.View(s, m.screen.where.window.Width, past, notes)
	m.screen.where.window.Below = len(told) - narration.Rows
	return told
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

// foot is messages of others, and below them what the last key gave, or the keys.
func (m *Model) foot() []string {
	return append(m.screen.notice.letters(m.snapshot(), m.screen.where.window.Width), m.lastRows()...)
}

// lastRows are what the last key gave, or the keys.
func (m *Model) lastRows() []string {
	v, head, width := m.snapshot(), "", m.screen.where.window.Width
	t := v.Theme
	if left := len(m.waiting()); left > 0 && m.screen.notice.empty() {
		return []string{t.Left(" "+layer.Sentence(busy(left)), width)}
	}
	if !m.screen.notice.empty() {
		return m.screen.notice.rows(v, width)
	}
	if m.preview.open() && m.screen.where.top() == nil {
		head = m.preview.Draw(v, layer.Box{Width: width}).Title
	}
	if m.options.Untouched {
		return []string{t.Left(head, width)}
	}
	return []string{t.Left(head+layer.Foot(t, width-style.Width(head), m.inFront(v), m.table), width)}
}

// inFront are the bindings that the foot tells: those of the first layer of the stack
// that has something to say in a foot.
func (m *Model) inFront(v *layer.View) []layer.Command {
	for _, l := range m.stack() {
		if l == layer.Layer(m.leading.by) && v.Focus == intent.Solver && m.solver != nil {
			continue // its page is in front of who leads
		}
		if all := layer.Bindings(l, v); slices.ContainsFunc(all, func(c layer.Command) bool { return c.Brief != "" }) {
			return all
		}
	}
	return nil
}

// body is the panels in height rows, with what a leader has to say beneath or beside the
// pictures, and the sentences.
func (m *Model) body(d layer.Drawn, top, height int) []string {
	w, v := &m.screen.where.window, m.snapshot()
	told := m.narrate(v, height)
	if m.screen.where.window.Silent(height, len(told)) && len(d.Rows) == 0 {
		told = nil
	}
	lead := panel.Lead{}
	rows := pad(v.Theme, d.Rows, w.Width, len(d.Rows))
	if d.Place == layer.Instead && len(rows) > 0 {
		lead = panel.Lead{Rows: len(rows), Aside: m.leading.presents()}
	}
	beneath := len(rows) - lead.Rows
	base := height - min(beneath, 1) // more than one row is taken from the list
	if w.Said = 0; beneath > 0 && w.Form(height, narration.Rows, lead).Right() {
		base = height
		right := w.RightWidth(height, narration.Rows, lead)
		w.Said = len(m.leading.by.Draw(v, layer.Box{Width: right, Height: height, Outer: right, Most: max(4, height*2/5+1)}).Rows)
		rows, beneath = nil, 0
	}
	if right := w.RightWidth(base, narration.Rows, lead); right > 0 {
		past := 0
		if w.Focus == intent.History {
			past = m.screen.shown.history.At(v)
		}
		w.Told = narration.ColumnRows(v, right-2, past, m.notes(height))
	}
	m.screen.where.room = w.Room(base, narration.Rows, lead)
	sized := *w
	sized.Below += max(0, beneath-1)
	areas := sized.Divide(top, base, narration.Rows, lead)
	if w.Focus == intent.History && !slices.ContainsFunc(areas, func(a panel.Area) bool { return a.Panel == intent.History }) {
		areas, rows = nil, pad(v.Theme, d.Rows, w.Width, len(d.Rows))
	}
	if areas == nil {
		return append(m.panels(d, top, height-len(told)), told...)
	}
	m.screen.where.areas = areas
	if w.Form(base, narration.Rows, lead).Right() {
		return panel.Compose(areas, m.framed)
	}
	return append(append(panel.Compose(areas, m.framed), rows...), told...)
}

// panels are the panels above what a leader has to say.
func (m *Model) panels(d layer.Drawn, top, height int) []string {
	rows := pad(m.shot.Theme, d.Rows, m.screen.where.window.Width, len(d.Rows))
	if room := height - len(rows); d.Place == layer.Instead && len(rows) > 0 {
		m.screen.where.areas = m.screen.where.window.Pictures(top, room)
	} else {
		w := m.screen.where.window // what a leader says takes its room from the list, as a note does
		w.Below += max(0, len(rows)-1)
		m.screen.where.areas = w.Arrange(top, room)
	}
	return append(panel.Compose(m.screen.where.areas, m.framed), rows...)
}

// notes is how many rows the note of a step may take: a leader has texts of its own.
func (m *Model) notes(most int) int {
	if m.leading.leads() {
		return 0
	}
	return most
}

// at is the step on the screen, of how many.
func at(v *layer.View) string {
	return "step " + style.Count(int64(v.Steps.Depth())) + "/" + style.Count(int64(len(v.Steps.Line())))
}

// framed draws a panel into its frame.
func (m *Model) framed(a panel.Area) []string {
	_, _, w, h := a.Inner()
	focused := m.screen.where.window.Focus == a.Panel
	switch a.Panel {
	case intent.Text:
		v := m.snapshot()
		d := m.leading.by.Draw(v, layer.Box{Width: a.Width, Height: a.Height, Outer: a.Width, Most: a.Height})
		return pad(v.Theme, d.Rows, a.Width, a.Height)
	case intent.Told:
		v, past := m.snapshot(), 0
		if m.screen.where.window.Focus == intent.History {
			past = m.screen.shown.history.At(v)
		}
		return v.Theme.Draw(a.Frame, v.Theme.Signs.Fill+" done", at(v), narration.Column(v, w, h, past, m.notes(h)), a.Width, a.Height, false)
	}
	var of layer.Layer = m.solver
	if p := m.panel(a.Panel); p != nil {
		of = p
	}
	v := m.snapshot()
	d := of.Draw(v, layer.Box{Width: w, Height: h, Outer: a.Width, Focused: focused})
	return v.Theme.Draw(a.Frame, d.Title, d.Right, d.Rows, a.Width, a.Height, focused)
}
