package app

import (
	"slices"
	"strings"

	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
	"facet/ui/explore/panel/header"
)

// View draws the screen: exactly the window's height, never wider than it. It only reads.
func (m *Model) View() string {
	w, p := &m.screen.where.window, &m.plan
	if m.files.gone || w.Width == 0 || w.Height == 0 {
		return ""
	}
	t := p.view.Theme
	if w.TooSmall() {
		return strings.Join(w.Excuse(t, m.screen.where.asking(), m.options.Narrow), "\n")
	}
	rows := append(m.head(), p.body()...)
	rows = append(rows, make([]string, max(0, w.HeaderRows()+p.box.Height-len(rows)))...)
	if m.screen.record.Shown {
		rows = append(rows, t.Left(t.Clip(m.screen.record.Row(t), w.Width), w.Width))
	}
	rows = append(rows, "")
	if top := m.screen.where.top(); top != nil {
		over := top.Draw(p.view, p.box).Rows
		copy(rows[len(rows)-p.below()-len(over):], over)
	}
	foot := m.foot()
	copy(rows[len(rows)-len(foot):], foot)
	return strings.Join(rows, "\n")
}

// head is the header; the step's number stands there unless the sentences have it.
func (m *Model) head() []string {
	w, v := &m.screen.where.window, m.plan.view
	if d := m.plan.front; d.Place == layer.Whole && d.Alone {
		return header.Program(v.Theme, w.Width, w.HeaderRows())
	}
	return header.Rows(v, v.Advice, w.Width, w.HeaderRows(), !m.screen.where.division.Has(intent.Told) ||
		m.screen.where.top() != nil)
}

// foot is messages of others, and below them what the last key gave, or the keys.
func (m *Model) foot() []string {
	return append(m.screen.notice.letters(m.plan.view, m.screen.where.window.Width), m.lastRows()...)
}

// lastRows are what the last key gave, or the keys.
func (m *Model) lastRows() []string {
	v, head, width := m.plan.view, "", m.screen.where.window.Width
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
// that has something to say in a foot, without what the leader does not offer.
func (m *Model) inFront(v *layer.View) []layer.Command {
	for _, l := range m.stack() {
		leads := l == layer.Layer(m.leading.by)
		if leads && v.Focus == intent.Solver && m.solver != nil {
			continue // its page is in front of who leads
		}
		if all := layer.Bindings(l, v); slices.ContainsFunc(all, func(c layer.Command) bool {
			return c.Brief != ""
		}) {
			return slices.DeleteFunc(slices.Clone(all), func(c layer.Command) bool {
				return !leads && !m.leading.leader().Offers(c.Meant(m.table))
			})
		}
	}
	return nil
}
