package intent

import (
	"slices"

	"facet/model"
)

// SelectionKind is what kind of thing is selected.
type SelectionKind uint8

// What can be selected.
const (
	Nothing   SelectionKind = iota
	OnVertex                // a vertex of the dag
	OnElement               // a vertex of the line dag: an edge of the dag, or fill
	OnFace                  // a face of the line dag
)

// Selection is the one thing that all panels show as selected. A face and a
// vertex without Jacobian carry a mode and so are an operation.
type Selection struct {
	Kind   SelectionKind
	Vertex int
	Z      model.Z
	Face   model.Face
	Mode   model.Mode
}

// AtVertex selects vertex i of the dag.
func AtVertex(i int) Selection { return Selection{Kind: OnVertex, Vertex: i} }

// AtElement selects z in the cheapest mode of its preaccumulation.
func AtElement(s *model.State, z model.Z) Selection {
	best, _ := model.Cheapest(s.Accumulations(z))
	return Selection{Kind: OnElement, Z: z, Mode: best.Op.Mode}
}

// AtFace selects f in its cheapest mode.
func AtFace(s *model.State, f model.Face) Selection {
	best, _ := model.Cheapest(s.Choices(f))
	return Selection{Kind: OnFace, Face: f, Mode: best.Op.Mode}
}

// AtOp is the selection of an operation.
func AtOp(o model.Op) Selection {
	if o.IsAccumulation() {
		return Selection{Kind: OnElement, Z: o.U, Mode: o.Mode}
	}
	return Selection{Kind: OnFace, Face: o.Face(), Mode: o.Mode}
}

// Exists reports whether the thing is there in this state.
func (x Selection) Exists(s *model.State) bool {
	switch x.Kind {
	case OnVertex:
		return true
	case OnElement:
		return s.IsLive(x.Z)
	case OnFace:
		return s.HasFace(x.Face)
	}
	return false
}

// Choices lists the modes of the operation that the selection is.
func (x Selection) Choices(s *model.State) []model.Choice {
	if !x.Exists(s) {
		return nil
	}
	switch x.Kind {
	case OnElement:
		if !s.HasJacobian(x.Z) {
			return s.Accumulations(x.Z)
		}
	case OnFace:
		return s.Choices(x.Face)
	}
	return nil
}

// Op is the operation that the selection is, if it is a possible one.
func (x Selection) Op(s *model.State) (model.Choice, bool) {
	for _, c := range x.Choices(s) {
		if c.Op.Mode == x.Mode {
			return c, true
		}
	}
	return model.Choice{}, false
}

// Touches reports whether an operation is about what is selected.
func (x Selection) Touches(s *model.State, o model.Op) bool {
	switch x.Kind {
	case OnVertex:
		return s.Target(o.U) == x.Vertex || s.Source(o.U) == x.Vertex ||
			!o.IsAccumulation() && s.Target(o.V) == x.Vertex
	case OnElement:
		return o.U == x.Z || o.V == x.Z
	case OnFace:
		return o.U == x.Face.U && o.V == x.Face.V
	}
	return false
}

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
