package pane

import (
	"strings"

	"facet/model"
	"facet/ui/intent"
	"facet/ui/theme"
)

// Outlook is a state before and after an operation.
type Outlook struct {
	Choice model.Choice
	Before *model.State
	After  *model.State
	Change model.Change
}

type outlookKey struct {
	state *model.State
	sel   intent.Selection
}

// Foresee carries an operation out on the side.
func Foresee(s *model.State, choice model.Choice) Outlook {
	after, change, err := s.Apply(choice.Op)
	if err != nil {
		return Outlook{}
	}
	return Outlook{choice, s, after, change}
}

// ModeInk is the ink of a mode, wherever it is named.
func ModeInk(m model.Mode) theme.Ink {
	return [...]theme.Ink{theme.Tangent, theme.Adjoint, theme.Product}[m]
}

// Jacobian writes F' of a vertex of the line dag.
func Jacobian(s *model.State, z model.Z) string {
	if s.IsSum(z) {
		return "F'[" + s.Name(z) + "]"
	}
	return "F'" + s.Name(z)
}

// Effect says in a few words what an operation does to the line dag: what is
// born or absorbs, who merges and who goes.
func (o *Outlook) Effect() string {
	var parts, gone []string
	for _, e := range o.Change.Events {
		switch e.Kind {
		case model.Born:
			parts = append(parts, "fill "+o.Name(e.Z))
		case model.Absorbed:
			parts = append(parts, "absorb into "+o.Before.Name(e.Z))
		case model.Removed:
			gone = append(gone, o.Before.Name(e.Z))
		case model.Merged:
			parts = append(parts, "merge "+o.Name(e.Other)+" into "+o.Name(e.Z))
		case model.Accumulated:
			parts = append(parts, Jacobian(o.Before, e.Z)+" is there")
		}
	}
	if len(gone) > 0 {
		parts = append(parts, "remove "+strings.Join(gone, " "))
	}
	return strings.Join(parts, ", ")
}

// Name calls a vertex what it was before, or what it is since if it is new.
func (o *Outlook) Name(z model.Z) string {
	if int(z) < o.Before.Born() {
		return o.Before.Name(z)
	}
	return o.After.Name(z)
}

// Born is the fill that the operation brings.
func (o *Outlook) Born() (model.Z, bool) {
	for _, e := range o.Change.Events {
		if e.Kind == model.Born && o.After.IsLive(e.Z) {
			return e.Z, true
		}
	}
	return model.NoZ, false
}

// Concerned lists the vertices, other than the operation's own, that it changes.
func (o *Outlook) Concerned() []model.Z {
	var all []model.Z
	add := func(z model.Z) {
		if z != model.NoZ && int(z) < o.Before.Born() && z != o.Choice.Op.U && z != o.Choice.Op.V {
			all = append(all, z)
		}
	}
	for _, e := range o.Change.Events {
		switch e.Kind {
		case model.Absorbed:
			add(e.Z)
		case model.Merged:
			add(e.Z)
			add(e.Other)
		case model.Removed:
			add(e.Z)
		}
	}
	return all
}

// FillSize is how much an operation adds to the line dag: the faces that a fill
// vertex brings, 0 where there is none.
func (o *Outlook) FillSize() int {
	for _, e := range o.Change.Events {
		if e.Kind == model.Born {
			return max(1, len(o.Before.Preds(e.Face.U))+len(o.Before.Succs(e.Face.V)))
		}
	}
	return 0
}

// Fate says what becomes of one side of an operation.
func (o *Outlook) Fate(z model.Z) string {
	for _, e := range o.Change.Events {
		switch {
		case e.Kind == model.Removed && e.Z == z:
			return o.Before.Name(z) + " is removed"
		case e.Kind == model.Merged && e.Z == z:
			return o.Before.Name(z) + " merges with " + o.Name(e.Other)
		case e.Kind == model.Merged && e.Other == z:
			return o.Before.Name(z) + " merges into " + o.Name(e.Z)
		}
	}
	return o.Before.Name(z) + " stays"
}

// Losers lists who loses its models.
func (o *Outlook) Losers() string {
	var names []string
	for _, e := range o.Change.Events {
		if e.Kind == model.ModelsLost {
			names = append(names, o.Name(e.Z))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + " is a sum now, its models are gone"
}
