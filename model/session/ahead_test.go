package session_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
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
		if err != nil || len(ids) != len(ops) || at.Depth() != 0 || at.Steps() != len(ops) ||
			len(at.Line()) != len(ops) {
			t.Fatalf("%d of %d steps, %d in all, cursor at %d (%v)", len(ids), len(ops), at.Steps(),
				at.Depth(), err)
		}
		if best, ok := at.Best(); !ok || best != one.State().Spent() {
			t.Errorf("the best is %s", best)
		}
		for k, step := range one.Line() {
			if !at.Redo() {
				t.Fatalf("no step %d ahead", k+1)
			}
			if got, _ := at.Step(at.Cursor()); got.Title != step.Title || got.Spent != step.Spent ||
				got.Cost != step.Cost || len(at.Changes()) != 1 {
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

// A session holds the text of each operation once, on the disk, too; what a step has done is
// worked out again wherever the cursor goes, and reading brings everything back.
func TestStepsAreWrittenOnce(t *testing.T) {
	g := modeltest.Sample(t, "newton2")
	ops := modeltest.Walk(rand.New(rand.NewPCG(2, 3)), g)
	s := session.New(g)
	ids, err := s.Ahead(ops...)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Goto(ids[len(ids)/2]); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Do("", ops[len(ops)/2+1]); err != nil {
		t.Fatal(err)
	}
	if err := s.Annotate(ids[1], "a note"); err != nil {
		t.Fatal(err)
	}
	text, err := s.MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	line, _ := s.Step(ids[3])
	if n := strings.Count(string(text), line.Lines[0]); n != 1 {
		t.Errorf("%q is written %d times", line.Lines[0], n)
	}
	if !json.Valid(text) || !s.Snapshot().Holds(text) || session.New(g).Snapshot().Holds(text) {
		t.Error("a session does not hold itself, or nothing holds it")
	}
	back, err := session.Load(text)
	if err != nil {
		t.Fatal(err)
	}
	again, err := back.MarshalJSON()
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("it is read as another session (%v)", err)
	}
	for _, id := range []int{ids[len(ids)-1], ids[0], 0, ids[7], ids[6], ids[7]} {
		if err := s.Goto(id); err != nil {
			t.Fatal(err)
		}
		if err := back.Goto(id); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(s.Changes(), back.Changes()) || id > 0 &&
			s.Changes()[0].Op != ops[slices.Index(ids, id)] {
			t.Errorf("step %d: %v, and read back %v", id, s.Changes(), back.Changes())
		}
	}
}
