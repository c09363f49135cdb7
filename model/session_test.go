package model_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"facet/model"
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
	s := session.New(composition(t))
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
		s := session.New(randomDag(t, rng, 7))
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
	back, err := session.Load(data)
	if err != nil {
		t.Fatal(err)
	}
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
	s := session.New(newton(t, 10))
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

func TestNotesAreKept(t *testing.T) {
	s := session.New(composition(t))
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

func TestBadSequences(t *testing.T) {
	for text, want := range map[string]string{
		"MOVE (0 1)":                              `line 1: "MOVE" is no operation: a line starts with ACC or ELI`,
		"ACC TAN (0 9)":                           `line 1: the dag has no vertex 9`,
		"# ok\nACC TAN (0 2)":                     `line 2: no vertex of the line dag is (0 2) now`,
		"ACC TAN (0 1) 5":                         `line 1: the price is not 5: ACC TAN (0 1) 4; ACC ADJ (0 1) 4`,
		"ACC MUL (0 1)":                           `line 1: a Jacobian is preaccumulated by TAN or ADJ: MUL needs two Jacobians`,
		"ACC TAN (0 1)\nACC TAN (0 1)":            `line 2: the Jacobian of (0,1) is already available`,
		"ELI TAN (0 1)(1 2)":                      `line 1: face (0,1)→(1,2) has no Jacobian on either side: preaccumulate (0,1) or (1,2) first`,
		"ACC (0 1)\nELI ADJ (0 1)(1 2)":           `line 2: ADJ needs the Jacobian of (1,2): preaccumulate it first, or use TAN`,
		"ACC (0 1)\nELI MUL (0 1)(1 2)":           `line 2: MUL needs both Jacobians: preaccumulate (1,2) first`,
		"ELI (0 1)(2 3)":                          `line 1: (0,1) and (2,3) have no face in common now`,
		"ELI (0 1 2)":                             `line 1: no face along (0 1 2) has a Jacobian on either side: preaccumulate one first`,
		"ELI (0 2 3)":                             `line 1: no face runs along (0 2 3) now`,
		"ACC TAN (0 1":                            `line 1: a label is not closed: ) is missing`,
		"ACC TAN (0)":                             `line 1: a label needs two vertices at least, as in (0 1)`,
		"ACC TAN":                                 `line 1: ACC takes one label, as in ACC TAN (0 1)`,
		"ELI TAN":                                 `line 1: ELI takes the two labels of a face, as in ELI TAN (0 1)(1 2)`,
		"ACC TAN (0 1) four":                      `line 1: "four" does not end an operation: after the labels comes its price, a whole number`,
		`ACC TAN ("0 1)`:                          `line 1: a quoted id is not closed: "0 1)`,
		"ACC TAN (0 1)+x":                         `line 1: after + comes a path (i j k) or how many more paths there are`,
		"ACC TAN (0 1)+2":                         `line 1: (0,1) stands for 1 paths now, the label says 3`,
		"ACC (0 1)\nELI TAN (0 1)(1 2)\nELI":      `line 3: ELI takes the two labels of a face, as in ELI TAN (0 1)(1 2)`,
		"\nACC TAN " + strings.Repeat("(", 2<<20): `line 2 is longer than 1 MB: no operation is`,
	} {
		_, _, err := model.ReadSequence(model.NewState(lion(t)), strings.NewReader(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v\nwant %s", text, err, want)
		}
	}
}

// TestShortLines: the session printed in the paper, which names faces by three
// vertices.
func TestShortLines(t *testing.T) {
	if got := run(t, lion(t), `
  ACC TAN (0 1) 4
  ELI TAN (0 1 2) 2
  ELI TAN (0 1 4) 2
  ELI TAN (0 2 3) 6
  ELI TAN (0 2 4) 2`); got != 16 {
		t.Errorf("the paper's session costs %d, want 16", got)
	}
	s := model.NewState(bat(t))
	_, _, err := model.ReadSequence(s, strings.NewReader("ACC (1 3)\nELI (1 3)(3 4)\nACC (-1 1)\nELI (-1 1 4) 2"))
	want := "line 4: more than one operation fits: ELI TAN (-1 1)(1 4) 2; ELI MUL (-1 1)(1 3 4) 2"
	if err == nil || err.Error() != want {
		t.Errorf("an ambiguous line: %v\nwant %s", err, want)
	}
}

// TestStrangeIDs: any text is an id, and a sequence over it still round-trips.
func TestStrangeIDs(t *testing.T) {
	ids := []string{"", "a b", `q"(`, "x,y", "näh", "\x1b[31m", "#", "+"}
	var vertices []model.Vertex
	var edges []model.Edge
	for k, id := range ids {
		vertices = append(vertices, model.Vertex{ID: id, Size: 2})
		if k > 0 {
			edges = append(edges, model.Edge{Source: k - 1, Target: k, HasModel: true, Tangent: 3, Adjoint: 5})
		}
	}
	g, err := model.NewDag("strange", vertices, edges)
	if err != nil {
		t.Fatal(err)
	}
	s := model.NewState(g)
	var ops []model.Op
	for !s.Done() {
		o := s.Operations()[0].Op
		ops = append(ops, o)
		s, _, _ = s.Apply(o)
	}
	text, err := model.FormatSequence(model.NewState(g), ops)
	if err != nil {
		t.Fatal(err)
	}
	back, _, err := model.ReadSequence(model.NewState(g), strings.NewReader(text))
	if err != nil || len(back) != len(ops) {
		t.Fatalf("%v\n%s", err, text)
	}
	for k := range ops {
		if back[k] != ops[k] {
			t.Errorf("operation %d came back different", k+1)
		}
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
	s := session.New(composition(f))
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

func FuzzReadSequence(f *testing.F) {
	f.Add("ACC TAN (0 1) 4\nELI TAN (0 1)(1 2) 2")
	f.Add("ELI MUL (-1 1)+(0 1)+3 (1 \"2\") # note")
	g := bat(f)
	f.Fuzz(func(t *testing.T, text string) {
		start := model.NewState(g)
		ops, _, err := model.ReadSequence(start, strings.NewReader(text))
		out, formatErr := model.FormatSequence(start, ops)
		if formatErr != nil {
			t.Fatal(formatErr)
		}
		if back, _, backErr := model.ReadSequence(start, strings.NewReader(out)); err == nil && (backErr != nil || len(back) != len(ops)) {
			t.Fatalf("%v\n%s", backErr, out)
		}
	})
}
