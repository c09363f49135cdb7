package junction

import (
	"testing"

	"facet/model"
)

// A line that names a whole vertex or edge is read as it was written, whatever the ids are.
func TestEliminationsAsLines(t *testing.T) {
	g, err := model.NewDag("odd", []model.Vertex{{ID: "a b", Size: 1}, {ID: "#", Size: 1},
		{ID: "3", Size: 1}},
		[]model.Edge{{Source: 0, Target: 1, HasJacobian: true}, {Source: 1, Target: 2, HasJacobian: true}})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range []Elimination{{J: 1}, {OfFront, 0, 1}, {OfBack, 1, 2}} {
		got, is, err := Read(g, e.Line(g)+"  # a comment")
		if !is || err != nil || got != e {
			t.Errorf("%s: %+v %v %v", e.Line(g), got, is, err)
		}
		if plan, err := e.Plan(model.NewState(g)); err != nil || len(plan.Ops) != 1 ||
			e.Faces(model.NewState(g)) != 1 {
			t.Errorf("%s: %+v %v, %d faces", e.Line(g), plan, err, e.Faces(model.NewState(g)))
		}
	}
	for line, want := range map[string]string{
		"vertex a b":       "",
		"VERTEX 3":         "",
		"front(\"a b\" 3)": "",
		"vertex 7":         "the dag has no vertex 7",
		"vertex":           "vertex needs a vertex, as in vertex 1",
		"back 3":           "back needs an edge, as in back (0 1)",
		"front (\"a":       "a quoted id is not closed: \"a",
	} {
		_, is, err := Read(g, line)
		if said := err; !is || want == "" && said != nil || want != "" &&
			(said == nil || said.Error() != want) {
			t.Errorf("%s: %v %v", line, is, err)
		}
	}
	if _, is, _ := Read(g, "vertices 3"); is {
		t.Error("another word is read")
	}
}
