package session_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"facet/model"
	"facet/model/modeltest"
	"facet/model/session"
)

func parse(t *testing.T, s *model.State, line string) model.Op {
	t.Helper()
	o, ok, err := model.ParseOp(s, line)
	if err != nil || !ok {
		t.Fatalf("%q: %v", line, err)
	}
	return o
}

func do(t *testing.T, s *session.Session, line string) {
	t.Helper()
	if _, err := s.Do("", parse(t, s.State(), line)); err != nil {
		t.Fatal(err)
	}
}

func TestBranchesStayReachable(t *testing.T) {
	s := session.New(modeltest.Sample(t, "composition"))
	do(t, s, "ACC ADJ (0 1)")
	do(t, s, "ELI TAN (0 1)(1 2)")
	first := s.Cursor()
	s.Undo()
	do(t, s, "ACC TAN (1 2)")
	do(t, s, "ELI MUL (0 1)(1 2)")
	if got := s.State().Spent(); got != 6100 {
		t.Errorf("the second branch costs %d, want 6100", got)
	}
	if len(s.Leaves()) != 2 || len(s.Branches(first)) != 2 {
		t.Errorf("%d leaves and %d branches, want 2 and 2", len(s.Leaves()), len(s.Branches(first)))
	}
	if err := s.Goto(first); err != nil || s.State().Spent() != 14000 {
		t.Errorf("the first branch costs %d after %v, want 14000", s.State().Spent(), err)
	}
	s.Undo()
	if !s.Redo() || s.Cursor() != first {
		t.Error("redo does not follow the branch that was used last")
	}
	s.Undo()
	do(t, s, "ELI TAN (0 1)(1 2)")
	if s.Cursor() != first || s.Steps() != 4 {
		t.Error("the same operation again makes a new step")
	}
	if err := s.Jump(0); err != nil || s.Cursor() != 0 || len(s.Line()) != 2 {
		t.Errorf("jump to the start: cursor %d, line %v, %v", s.Cursor(), s.Line(), err)
	}
}

// TestUndoRestoresTheState walks at random through the tree and compares every
// state it comes back to.
func TestUndoRestoresTheState(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 8))
	for range 60 {
		s := session.New(modeltest.Random(t, rng, 7))
		seen := map[int]string{}
		for range 400 {
			switch rng.IntN(6) {
			case 0:
				s.Undo()
			case 1:
				s.Redo()
			case 2:
				if err := s.Goto(rng.IntN(s.Steps() + 1)); err != nil {
					t.Fatal(err)
				}
			case 3:
				if err := s.Jump(rng.IntN(len(s.Line()) + 1)); err != nil {
					t.Fatal(err)
				}
			default:
				if choices := s.State().Operations(); len(choices) > 0 {
					if _, err := s.Do("", choices[rng.IntN(len(choices))].Op); err != nil {
						t.Fatal(err)
					}
				}
			}
			now := s.State().String()
			if was, ok := seen[s.Cursor()]; ok && was != now {
				t.Fatalf("step %d came back different:\n%s\n%s", s.Cursor(), was, now)
			}
			seen[s.Cursor()] = now
			st, _, err := model.Replay(model.NewState(s.Dag()), s.Ops())
			if err != nil || st.String() != now {
				t.Fatalf("the sequence to step %d does not replay: %v", s.Cursor(), err)
			}
		}
		saveAndLoad(t, s, seen)
	}
}

func saveAndLoad(t *testing.T, s *session.Session, seen map[int]string) {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	back := reloaded(t, s)
	again, err := json.Marshal(back)
	if err != nil || !bytes.Equal(data, again) {
		t.Fatalf("saving what was loaded gives something else: %v\n%s\n%s", err, data, again)
	}
	if back.Cursor() != s.Cursor() || len(back.Line()) != len(s.Line()) {
		t.Fatal("cursor or line are not where they were")
	}
	for id, was := range seen {
		if st, ok := back.StateAt(id); !ok || st.String() != was {
			t.Fatalf("step %d is different after loading", id)
		}
	}
}

func TestManyStepsAreReplayed(t *testing.T) {
	s := session.New(modeltest.Newton(t, 10))
	var states []string
	for !s.State().Done() {
		c := s.State().Operations()[0]
		if _, err := s.Do("", c.Op); err != nil {
			t.Fatal(err)
		}
		states = append(states, s.State().String())
	}
	for k := len(states) - 1; k >= 0; k-- {
		if s.State().String() != states[k] {
			t.Fatalf("step %d of %d is different", k, len(states))
		}
		s.Undo()
	}
}

