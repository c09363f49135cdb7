package app

import (
	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/narration"
)

// doSelected is Enter: whatever operation is selected.
func (m *Model) doSelected() {
	switch m.sel.Kind {
	case intent.OnElement:
		m.preaccumulate()
	case intent.OnFace:
		m.eliminate()
	default:
		m.refuse(narration.NoOperation(m.snapshot()))
	}
}

func (m *Model) eliminate() {
	s := m.state()
	if m.sel.Kind != intent.OnFace || !m.sel.Exists(s) {
		m.refuse(narration.NoFace(m.snapshot()))
		return
	}
	if _, ok := m.sel.Op(s); !ok && len(s.Choices(m.sel.Face)) == 0 {
		m.refuse(narration.NoJacobian(m.snapshot()))
		return
	}
	m.carry("", []model.Op{model.Eliminate(m.sel.Face, m.sel.Mode)})
}

// preaccumulate takes the selected vertex of the line dag; of a face the side
// without Jacobian, u before v.
func (m *Model) preaccumulate() {
	s := m.state()
	if !m.sel.Exists(s) || m.sel.Kind == intent.OnVertex {
		m.refuse("No edge is selected: select one in the dag (1), or a row of the list.")
		return
	}
	z, mode := m.sel.Z, m.sel.Mode
	if m.sel.Kind == intent.OnFace {
		z = m.sel.Face.U
		if s.HasJacobian(z) {
			z = m.sel.Face.V
		}
		best, _ := model.Cheapest(s.Accumulations(z))
		mode = best.Op.Mode
	}
	if s.HasJacobian(z) {
		m.refuse(narration.AlreadyThere(m.snapshot(), z))
		return
	}
	m.carry("", []model.Op{model.Accumulate(z, mode)})
}

func (m *Model) nextMode() {
	s := m.state()
	choices := m.sel.Choices(s)
	switch len(choices) {
	case 0:
		m.refuse("No operation is selected: select a row of the list to change its mode.")
		return
	case 1:
		m.refuse(narration.OnlyMode(s, choices[0]))
		return
	}
	for k, c := range choices {
		if c.Op.Mode == m.sel.Mode {
			m.sel.Mode = choices[(k+1)%len(choices)].Op.Mode
			return
		}
	}
	m.sel.Mode = choices[0].Op.Mode
}

// carry does operations as one step; the narration tells what happened.
func (m *Model) carry(title string, ops []model.Op) {
	near := 0
	if !m.batch {
		near = m.next.At(m.snapshot())
	}
	changes, err := m.session.Do(title, ops...)
	if err != nil {
		m.refuse(layer.Sentence(err.Error()))
		return
	}
	if m.batch {
		return
	}
	m.selectAfter(changes, near)
}

func (m *Model) undo() {
	if !m.session.Undo() {
		text := "This is the start: there is nothing to undo."
		if len(m.session.Line()) > 0 {
			text += " PgDn or ctrl+r goes forward again."
		}
		m.refuse(text)
		return
	}
	m.selectNext()
}

func (m *Model) redo() {
	if !m.session.Redo() {
		m.refuse("This is the last step of the branch: there is nothing to redo. u goes back.")
		return
	}
	m.selectNext()
}
