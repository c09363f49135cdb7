package app

import (
	"facet/model"
	"facet/ui/intent"
)

// selectAfter stays close to what was just done: the next face of the same
// vertex, else the list's row that took the place of the old one.
func (m *Model) selectAfter(changes []model.Change, near int) {
	if len(changes) == 1 {
		if sel, ok := intent.After(m.state(), changes[0].Op); ok {
			m.sel = sel
			return
		}
	}
	m.selectNear(near)
}

// selectNext follows a step along the line, back or forth: the operation that
// redo would carry out, which is the one that was just taken back. A vertex that
// was chosen by hand stays selected as long as it lives, so that it can be
// watched while the steps go by.
func (m *Model) selectNext() {
	s := m.state()
	if m.sel == m.chosen && m.sel.Survives(s) {
		if m.sel.Kind == intent.OnElement {
			m.sel = intent.AtElement(s, m.sel.Z)
			m.chosen = m.sel
		}
		return
	}
	line, depth := m.session.Line(), m.session.Depth()
	if depth < len(line) && len(line[depth].Ops) > 0 {
		m.sel = intent.AtOp(line[depth].Ops[0])
		return
	}
	m.selectNear(0)
}

// selectNear selects a row of the list.
func (m *Model) selectNear(row int) {
	m.next.Refresh(m.snapshot())
	if !m.next.Current(m.state()) { // listed soon
		m.near, m.sel = row, intent.Selection{}
		return
	}
	if m.next.Len() == 0 {
		m.sel = intent.Last(m.state(), m.session.Changes())
		return
	}
	m.sel = intent.AtOp(m.next.Op(max(0, min(row, m.next.Len()-1))))
}
