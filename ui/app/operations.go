package app

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/layer"
	"facet/ui/panel/narration"
)

// operations selects operations, carries them out as steps of the session, and goes back
// and forth in it.
type operations struct {
	*screen
	many bool // intents are carried out together: what is selected is decided at the end
}

// Perform changes the session or the selection.
func (o *operations) Perform(v *layer.View, i intent.Intent) (tea.Cmd, []intent.Intent, bool) {
	said, mine := o.step(i)
	if !mine {
		said, mine = o.operate(v, i)
	}
	return nil, said, mine
}

// step goes to another step.
func (o *operations) step(i intent.Intent) (said []intent.Intent, mine bool) {
	s := o.session
	switch i := i.(type) {
	case intent.Undo:
		if !s.Undo() {
			text := "This is the start: there is nothing to undo."
			if len(s.Line()) > 0 {
				text += " PgDn or ctrl+r goes forward again."
			}
			return refuse(text), true
		}
	case intent.Redo:
		if !s.Redo() {
			return refuse("This is the last step of the branch: there is nothing to redo. u goes back."), true
		}
	case intent.JumpTo:
		said = report(s.Jump(i.Depth))
	case intent.GoTo:
		said = report(s.Goto(i.Step))
	case intent.Annotate:
		return report(s.Annotate(s.Cursor(), i.Text)), true
	default:
		return nil, false
	}
	o.selectNext()
	return said, true
}

// operate selects an operation, or carries one out.
func (o *operations) operate(v *layer.View, i intent.Intent) (said []intent.Intent, mine bool) {
	switch i := i.(type) {
	case intent.Select:
		if i.Target == (intent.Selection{}) {
			o.selectNear(0)
			break
		}
		o.sel, o.unasked = i.Target, false
		if w := o.window; i.Target.Kind == intent.OnVertex || w.Focus == intent.Dag || w.Focus == intent.LineDag {
			o.chosen = o.sel // not a row of the list, which is an operation
		}
	case intent.DoSelected:
		if o.state().Done() {
			return refuse(narration.NoOperation(v)), true
		}
		switch o.sel.Kind {
		case intent.OnElement:
			return o.preaccumulate(v), true
		case intent.OnFace:
			return o.eliminate(v), true
		}
		return refuse(narration.NoOperation(v)), true
	case intent.Eliminate:
		return o.eliminate(v), true
	case intent.Preaccumulate:
		return o.preaccumulate(v), true
	case intent.ChangeMode:
		return o.nextMode(), true
	case intent.Carry:
		return o.carry(i.Title, i.Ops), true
	default:
		return nil, false
	}
	return nil, true
}

func (o *operations) eliminate(v *layer.View) []intent.Intent {
	s := o.state()
	if o.sel.Kind != intent.OnFace || !o.sel.Exists(s) {
		return refuse(narration.NoFace(v))
	}
	if _, ok := o.sel.Op(s); !ok && len(s.Choices(o.sel.Face)) == 0 {
		return refuse(narration.NoJacobian(v))
	}
	return o.carry("", []model.Op{model.Eliminate(o.sel.Face, o.sel.Mode)})
}

// preaccumulate takes the selected vertex of the line dag; of a face the side
// without Jacobian, u before v.
func (o *operations) preaccumulate(v *layer.View) []intent.Intent {
	s := o.state()
	if s.Done() {
		return refuse(narration.NoOperation(v))
	}
	if !o.sel.Exists(s) || o.sel.Kind == intent.OnVertex {
		return refuse("No edge is selected: select one in the dag (1), or a row of the list.")
	}
	z, mode := o.sel.Z, o.sel.Mode
	if o.sel.Kind == intent.OnFace {
		z = o.sel.Face.U
		if s.HasJacobian(z) {
			z = o.sel.Face.V
		}
		best, _ := model.Cheapest(s.Accumulations(z))
		mode = best.Op.Mode
	}
	if s.HasJacobian(z) {
		return refuse(narration.AlreadyThere(v, z))
	}
	return o.carry("", []model.Op{model.Accumulate(z, mode)})
}

func (o *operations) nextMode() []intent.Intent {
	s := o.state()
	choices := o.sel.Choices(s)
	switch len(choices) {
	case 0:
		return refuse("No operation is selected: select a row of the list to change its mode.")
	case 1:
		return refuse(narration.OnlyMode(s, choices[0]))
	}
	at := slices.IndexFunc(choices, func(c model.Choice) bool { return c.Op.Mode == o.sel.Mode })
	o.sel.Mode, o.unasked = choices[(at+1)%len(choices)].Op.Mode, false
	return nil
}

// carry does operations as one step; the narration tells what happened.
func (o *operations) carry(title string, ops []model.Op) []intent.Intent {
	near := 0
	if !o.many {
		near = o.next.At(o.view())
	}
	changes, err := o.session.Do(title, ops...)
	if err == nil && !o.many {
		o.selectAfter(changes, near)
	}
	return report(err)
}
