package why

import "facet/model"

// Names is how the reader's screen or page calls what a text is about.
type Names interface {
	// Vertex is the name of a vertex of the line dag.
	Vertex(s *model.State, z model.Z) string
	// Op is the name of an operation that is possible in a state, with its mode.
	Op(s *model.State, o model.Op) string
	// Face is the name of a face.
	Face(s *model.State, f model.Face) string
	// Number is a cost.
	Number(c model.Cost) string
}

// Written names everything as sequence files do.
type Written struct{}

// Vertex is the whole label.
func (Written) Vertex(s *model.State, z model.Z) string { return s.Name(z) }

// Op is the operation as a line of a sequence.
func (Written) Op(s *model.State, o model.Op) string { return model.OpName(s, o) }

// Face is both of its vertices.
func (Written) Face(s *model.State, f model.Face) string { return s.FaceName(f) }

// Number is the cost in digits.
func (Written) Number(c model.Cost) string { return c.String() }
