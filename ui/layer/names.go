package layer

import (
	"fmt"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/ui/diagram"
	"facet/ui/style"
)

// Name is how a vertex of the line dag is called on the screen: one name in
// pictures, list, history and narration. Files and the command line have the whole
// label, which may be as long as a screen.
func Name(s *model.State, z model.Z) string { return diagram.ElementLabel(s, z) }

// Jacobian writes F' of a vertex of the line dag.
func Jacobian(s *model.State, z model.Z) string {
	name := Name(s, z)
	if strings.ContainsAny(name, "+&") {
		return "F'[" + name + "]"
	}
	return "F'" + name
}

// faceName writes a face of a state.
func faceName(t *style.Theme, s *model.State, f model.Face) string {
	return Name(s, f.U) + t.Signs.Arrow + Name(s, f.V)
}

// OpName is what an operation is about: a face, or a Jacobian.
func OpName(t *style.Theme, s *model.State, o model.Op) string {
	if o.IsAccumulation() {
		return Jacobian(s, o.U)
	}
	return faceName(t, s, o.Face())
}

// ShortOpName is OpName in at most so many cells: of a face the arrow and the ends of
// both sides are kept.
func ShortOpName(t *style.Theme, s *model.State, o model.Op, width int) string {
	name := OpName(t, s, o)
	if style.Width(name) <= width || o.IsAccumulation() {
		return t.ClipMiddle(name, width)
	}
	u, v := Name(s, o.U), Name(s, o.V)
	room := width - style.Width(t.Signs.Arrow)
	right := max(room-style.Width(u), min(style.Width(v), room/2))
	return t.ClipMiddle(u, room-min(right, style.Width(v))) + t.Signs.Arrow + t.ClipMiddle(v, right)
}

// CutWords leaves out as many of the words at the end of a list of effects as do not
// fit, and marks that.
func CutWords(t *style.Theme, text string, width int) string {
	parts := strings.Split(text, ", ")
	for n := len(parts) - 1; n > 0 && style.Width(text) > width; n-- {
		text = strings.Join(parts[:n], ", ") + t.Signs.Cut
	}
	return text
}

// From so many faces on, or so many operations of one step, nothing is carried out
// on the side just to be told.
const (
	manyFaces = 20_000
	manyOps   = 400
)

// Expensive tells whether it would take long to carry operations out on the side.
func Expensive(s *model.State, ops []model.Op) bool {
	return s.Faces() > manyFaces || len(ops) > manyOps
}

// StepName is what the step at a depth of the line is called: its operation as the
// list has it, or its title.
func StepName(c *View, line []session.Step, depth int) string {
	step := line[depth-1]
	if len(step.Ops) == 1 {
		if before, ok := c.Before(line, depth); ok {
			return step.Ops[0].Mode.String() + " " + OpName(c.Theme, before, step.Ops[0])
		}
	}
	title := stepTitle(c, step)
	if len(step.Ops) > 1 {
		title += fmt.Sprintf(", %d operations", len(step.Ops))
	}
	return title
}

// stepTitle is the title of a step without its price.
func stepTitle(c *View, step session.Step) string {
	return c.Theme.Text(style.Printable(strings.TrimSuffix(step.Title, " "+step.Cost.String())))
}

// Before is the state that the step at a depth of the line started from, false
// where that would take long to work out.
func (s *View) Before(line []session.Step, depth int) (*model.State, bool) {
	if s.State().Faces() > manyFaces {
		return nil, false
	}
	id := 0
	if depth > 1 {
		id = line[depth-2].ID
	}
	return s.Steps.StateAt(id)
}
