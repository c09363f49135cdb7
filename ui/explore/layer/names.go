package layer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"facet/model"
	"facet/model/session"
	"facet/planner/analysis"
	"facet/ui/draw/diagram"
	"facet/ui/draw/style"
)

// Name is the name of a vertex of the line dag in list, history and narration: a path by all of
// its vertices where that is short. Pictures have room for less, and name long paths by their
// ends. Files and the command line use the whole label, which may be as long as a screen.
func Name(s *model.State, z model.Z) string {
	if !s.IsSum(z) && leastName(s, z) <= widestPair {
		if name := s.Name(z); style.Width(name) <= widestPair {
			return name
		}
	}
	return diagram.ElementLabel(s, z)
}

// leastName is the least width of a path by all of its vertices: most are too long for a row, and
// are not written in vain.
func leastName(s *model.State, z model.Z) int { return 2*s.Label(z).Longest() + 1 }

// Jacobian writes F' of a vertex of the line dag.
func Jacobian(s *model.State, z model.Z) string {
	name := Name(s, z)
	if strings.HasPrefix(name, "(") {
		return "F'" + name
	}
	return "F'(" + name + ")"
}

// widestPair is the most cells of a path, or of a face's two sides, that are named by all of
// their vertices.
const widestPair = 20

// arrow stands between the two sides of a face; a theme of ASCII replaces it.
const arrow = "→"

// faceName writes a face of a state: both sides by their vertices where that is short, else
// its two ends and the junction between them.
func faceName(s *model.State, f model.Face) string {
	if leastName(s, f.U)+leastName(s, f.V)+1 > widestPair {
		return shortFace(s, f)
	}
	u, v := Name(s, f.U), Name(s, f.V)
	if strings.HasPrefix(u, "(") && strings.HasPrefix(v, "(") &&
		style.Width(u)+style.Width(v)+1 <= widestPair {
		return u + arrow + v
	}
	return shortFace(s, f)
}

// shortFace writes a face by its two ends and the junction, with the number of a side where
// another face would read alike.
func shortFace(s *model.State, f model.Face) string {
	i, j, k := s.Source(f.U), s.Target(f.U), s.Target(f.V)
	name := id(s, i) + diagram.Sign(s, f.U, arrow) + id(s, j) + diagram.Sign(s, f.V, arrow) + id(s, k)
	twice := func(i, k int, z model.Z, face func(other model.Z) model.Face) bool {
		return slices.ContainsFunc(s.Between(i, k), func(other model.Z) bool {
			return other != z && s.HasFace(face(other)) && diagram.Sign(s, other, "") == diagram.Sign(s, z,
				"")
		})
	}
	if twice(i, j, f.U, func(u model.Z) model.Face { return model.Face{U: u, V: f.V} }) {
		name += "#" + strconv.Itoa(int(f.U))
	}
	if twice(j, k, f.V, func(v model.Z) model.Face { return model.Face{U: f.U, V: v} }) {
		name += "#" + strconv.Itoa(int(f.V))
	}
	return name
}

func id(s *model.State, i int) string { return model.QuoteID(s.Dag().Vertices[i].ID) }

// OpName names the subject of an operation: a face, or a Jacobian.
func OpName(t *style.Theme, s *model.State, o model.Op) string {
	if o.IsAccumulation() {
		return t.Text(Jacobian(s, o.U))
	}
	return t.Text(faceName(s, o.Face()))
}

// ShortOpName is OpName in at most width cells: a face by its ends and its junction, or
// without the junction; a Jacobian by the name of its vertex; a single name that is longer
// is cut at its end.
func ShortOpName(t *style.Theme, s *model.State, o model.Op, width int) string {
	name := OpName(t, s, o)
	if style.Width(name) <= width {
		return name
	}
	if o.IsAccumulation() {
		name = t.Text(Name(s, o.U))
	} else {
		name = t.Text(shortFace(s, o.Face()))
		if style.Width(name) > width {
			name = id(s, s.Source(o.U)) + t.Signs.Arrow + t.Signs.Cut + t.Signs.Arrow + id(s, s.Target(o.V))
		}
	}
	return t.Clip(name, width)
}

// Names are the names of the screen, in sentences of the planner. They have signs that a
// theme of ASCII has to replace. A theme says how costs are written; without one they are
// numbers.
type Names struct{ Theme *style.Theme }

var _ analysis.Names = Names{}

// Vertex is the name of a vertex of the line dag.
func (Names) Vertex(s *model.State, z model.Z) string { return Name(s, z) }

// Op is the name of an operation with its mode, which is left out where there is no other.
func (Names) Op(s *model.State, o model.Op) string {
	mode := o.Mode.String() + " "
	if o.Mode == model.MUL && isClassic(s) {
		mode = ""
	}
	if o.IsAccumulation() {
		return mode + Jacobian(s, o.U)
	}
	return mode + faceName(s, o.Face())
}

// isClassic reports whether products are all that there is: Rule 1 of the paper.
func isClassic(s *model.State) bool {
	return !slices.ContainsFunc(s.Dag().Edges, func(e model.Edge) bool { return e.HasModel })
}

// Face is the name of a face.
func (Names) Face(s *model.State, f model.Face) string { return faceName(s, f) }

// Number is a cost, with blanks between thousands or as a time.
func (n Names) Number(c model.Cost) string { return n.Theme.Cost(c) }

// CutWords shortens a list of effects to width by dropping words at its end, and marks
// the cut.
func CutWords(t *style.Theme, text string, width int) string {
	parts := strings.Split(text, ", ")
	for n := len(parts) - 1; n > 0 && style.Width(text) > width; n-- {
		text = strings.Join(parts[:n], ", ") + t.Signs.Cut
	}
	return text
}

// Limits of what is applied to a copy of a state only to describe it.
const (
	manyFaces = 20_000
	manyOps   = 400
	manySteps = 2000 // between a step and both the start and the cursor
)

// Expensive reports whether it would take long to carry operations out on the side.
func Expensive(s *model.State, ops []model.Op) bool {
	return s.Faces() > manyFaces || len(ops) > manyOps
}

// StepName is the name of the step at a depth of the line: its title, or its operation as
// the list writes it.
func StepName(v *View, line []session.Step, depth int) string {
	step := line[depth-1]
	if len(step.Ops) == 1 {
		if before, ok := v.Before(line, depth); ok {
			return step.Ops[0].Mode.String() + " " + OpName(v.Theme, before, step.Ops[0])
		}
	}
	title := stepTitle(v, step)
	if len(step.Ops) > 1 {
		title += fmt.Sprintf(", %d operations", len(step.Ops))
	}
	return title
}

// stepTitle is the title of a step without its price.
func stepTitle(v *View, step session.Step) string {
	return v.Theme.Text(style.Printable(strings.TrimSuffix(step.Title, " "+step.Cost.String())))
}

// Before is the state from which the step at a depth of the line started; false where
// that would take long to compute.
func (v *View) Before(line []session.Step, depth int) (*model.State, bool) {
	if v.State().Faces() > manyFaces || depth > manySteps && v.Steps.Depth()-depth > manySteps {
		return nil, false
	}
	id := 0
	if depth > 1 {
		id = line[depth-2].ID
	}
	return v.Steps.StateAt(id)
}
