package intent

import (
	"slices"

	"facet/model"
)

// After stays close to an operation that was just done: the next face of one of its
// sides, false if there is none.
func After(s *model.State, op model.Op) (Selection, bool) {
	for _, z := range []model.Z{op.U, op.V} {
		if z == model.NoZ || !s.IsLive(z) {
			continue
		}
		for _, v := range s.Succs(z) {
			if f := (model.Face{U: z, V: v}); len(s.Choices(f)) > 0 {
				return AtFace(s, f), true
			}
		}
		for _, u := range s.Preds(z) {
			if f := (model.Face{U: u, V: z}); len(s.Choices(f)) > 0 {
				return AtFace(s, f), true
			}
		}
	}
	return Selection{}, false
}

// Last is what a step was about. In a complete sequence, which has no next
// operation, it keeps the picture in place.
func Last(s *model.State, changes []model.Change) Selection {
	for _, change := range slices.Backward(changes) {
		for _, e := range change.Events {
			if e.Kind != model.FaceRemoved && s.IsLive(e.Z) {
				return AtElement(s, e.Z)
			}
		}
	}
	if all := s.Vertices(); len(all) > 0 {
		return AtElement(s, all[len(all)-1])
	}
	return Selection{}
}

// Survives reports whether what is selected by hand can be watched on: a vertex of the
// dag until it is eliminated, one of the line dag as long as it lives.
func (x Selection) Survives(s *model.State) bool {
	if x.Kind != OnVertex {
		return x.Kind == OnElement && x.Exists(s)
	}
	return !s.Dag().IsJunction(x.Vertex) ||
		slices.ContainsFunc(s.Vertices(), func(z model.Z) bool {
			return s.Source(z) == x.Vertex || s.Target(z) == x.Vertex
		})
}
