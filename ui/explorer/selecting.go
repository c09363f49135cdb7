package explorer

import (
	"slices"

	"facet/model"
	"facet/ui/intent"
)

// selectAfter stays close to what was just done: the next face of the same
// vertex, else the list's row that took the place of the old one.
func (m *Model) selectAfter(changes []model.Change, near int) {
	s := m.state()
	if len(changes) == 1 {
		op := changes[0].Op
		for _, z := range []model.Z{op.U, op.V} {
			if z == model.NoZ || !s.IsLive(z) {
				continue
			}
			for _, v := range s.Succs(z) {
				if f := (model.Face{U: z, V: v}); len(s.Choices(f)) > 0 {
					m.sel = intent.AtFace(s, f)
					return
				}
			}
			for _, u := range s.Preds(z) {
				if f := (model.Face{U: u, V: z}); len(s.Choices(f)) > 0 {
					m.sel = intent.AtFace(s, f)
					return
				}
			}
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
	switch chosen := m.sel == m.chosen && m.sel.Exists(s); {
	case chosen && m.sel.Kind == intent.OnVertex && remains(s, m.sel.Vertex):
		return
	case chosen && m.sel.Kind == intent.OnElement:
		m.sel = intent.AtElement(s, m.sel.Z)
		m.chosen = m.sel
		return
	}
	line, depth := m.session.Line(), m.session.Depth()
	if depth < len(line) && len(line[depth].Ops) > 0 {
		m.sel = intent.AtOp(line[depth].Ops[0])
		return
	}
	m.selectNear(0)
}

// remains tells whether a vertex of the dag has not been eliminated.
func remains(s *model.State, i int) bool {
	return !s.Dag().IsJunction(i) || slices.ContainsFunc(s.Vertices(), func(z model.Z) bool { return s.Source(z) == i || s.Target(z) == i })
}

// selectNear selects a row of the list.
func (m *Model) selectNear(row int) {
	m.next.Refresh(m.snapshot())
	if !m.next.Current(m.state()) { // listed soon
		m.near, m.sel = row, intent.Selection{}
		return
	}
	if m.next.Len() == 0 {
		m.sel = m.last()
		return
	}
	m.sel = intent.AtOp(m.next.Op(max(0, min(row, m.next.Len()-1))))
}

// last is what the step at the cursor was about. In a complete sequence, which
// has no next operation, it keeps the picture in place.
func (m *Model) last() intent.Selection {
	s := m.state()
	for _, change := range slices.Backward(m.session.Changes()) {
		for _, e := range change.Events {
			if e.Kind != model.FaceRemoved && s.IsLive(e.Z) {
				return intent.AtElement(s, e.Z)
			}
		}
	}
	if all := s.Vertices(); len(all) > 0 {
		return intent.AtElement(s, all[len(all)-1])
	}
	return intent.Selection{}
}
