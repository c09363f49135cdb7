package explorer

import "facet/model"

// SelectionKind is what kind of thing is selected.
type SelectionKind uint8

// What can be selected.
const (
	Nothing   SelectionKind = iota
	OnVertex                // a vertex of the dag
	OnElement               // a vertex of the line dag: an edge of the dag, or fill
	OnFace                  // a face of the line dag
)

// Selection is the one thing that all panes show as selected. A face and a
// vertex without Jacobian carry a mode and so are an operation.
type Selection struct {
	Kind   SelectionKind
	Vertex int
	Z      model.Z
	Face   model.Face
	Mode   model.Mode
}

func vertexSelection(i int) Selection { return Selection{Kind: OnVertex, Vertex: i} }

// elementSelection selects z in the cheapest mode of its preaccumulation.
func elementSelection(s *model.State, z model.Z) Selection {
	best, _ := model.Cheapest(s.Accumulations(z))
	return Selection{Kind: OnElement, Z: z, Mode: best.Op.Mode}
}

// faceSelection selects f in its cheapest mode.
func faceSelection(s *model.State, f model.Face) Selection {
	best, _ := model.Cheapest(s.Choices(f))
	return Selection{Kind: OnFace, Face: f, Mode: best.Op.Mode}
}

// SelectOp is the selection of an operation.
func SelectOp(o model.Op) Selection {
	if o.IsAccumulation() {
		return Selection{Kind: OnElement, Z: o.U, Mode: o.Mode}
	}
	return Selection{Kind: OnFace, Face: o.Face(), Mode: o.Mode}
}

// exists tells whether the thing is there in this state.
func (x Selection) exists(s *model.State) bool {
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

// choices lists the modes of the operation that the selection is.
func (x Selection) choices(s *model.State) []model.Choice {
	if !x.exists(s) {
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

// op is the operation that the selection is, if it is a possible one.
func (x Selection) op(s *model.State) (model.Choice, bool) {
	for _, c := range x.choices(s) {
		if c.Op.Mode == x.Mode {
			return c, true
		}
	}
	return model.Choice{}, false
}

// touches tells whether an operation is about what is selected.
func (x Selection) touches(s *model.State, o model.Op) bool {
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
