package session_test

import (
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/session"
)

// Operations that are added ahead are the steps that carrying them out one by one makes, and
// those that are there already are found again.
func TestAhead(t *testing.T) {
	g := modeltest.Sample(t, "bat")
	one := session.New(g)
	for !one.State().Done() {
		s := one.State()
		var op model.Op
		for _, z := range s.Vertices() {
			if all := s.Accumulations(z); !s.HasJacobian(z) && len(all) > 0 {
				op = all[0].Op
			}
		}
		if op == (model.Op{}) {
			face := s.AllFaces()[0]
			op = s.Choices(face)[0].Op
		}
		if _, err := one.Do("", op); err != nil {
			t.Fatal(err)
		}
	}
	ops := one.Ops()
	for _, before := range []int{0, 3} { // some steps are there
		at := session.New(g)
		for _, o := range ops[:before] {
			if _, err := at.Do("", o); err != nil {
				t.Fatal(err)
			}
		}
		if err := at.Goto(0); err != nil {
			t.Fatal(err)
		}
		ids, err := at.Ahead(ops...)
		if err != nil || len(ids) != len(ops) || at.Depth() != 0 || at.Steps() != len(ops) || len(at.Line()) != len(ops) {
			t.Fatalf("%d of %d steps, %d in all, cursor at %d (%v)", len(ids), len(ops), at.Steps(), at.Depth(), err)
		}
		if best, ok := at.Best(); !ok || best != one.State().Spent() {
			t.Errorf("the best is %s", best)
		}
		for k, step := range one.Line() {
			if !at.Redo() {
				t.Fatalf("no step %d ahead", k+1)
			}
			if got, _ := at.Step(at.Cursor()); got.Title != step.Title || got.Spent != step.Spent || got.Cost != step.Cost || len(at.Changes()) != 1 {
				t.Fatalf("step %d is %+v, and not %+v", k+1, got, step)
			}
		}
		if !at.State().Done() || at.State().Spent() != one.State().Spent() {
			t.Error("it ends elsewhere")
		}
	}
	if ids, err := session.New(g).Ahead(ops[0], ops[0]); err == nil || len(ids) != 1 {
		t.Errorf("an impossible operation: %v, %v", ids, err)
	}
}
