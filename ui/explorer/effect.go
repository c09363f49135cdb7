package explorer

import (
	"strings"

	"facet/model"
)

// effect says in a few words what an operation does to the line dag: what is
// born or absorbs, who merges and who goes.
func (o *outlook) effect() string {
	var parts, gone []string
	for _, e := range o.change.Events {
		switch e.Kind {
		case model.Born:
			parts = append(parts, "fill "+o.name(e.Z))
		case model.Absorbed:
			parts = append(parts, "absorb into "+o.before.Name(e.Z))
		case model.Removed:
			gone = append(gone, o.before.Name(e.Z))
		case model.Merged:
			parts = append(parts, "merge "+o.name(e.Other)+" into "+o.name(e.Z))
		case model.Accumulated:
			parts = append(parts, jacobian(o.before, e.Z)+" is there")
		}
	}
	if len(gone) > 0 {
		parts = append(parts, "remove "+strings.Join(gone, " "))
	}
	return strings.Join(parts, ", ")
}

// name calls a vertex what it was before, or what it is since if it is new.
func (o *outlook) name(z model.Z) string {
	if int(z) < o.before.Born() {
		return o.before.Name(z)
	}
	return o.after.Name(z)
}

// born is the fill that the operation brings.
func (o *outlook) born() (model.Z, bool) {
	for _, e := range o.change.Events {
		if e.Kind == model.Born && o.after.IsLive(e.Z) {
			return e.Z, true
		}
	}
	return model.NoZ, false
}

// concerned lists the vertices, other than the operation's own, that it changes.
func (o *outlook) concerned() []model.Z {
	var all []model.Z
	add := func(z model.Z) {
		if z != model.NoZ && int(z) < o.before.Born() && z != o.choice.Op.U && z != o.choice.Op.V {
			all = append(all, z)
		}
	}
	for _, e := range o.change.Events {
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

// fillSize is how much an operation adds to the line dag: the faces that a fill
// vertex brings, 0 where there is none.
func (o *outlook) fillSize() int {
	for _, e := range o.change.Events {
		if e.Kind == model.Born {
			return max(1, len(o.before.Preds(e.Face.U))+len(o.before.Succs(e.Face.V)))
		}
	}
	return 0
}

// fate says what becomes of one side of an operation.
func (o *outlook) fate(z model.Z) string {
	for _, e := range o.change.Events {
		switch {
		case e.Kind == model.Removed && e.Z == z:
			return o.before.Name(z) + " is removed"
		case e.Kind == model.Merged && e.Z == z:
			return o.before.Name(z) + " merges with " + o.name(e.Other)
		case e.Kind == model.Merged && e.Other == z:
			return o.before.Name(z) + " merges into " + o.name(e.Z)
		}
	}
	return o.before.Name(z) + " stays"
}

// losers lists who loses its models.
func (o *outlook) losers() string {
	var names []string
	for _, e := range o.change.Events {
		if e.Kind == model.ModelsLost {
			names = append(names, o.name(e.Z))
		}
	}
	if len(names) == 0 {
		return ""
	}
	return strings.Join(names, ", ") + " is a sum now, its models are gone"
}