// What a dag costs is kept with the session, curves and products, too; and so is a dag
// without an edge, which the user is drawing.
func TestCostsAreKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 9))
	for range 50 {
		g := modeltest.Curved(t, rng, modeltest.Random(t, rng, 7))
		g.Edges[0].Tape = model.Cost(rng.IntN(9))
		back := reloaded(t, session.New(g))
		if back.Dag().Edges[0].Tape != g.Edges[0].Tape || back.Dag().Fingerprint() != g.Fingerprint() {
			t.Fatalf("the dag came back different:\n%+v\n%+v", g, back.Dag())
		}
	}
	draft, err := model.NewDraft("new", []model.Vertex{{ID: "x", Size: 3}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if back := reloaded(t, session.New(draft)); back.Dag().Fingerprint() != draft.Fingerprint() || back.Dag().
		Name != "new" {
		t.Errorf("the draft came back as %+v", back.Dag())
	}
}

func reloaded(t *testing.T, s *session.Session) *session.Session {
	t.Helper()
	data, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	back, err := session.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	return back
}

func TestNotesAreKept(t *testing.T) {
	s := session.New(modeltest.Sample(t, "composition"))
	do(t, s, "ACC TAN (0 1)")
	if err := s.Annotate(1, "a first\nnote \x1b[31m"); err != nil {
		t.Fatal(err)
	}
	data, _ := json.Marshal(s)
	back, err := session.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	if step, _ := back.Step(1); step.Note != "a first\nnote \x1b[31m" {
		t.Errorf("the note came back as %q", step.Note)
	}
}

func TestBadSessions(t *testing.T) {
	for text, want := range map[string]string{
		"nothing":                         "this is not a session of facet: invalid character 'o' in literal null (expecting 'u')",
		"{}":                              "this is not a session of facet",
		`{"facet":"session","version":9}`: "this session has version 9, this facet reads version 1",
		`{"facet":"session","version":1}`: "the dag of the session: the dag has no edge: there is nothing to eliminate",
	} {
		if _, err := session.Load([]byte(text)); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func FuzzLoadSession(f *testing.F) {
	s := session.New(modeltest.Sample(f, "composition"))
	for range 3 {
		if _, err := s.Do("", s.State().Operations()[0].Op); err != nil {
			f.Fatal(err)
		}
	}
	data, _ := json.Marshal(s)
	f.Add(data)
	f.Add([]byte(`{"facet":"session","version":1,"steps":[{"parent":-1}]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := session.Load(data)
		if err != nil {
			return
		}
		if again, err := json.Marshal(s); err != nil {
			t.Fatal(err)
		} else if _, err := session.Load(again); err != nil {
			t.Fatal(err)
		}
	})
}

// TestCostsBeyondInt64: a step costs the sum of its prices, even where the total
// has long been saturated.
func TestCostsBeyondInt64(t *testing.T) {
	const expensive = model.Saturated/2 + 1
	g, err := model.NewDag("dear", []model.Vertex{{ID: "a", Size: 1}, {ID: "b", Size: 1}, {ID: "c", Size: 1},
		{ID: "d", Size: 1}},
		[]model.Edge{
			{Source: 0, Target: 1, HasModel: true, Tangent: expensive, Adjoint: expensive},
			{Source: 1, Target: 2, HasModel: true, Tangent: expensive, Adjoint: expensive},
			{Source: 2, Target: 3, HasModel: true, Tangent: 32768, Adjoint: 32768},
		})
	if err != nil {
		t.Fatal(err)
	}
	s := session.New(g)
	do(t, s, "ACC TAN (a b)")
	do(t, s, "ELI TAN (a b)(b c)")
	do(t, s, "ELI TAN (a b c)(c d)")
	for k, want := range []model.Cost{expensive, expensive, 32768} {
		if got := s.Line()[k].Cost; got != want {
			t.Errorf("step %d costs %d, want %d", k+1, got, want)
		}
	}
	if spent := s.Line()[2].Spent; !spent.IsSaturated() {
		t.Errorf("the total is %d, want saturated", spent)
	}
}

// TestSnapshotStays: what was handed out for writing does not change with the
// session.
func TestSnapshotStays(t *testing.T) {
	s := session.New(modeltest.Sample(t, "composition"))
	do(t, s, "ACC ADJ (0 1)")
	taken := s.Snapshot()
	before, _ := taken.MarshalJSON()
	do(t, s, "ELI TAN (0 1)(1 2)")
	if err := s.Annotate(1, "later"); err != nil {
		t.Fatal(err)
	}
	after, _ := taken.MarshalJSON()
	if !bytes.Equal(before, after) {
		t.Errorf("the snapshot changed:\n%s\n%s", before, after)
	}
	if back, err := session.Load(after); err != nil || back.Steps() != 1 {
		t.Errorf("the snapshot does not load: %v", err)
	}
}

// A session that is opened is on a dag that is known, if it is the same in everything.
func TestKnownDagsAreNotReadAgain(t *testing.T) {
	g, other := modeltest.Sample(t, "lion"), modeltest.Sample(t, "lion")
	if other == g {
		t.Fatal("the samples are one dag")
	}
	other.Edges[0].ID += "of another name"
	text, err := json.Marshal(session.New(modeltest.Sample(t, "lion")))
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range [][]*model.Dag{{g}, {other, g}} {
		if s, err := session.Load(text, known...); err != nil || s.Dag() != g {
			t.Errorf("it has a dag of its own: %v", err)
		}
	}
	if s, err := session.Load(text, other); err != nil || s.Dag() == other {
		t.Errorf("it is on another dag: %v", err)
	}
}
