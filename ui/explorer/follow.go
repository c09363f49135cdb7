package explorer

import (
	"facet/model"
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
					m.sel = faceSelection(s, f)
					return
				}
			}
			for _, u := range s.Preds(z) {
				if f := (model.Face{U: u, V: z}); len(s.Choices(f)) > 0 {
					m.sel = faceSelection(s, f)
					return
				}
			}
		}
	}
	m.selectNear(near)
}

// selectNear selects a row of the list.
func (m *Model) selectNear(row int) {
	m.next.refresh(&m.common)
	rows := m.next.rows
	if len(rows) == 0 { // complete: what was born last keeps the picture in place
		m.sel = Selection{}
		if all := m.state().Vertices(); len(all) > 0 {
			m.sel = elementSelection(m.state(), all[len(all)-1])
		}
		return
	}
	m.sel = SelectOp(rows[max(0, min(row, len(rows)-1))].Op)
}
