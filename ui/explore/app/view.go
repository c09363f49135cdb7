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
	head := w.HeaderRows()
	rows := make([]string, head)
	below := 1
	if m.screen.record.Shown {
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
	w.Bare = d.Place == layer.Bare
	m.screen.where.drawn = *w
	if d.Place == layer.Whole {
		m.screen.where.areas = nil // nothing of the panels can be clicked
		rows = append(rows, pad(s.Theme, d.Rows, w.Width, body)...)
	} else {
		rows = append(rows, m.body.rows(d, len(rows), body)...)
	}
	if m.screen.record.Shown {
		rows = append(rows, s.Theme.Left(s.Theme.Clip(m.screen.record.Row(s.Theme), w.Width), w.Width))
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
