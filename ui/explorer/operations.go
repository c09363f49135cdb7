package explorer

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/pane"
	"facet/ui/theme"
)

// doSelected is Enter: whatever operation is selected.
func (m *Model) doSelected() {
	switch m.sel.Kind {
	case intent.OnElement:
		m.preaccumulate()
	case intent.OnFace:
		m.eliminate()
	case intent.OnVertex:
		m.refuse("A vertex of the dag is selected: V eliminates it, up and down go to its edges.")
	default:
		m.refuse("Nothing is selected: Tab goes to the list, the arrow keys choose.")
	}
}

func (m *Model) eliminate() {
	s := m.state()
	if m.sel.Kind != intent.OnFace || !m.sel.Exists(s) {
		m.refuse(m.noFace())
		return
	}
	if _, ok := m.sel.Op(s); !ok && len(s.Choices(m.sel.Face)) == 0 {
		m.refuse(m.snapshot().Face(s, m.sel.Face) + " has no Jacobian on either side: press a to preaccumulate " + s.Name(m.sel.Face.U) + " first.")
		return
	}
	m.carry("", []model.Op{model.Eliminate(m.sel.Face, m.sel.Mode)})
}

// noFace says why e does not work and what does.
func (m *Model) noFace() string {
	s := m.state()
	switch {
	case s.Done():
		return "The sequence is complete, no face is left: u goes back, s saves, t shows the totals."
	case m.sel.Kind == intent.OnElement && m.sel.Exists(s) && !s.HasJacobian(m.sel.Z):
		return s.Name(m.sel.Z) + " is no face: press a to preaccumulate it, or go along an arrow to a face."
	case m.sel.Kind == intent.OnElement && m.sel.Exists(s):
		return s.Name(m.sel.Z) + " is no face: go up or down to one in the line dag (2), or press E for the edge."
	case m.sel.Kind == intent.OnVertex:
		return "A vertex is no face: V eliminates the vertex, Tab goes to the list of faces."
	}
	return "No face is selected: choose one in the list (Tab) or in the line dag (2)."
}

// preaccumulate takes the selected vertex of the line dag; of a face the side
// without Jacobian, u before v.
func (m *Model) preaccumulate() {
	s := m.state()
	if !m.sel.Exists(s) || m.sel.Kind == intent.OnVertex {
		m.refuse("No Jacobian is selected: choose an edge in the dag (1), or a row of the list.")
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
		text := "The Jacobian of " + s.Name(z) + " is already there"
		if m.sel.Kind == intent.OnFace {
			text = "Both sides of " + m.snapshot().Face(s, m.sel.Face) + " have their Jacobians: press e to eliminate the face"
		} else if len(s.Preds(z))+len(s.Succs(z)) > 0 {
			text += ": go up or down to one of its faces"
		}
		m.refuse(text + ".")
		return
	}
	m.carry("", []model.Op{model.Accumulate(z, mode)})
}

func (m *Model) nextMode() {
	s := m.state()
	choices := m.sel.Choices(s)
	switch len(choices) {
	case 0:
		m.refuse("No operation is selected that could have a mode: choose a row of the list.")
		return
	case 1:
		m.refuse(m.onlyMode(s, choices[0]))
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

// onlyMode says why there is no other mode.
func (m *Model) onlyMode(s *model.State, only model.Choice) string {
	for mode := model.TAN; mode <= model.MUL; mode++ {
		if mode != only.Op.Mode {
			if _, err := s.Price(model.Op{U: only.Op.U, V: only.Op.V, Mode: mode}); err != nil && mode != model.MUL {
				return "Only " + only.Op.Mode.String() + " is possible: " + err.Error() + "."
			}
		}
	}
	return "Only " + only.Op.Mode.String() + " is possible here."
}

// carry does operations as one step and says what happened.
func (m *Model) carry(title string, ops []model.Op) {
	near := 0
	if !m.batch {
		near = m.next.At(m.snapshot())
	}
	changes, err := m.session.Do(title, ops...)
	if err != nil {
		m.refuse(pane.Sentence(err.Error()))
		return
	}
	if m.batch {
		return
	}
	m.selectAfter(changes, near)
	m.say(m.happened(title, changes))
}

// happened tells in one line what a step did.
func (m *Model) happened(title string, changes []model.Change) string {
	var price model.Cost
	count := make(map[model.EventKind]int)
	for _, c := range changes {
		price = price.Add(c.Price)
		for _, e := range c.Events {
			count[e.Kind]++
		}
	}
	if len(changes) == 1 {
		before := m.before()
		o := pane.Outlook{Choice: model.Choice{Op: changes[0].Op, Price: price}, Before: before, After: m.state(), Change: changes[0]}
		return "Done for " + theme.Number(price) + ": " + o.Effect() + "."
	}
	var parts []string
	for _, k := range []model.EventKind{model.Accumulated, model.Born, model.Absorbed, model.Merged, model.Removed} {
		if count[k] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", k, count[k]))
		}
	}
	return fmt.Sprintf("Done %s, %s for %s: %s.", title, theme.Plural(len(changes), "operation", "operations"), theme.Number(price), strings.Join(parts, ", "))
}

// before is the state that the cursor's step started from.
func (m *Model) before() *model.State {
	depth := m.session.Depth()
	id := 0
	if depth > 1 {
		id = m.session.Line()[depth-2].ID
	}
	s, _ := m.session.StateAt(id)
	return s
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
