package narration

import (
	"fmt"

	"facet/model"
	"facet/ui/draw/style"
	"facet/ui/explore/intent"
	"facet/ui/explore/layer"
)

// aboutThing describes a selection that is not a possible operation: what to do, and what
// it is.
func aboutThing(v *layer.View, s *model.State) (string, account) {
	if len(v.Dag().Edges) == 0 {
		return "nothing: the dag has no edge yet", account{}
	}
	if s.Done() {
		about := account{"No face is left and every Jacobian is available."}
		if v.Sel.Kind == intent.OnElement && v.Sel.Exists(s) {
			_, about = aboutElement(v, s, v.Sel.Z)
		}
		if v.Led {
			return v.Keymap.Text("nothing: the sequence is complete; PgDn goes on, {t:totals} shows the totals"), about
		}
		return v.Keymap.Text("nothing: the sequence is complete; {t:totals} totals and check, {s:save-as} save, {u:undo} undo"), about
	}
	switch {
	case !v.Sel.Exists(s):
		return "nothing is selected: Tab goes to the list, the arrow keys select", nil
	case v.Sel.Kind == intent.OnVertex:
		what, next := aboutVertex(v, v.Sel.Vertex)
		return next, account{what}
	case v.Sel.Kind == intent.OnElement:
		return aboutElement(v, s, v.Sel.Z)
	}
	what, next := aboutFace(v, s, v.Sel.Face)
	return next, account{what}
}

// aboutVertex describes a vertex of the dag.
func aboutVertex(v *layer.View, i int) (string, string) {
	s, g := v.State(), v.Dag()
	at := 0
	for _, z := range s.Vertices() {
		if s.Target(z) == i {
			at += len(s.Succs(z))
		}
	}
	head := fmt.Sprintf("%s   n = %s", v.ID(i), style.Number(g.Size(i)))
	if made := madeBy(g.Vertices[i]); made != "" {
		head = v.ID(i) + " = " + style.Printable(made)
	}
	switch {
	case g.IsSource(i):
		return head + "   a source: an entry of x", "a source is selected: down goes to its edges"
	case g.IsSink(i):
		return head + "   a sink: an entry of y", "a sink is selected: up goes to its edges"
	case !g.IsJunction(i):
		return head + "   no edge starts or ends here", "a vertex without edges is selected"
	case at == 0:
		return head + "   a junction whose faces are all eliminated", "a junction without faces is selected"
	}
	return head + "   a junction with " + style.Plural(at, "face", "faces"),
		"V eliminates the vertex: all its faces as one step"
}

// madeBy describes the origin of a vertex: the operation in a source file and its line,
// or the module of a measured program, its file and size.
func madeBy(v model.Vertex) string {
	attribute := make(map[string]string)
	for _, a := range v.Extra {
		attribute[a.Name] = a.Value
	}
	switch line := attribute["line"]; {
	case attribute["module"] != "" && attribute["file"] != "" && line != "":
		return fmt.Sprintf("%s (%s:%s)   n = %s", attribute["module"], attribute["file"], line,
			style.Count(v.Size))
	case attribute["operation"] == "" || line == "":
		return attribute["operation"]
	default:
		return attribute["operation"] + ", line " + line
	}
}

// aboutElement describes a vertex of the line dag that is not a possible operation.
func aboutElement(v *layer.View, s *model.State, z model.Z) (string, account) {
	i, j := s.Source(z), s.Target(z)
	facts := account{layer.Jacobian(s, z) + " available", dims(s, i, j), sparsity(s.Pattern(z))}
	if e := s.Elemental(z); e != nil {
		facts = append(facts, "models available: "+curve("T", e.Tangent, e.TangentCurve)+", "+curve("A",
			e.Adjoint, e.AdjointCurve), plot(v.Theme, e, max(s.Dag().Size(i), s.Dag().Size(j))))
	} else {
		facts = append(facts, "no models")
	}
	switch whole := s.Name(z); {
	case s.Label(z).Count() > mostPaths:
		facts = append(facts, "it stands for "+style.Number(s.Label(z).Count())+" paths")
	case whole != layer.Name(s, z):
		facts = append(facts, "it stands for "+whole)
	}
	faces := len(s.Preds(z)) + len(s.Succs(z))
	if faces == 0 {
		return layer.Name(s, z) + " is finished: it is a block of the result", facts
	}
	text := layer.Name(s, z) + " is in " + style.Plural(faces, "face", "faces")
	if v.Leader == "" {
		text += ": up and down select one, E eliminates the edge"
	}
	return text, facts
}

// mostPaths is the most paths that are named.
const mostPaths = 3

// aboutFace says why a face cannot be eliminated yet.
func aboutFace(v *layer.View, s *model.State, f model.Face) (string, string) {
	best, _ := model.Cheapest(s.Accumulations(f.U))
	return v.Face(s, f) + "   no Jacobian on either side yet",
		"a preaccumulates " + layer.Name(s, f.U) + " (" + best.Op.Mode.String() + " " +
			v.Theme.Cost(best.Price) + "); then e eliminates the face"
}
