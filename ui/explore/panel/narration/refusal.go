package narration

import (
	"facet/model"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// NoOperation says why Enter does nothing.
func NoOperation(v *layer.View) string {
	if v.State().Done() {
		return NoFace(v)
	}
	if v.Sel.Kind == intent.OnVertex {
		return "A vertex of the dag is selected: {V:vertex} eliminates it, up and down go to its edges."
	}
	return "Nothing is selected: Tab goes to the list, the arrow keys select."
}

// NoFace says why there is nothing to eliminate, and what to do.
func NoFace(v *layer.View) string {
	s, sel := v.State(), v.Sel
	switch {
	case s.Done():
		return "The sequence is complete: {u:undo} goes back, {s:save-as} saves, {t:totals} shows the totals."
	case sel.Kind == intent.OnElement && sel.Exists(s) && !s.HasJacobian(sel.Z):
		return layer.Name(s, sel.Z) +
			" is not a face: press {a:preaccumulate} to preaccumulate it, or follow an arrow to a face."
	case sel.Kind == intent.OnElement && sel.Exists(s):
		return layer.Name(s, sel.Z) +
			" is not a face: go up or down to one in the line dag ({2:line-dag}), or press {E:edge} for the edge."
	case sel.Kind == intent.OnVertex:
		return "A vertex is not a face: {V:vertex} eliminates the vertex, Tab goes to the list of faces."
	}
	return "No face is selected: select one in the list (Tab) or in the line dag ({2:line-dag})."
}

// NoJacobian says why the selected face cannot be eliminated yet.
func NoJacobian(v *layer.View) string {
	s, f := v.State(), v.Sel.Face
	return v.Face(s, f) + " has no Jacobian on either side: press {a:preaccumulate} to preaccumulate " +
		layer.Name(s, f.U) + " first."
}

// AlreadyThere says why there is nothing to preaccumulate.
func AlreadyThere(v *layer.View, z model.Z) string {
	s := v.State()
	switch {
	case v.Sel.Kind == intent.OnFace:
		return "Both Jacobians of " + v.Face(s, v.Sel.Face) +
			" are available: press {e:eliminate} to eliminate the face."
	case len(s.Preds(z))+len(s.Succs(z)) > 0:
		return "The Jacobian of " + layer.Name(s, z) +
			" is already available: go up or down to one of its faces."
	}
	return "The Jacobian of " + layer.Name(s, z) + " is already available."
}

// OnlyMode says why an operation has no other mode.
func OnlyMode(s *model.State, only model.Choice) string {
	for mode := model.TAN; mode <= model.MUL; mode++ {
		if mode != only.Op.Mode {
			if _, err := s.Price(model.Op{U: only.Op.U, V: only.Op.V, Mode: mode}); err != nil &&
				mode != model.MUL {
				return "Only " + only.Op.Mode.String() + " is possible: " + err.Error() + "."
			}
		}
	}
	return "Only " + only.Op.Mode.String() + " is possible here."
}
