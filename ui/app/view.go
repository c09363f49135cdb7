package app

import (
	"slices"
	"strings"

	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel"
	"facet/ui/panel/narration"
	"facet/ui/style"
)

// View draws the screen: exactly the window's height, never wider than it.
func (m *Model) View() string {
	w := &m.window
	if m.files.gone || w.Width == 0 || w.Height == 0 {
		return ""
	}
	s := m.snapshot()
	if w.TooSmall() {
		return strings.Join(w.Excuse(s.Theme, m.asking()), "\n")
	}
	w.Watching = m.solver != nil && m.solver.Watching()
	m.weigh()
	rows := m.header.View(s, s.Advice, w.Width)
	body := w.Height - len(rows) - 1
	box := layer.Box{Width: w.Width, Height: body, Most: max(3, (body-narration.Rows)*2/5), Focused: true}
	var d layer.Drawn
	switch {
	case w.Focus == intent.Solver && m.solver != nil:
		d = m.solver.Draw(s, box)
	case m.leading.leads():
		d = m.leading.by.Draw(s, box)
	}
	if d.Place == layer.Whole {
		m.areas = nil // nothing of the panels can be clicked
		rows = append(rows, pad(s.Theme, d.Rows, w.Width, body)...)
	} else {
		told := m.narrate(s, body)
		rows = append(rows, m.panels(d, len(rows), body-len(told))...)
		rows = append(rows, told...)
	}
	rows = append(rows, "")
	if top := m.top(); top != nil {
		over := top.Draw(s, box).Rows
		copy(rows[len(rows)-1-len(over):], over)
	}
	foot := m.foot()
	copy(rows[len(rows)-len(foot):], foot)
	return strings.Join(rows, "\n")
}

// narrate is what was done, what comes next, and the note of the step where nobody
// else speaks.
func (m *Model) narrate(s *layer.View, body int) []string {
	notes, past := max(1, min(body/7, 5)), 0
	if m.leading.leads() {
		notes = 0
	}
	if m.window.Focus == intent.History {
		past = m.history.At(s)
	}
	told := m.explain.View(s, m.window.Width, past, notes)
	m.window.Below = len(told) - narration.Rows
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

// foot is the message of the last key, or the keys.
func (m *Model) foot() []string {
	v, head, width := m.snapshot(), "", m.window.Width
	t := v.Theme
	if m.notice.text != "" {
		return m.notice.rows(t, width)
	}
	if m.preview.open() && m.top() == nil {
		head = m.preview.Draw(v, layer.Box{Width: width}).Title
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
		if all := l.Bindings(v); slices.ContainsFunc(all, func(c layer.Command) bool { return c.Brief != "" }) {
			return all
		}
	}
	return nil
}

// panels are the panels in height rows, with what a leader has to say beneath the
// pictures.
func (m *Model) panels(d layer.Drawn, top, height int) []string {
	rows := pad(m.shot.Theme, d.Rows, m.window.Width, len(d.Rows))
	if room := height - len(rows); d.Place == layer.Instead && len(rows) > 0 {
		m.areas = m.window.Pictures(top, room)
	} else {
		w := m.window // what somebody says takes its room from the list, as a note does
		w.Below += max(0, len(rows)-1)
		m.areas = w.Arrange(top, room)
	}
	return append(panel.Compose(m.areas, m.framed), rows...)
}

// framed draws a panel into its frame.
func (m *Model) framed(a panel.Area) []string {
	_, _, w, h := a.Inner()
	focused := m.window.Focus == a.Panel
	var of layer.Layer = m.solver
	if p := m.panel(a.Panel); p != nil {
		of = p
	}
	v := m.snapshot()
	d := of.Draw(v, layer.Box{Width: w, Height: h, Outer: a.Width, Focused: focused})
	return v.Theme.Draw(a.Frame, d.Title, d.Right, d.Rows, a.Width, a.Height, focused)
}
